// Measures a language server on a manifest, as an editor meets it: start to initialize answered, edit to
// diagnostics, completion, hover; and the server's memory.
//
//   npm install vscode-languageserver-protocol@3.18.5 yaml-language-server
//   NODE_MODULES=DIR/node_modules node latency.mjs MANIFEST [SCHEMA] -- SERVER ARG...
//
// SCHEMA, a JSON Schema file, is for a server that needs one. The times are in milliseconds.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import path from "node:path";

const require = createRequire(path.join(process.env.NODE_MODULES, "index.js"));
const lsp = require("vscode-languageserver-protocol/node");
const dashes = process.argv.indexOf("--");
const [file, schema] = process.argv.slice(2, dashes);
const [command, ...args] = process.argv.slice(dashes + 1);
const text = readFileSync(file, "utf8");
const uri = pathToFileURL(path.resolve(file)).href;
const rounds = Number(process.env.ROUNDS ?? (text.length > 500_000 ? 20 : 200));
const now = () => Number(process.hrtime.bigint()) / 1e6;
const shown = (times) => {
  times.sort((a, b) => a - b);
  return `median ${times[Math.floor(times.length / 2)].toFixed(1)}, 99th percentile ${times[Math.floor(times.length * 0.99)].toFixed(1)}`;
};

const settings = schema ? { yaml: { schemas: { [pathToFileURL(path.resolve(schema)).href]: ["*.yaml"] }, validate: true, completion: true, hover: true, schemaStore: { enable: false } } } : {};
const begun = now();
const server = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
let arrived = () => {};
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => arrived(p));
connection.onRequest(lsp.RegistrationRequest.type, () => {});
connection.onRequest(lsp.ConfigurationRequest.type, (p) => p.items.map((i) => settings[i.section] ?? {}));
connection.listen();
const next = (version) => new Promise((done) => { arrived = (p) => { if (p.uri === uri && (p.version === undefined || p.version === version)) done(p); }; });
await connection.sendRequest(lsp.InitializeRequest.type, { processId: process.pid, rootUri: null, workspaceFolders: null, capabilities: { workspace: { configuration: true } } });
console.log(`start to initialize answered: ${(now() - begun).toFixed(1)}`);
await connection.sendNotification(lsp.InitializedNotification.type, {});
await connection.sendNotification(lsp.DidChangeConfigurationNotification.type, { settings });
let opened = next(1);
await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "yaml", version: 1, text } });
await opened;

const lines = text.split("\n");
const line = lines.findIndex((l, i) => i > lines.length / 2 && /^ {4}severity: /.test(l));
const end = lines[line].length;
let version = 1;
const edits = [];
for (let i = 0; i < rounds; i++) {
  const start = { line, character: end };
  const change = i % 2 === 0 ? { range: { start, end: start }, text: "x" } : { range: { start, end: { line, character: end + 1 } }, text: "" };
  const published = next(++version);
  const at = now();
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, { textDocument: { uri, version }, contentChanges: [change] });
  await published;
  edits.push(now() - at);
}
console.log(`edit to diagnostics: ${shown(edits)}`);
for (const [name, method] of [["completion", lsp.CompletionRequest.type], ["hover", lsp.HoverRequest.type]]) {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const at = now();
    await connection.sendRequest(method, { textDocument: { uri }, position: { line, character: name === "hover" ? 6 : 14 } });
    times.push(now() - at);
  }
  console.log(`${name}: ${shown(times)}`);
}
try {
  console.log(`memory: ${Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024)} MB`);
} catch {
  // only where the system tells
}
await connection.sendRequest(lsp.ShutdownRequest.type);
await connection.sendNotification(lsp.ExitNotification.type);
process.exit(0);
