// Runs suite.js in the extension host of a real VS Code, with the extension of this folder and the YAML
// language server beside it.
//
//   node test/api.mjs INSTALLATION      (a folder of install-code-server.sh)
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Editor, sleep } from "./code-server.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const editor = await Editor.start({
  installation: process.argv[2],
  files: path.join(root, "..", "testdata", "corpus"),
  tests: true,
});
let code = 1;
try {
  const ended = new Promise((resolve) => editor.page.exposeFunction("codeAutomationExit", (exit) => resolve(exit)));
  await editor.page.exposeFunction("codeAutomationLog", (_type, args) => {
    const line = args.map(String).join(" ");
    if (/^(ok|FAIL) /.test(line) || process.env.VERBOSE) {
      console.log(line);
    }
  });
  await editor.open([
    ["extensionDevelopmentPath", editor.uri(root)],
    ["extensionTestsPath", editor.uri(path.join(root, "test", "suite.js"))],
  ]);
  code = await Promise.race([ended, sleep(90_000).then(() => console.log("FAIL not done within 90 s")).then(() => 1)]);
} finally {
  console.log(`VS Code ${editor.version}: ${code === 0 ? "all hold" : "FAILED"}`);
  await editor.stop();
}
process.exit(code);
