// Starts the YAML language server as its extension does, without a schema store: what stands beside
// forgelint in most editors.
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const settings = { validate: true, hover: true, completion: true, format: { enable: true }, schemaStore: { enable: false } };

exports.startYAML = async () => {
  const module = require.resolve("yaml-language-server/out/server/src/server.js");
  const client = new LanguageClient(
    "yaml",
    "YAML",
    { module, transport: TransportKind.ipc },
    {
      documentSelector: [{ language: "yaml" }],
      middleware: { workspace: { configuration: ({ items }) => items.map(({ section }) => (section === "yaml" ? settings : {})) } },
    },
  );
  await client.start();
  await client.sendNotification("workspace/didChangeConfiguration", { settings: {} }); // it asks for them then
  return client;
};
