// Talks to the language server through the protocol library that VS Code's own client is made of.
//
//   npm install vscode-languageserver-protocol@3.18.5
//   NODE_MODULES=DIR/node_modules node protocol.mjs FORGELINT
//
// Exit code 0 if everything was as expected.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import path from "node:path";
import assert from "node:assert/strict";

const require = createRequire(path.join(process.env.NODE_MODULES, "index.js"));
const lsp = require("vscode-languageserver-protocol/node");
const here = path.dirname(fileURLToPath(import.meta.url));
const file = path.join(here, "workspace/behaviors/guard/behavior.yaml");
const uri = pathToFileURL(file).href;
const text = readFileSync(file, "utf8");

async function session(capabilities, talk) {
  const server = spawn(process.argv[2], ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise((done) => server.on("exit", done));
  const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
  const published = [];
  let arrived = () => {};
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => { published.push(p); arrived(); });
  connection.onRequest(lsp.RegistrationRequest.type, () => {});
  connection.onRequest(lsp.ConfigurationRequest.type, (p) => p.items.map(() => ({ codeLens: true })));
  connection.onRequest(lsp.DiagnosticRefreshRequest.type, () => {});
  connection.onError((e) => assert.fail(e));
  connection.listen();
  const init = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(path.join(here, "workspace")).href,
    workspaceFolders: [{ uri: pathToFileURL(path.join(here, "workspace")).href, name: "workspace" }],
    capabilities,
  });
  assert.equal(init.serverInfo.name, "forgelint");
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "yaml", version: 1, text } });
  const next = async () => {
    while (published.length === 0) await new Promise((r) => { arrived = r; });
    return published.shift();
  };
  await talk(connection, init.capabilities, next);
  await connection.sendRequest(lsp.ShutdownRequest.type);
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.equal(await exited, 0, "exit code after shutdown");
  connection.dispose();
}

const at = (line, character) => ({ textDocument: { uri }, position: { line, character } });

await session(
  {
    workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true }, workspaceEdit: { documentChanges: true } },
    textDocument: { publishDiagnostics: { relatedInformation: true }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } },
  },
  async (connection, capabilities, next) => {
    assert.equal(capabilities.positionEncoding, "utf-16");
    assert.equal(capabilities.diagnosticProvider, undefined, "pushes to a client that does not pull");
    const first = await next();
    assert.deepEqual(first.diagnostics.map((d) => [d.code, d.severity, d.range.start]), [["unknown-value", 1, { line: 4, character: 10 }]]);
    assert.match(first.diagnostics[0].codeDescription.href, /unknown-value/);
    const items = await connection.sendRequest(lsp.CompletionRequest.type, at(4, 13));
    assert.deepEqual(items.items.map((i) => i.label).sort(), ["core", "experimental", "opinionated"]);
    const hover = await connection.sendRequest(lsp.HoverRequest.type, at(9, 17));
    assert.match(hover.contents.value, /Bash/);
    const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: { uri }, range: first.diagnostics[0].range, context: { diagnostics: first.diagnostics } });
    assert.equal(actions[0].title, "Change to `core`");
    assert.equal(actions[0].isPreferred, true);
    const edit = actions[0].edit.documentChanges[0];
    assert.deepEqual([edit.textDocument.version, edit.edits[0].newText], [1, "core"]);
    const symbols = await connection.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument: { uri } });
    assert.ok(symbols.length > 0);
    await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: edit.edits[0].range, text: "core" }],
    });
    const second = await next();
    assert.deepEqual([second.version, second.diagnostics], [2, []]);
    await assert.rejects(connection.sendRequest("forgelint/nothing", {}), (e) => e.code === lsp.ErrorCodes.MethodNotFound);
    const source = new lsp.CancellationTokenSource();
    const many = Array.from({ length: 50 }, () => connection.sendRequest(lsp.HoverRequest.type, at(9, 17), source.token).catch((e) => e.code));
    source.cancel();
    for (const answer of await Promise.all(many)) assert.ok(typeof answer === "object" || answer === lsp.LSPErrorCodes.RequestCancelled, String(answer));
  },
);

await session({ textDocument: { diagnostic: {} } }, async (connection) => {
  const full = await connection.sendRequest(lsp.DocumentDiagnosticRequest.type, { textDocument: { uri } });
  assert.deepEqual([full.kind, full.items.map((d) => d.code)], ["full", ["unknown-value"]]);
  const same = await connection.sendRequest(lsp.DocumentDiagnosticRequest.type, { textDocument: { uri }, previousResultId: full.resultId });
  assert.equal(same.kind, "unchanged");
  const workspace = await connection.sendRequest(lsp.WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
  assert.equal(workspace.items.length, 2);
});

console.log("ok: the protocol library of VS Code");
