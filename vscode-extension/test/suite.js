// Runs in the extension host of VS Code; its workspace is a copy of testdata/corpus. It asks what the
// editor shows, and knows of the language no more than the names of some rules.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { startYAML } = require("./yaml-server");

const id = "forgelint.forgelint";
const broken = "broken/behaviors/ask-first/behavior.yaml";

const at = (name) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);

async function until(what, holds, ms = 15_000) {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((r) => setTimeout(r, 50))) {
    const value = await holds();
    if (value) {
      return value;
    }
  }
  throw new Error(`not within ${ms / 1000} s: ${what}`);
}

async function open(uri) {
  const document = await vscode.workspace.openTextDocument(uri);
  return vscode.window.showTextDocument(document);
}

const ours = (uri) => vscode.languages.getDiagnostics(uri).filter((d) => d.source === "forgelint");
const codes = (uri) => ours(uri).map((d) => d.code.value);
const found = (uri, code) => until(`${code} in ${uri.path}`, () => ours(uri).find((d) => d.code.value === code));

const errors = (name) => ours(at(name)).filter((d) => d.severity === vscode.DiagnosticSeverity.Error).map((d) => d.message);

/** Ends when the server has looked at what was typed before: it answers in the order of what it is told. */
const asked = (uri) => run("vscode.executeDocumentSymbolProvider", uri);

async function type(uri, text) {
  const editor = await open(uri);
  // An edit is not taken, or is lost, while the file is read again.
  const lines = (content) => content.split(/\r?\n/).join("\n");
  await until(`${uri.path} holds what was typed`, async () => {
    const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
    return (await editor.edit((edit) => edit.replace(whole, text))) && lines(editor.document.getText()) === lines(text);
  });
  return editor;
}

const tests = {
  async "starts the server that comes with the extension"(api) {
    assert.equal(api.running(), true);
    assert.equal(api.server().source, "bundled");
    assert.equal(api.status().text, "forgelint");
    assert.match(api.status().detail, /^\d+\.\d+\.\d+.* \(bundled\)$/);
  },

  async "shows each finding once, at its place, with a link to its rule"() {
    const uri = at(broken);
    await open(uri);
    const d = await found(uri, "unknown-tool");
    assert.equal(d.severity, vscode.DiagnosticSeverity.Error);
    assert.deepEqual([d.range.start.line, d.range.start.character, d.range.end.character], [10, 15, 19]);
    assert.match(d.code.target.path, /unknown-tool\.md$/);
    assert.deepEqual(codes(uri).sort(), ["invalid-regex", "unknown-tool", "unknown-value", "unknown-variable"]);
  },

  async "says nothing of files that are none of ours"() {
    fs.mkdirSync(at("skills").fsPath, { recursive: true });
    fs.writeFileSync(at("skills/index.yaml").fsPath, "skills:\n  - id: x\n");
    const uri = at("skills/index.yaml");
    await open(uri);
    await asked(uri);
    assert.deepEqual(codes(uri), []);
    assert.deepEqual(codes(at("policies/coding-agent.yaml")), []);
  },

  async "completes, and offers nothing twice"() {
    const uri = at(broken);
    await open(uri);
    const list = await run("vscode.executeCompletionItemProvider", uri, new vscode.Position(18, 20));
    const labels = list.items.map((i) => (typeof i.label === "string" ? i.label : i.label.label));
    assert.ok(labels.includes("hard_block"), labels.join());
    assert.equal(labels.length, new Set(labels).size, labels.join());
  },

  async "shows nothing twice beside the YAML language server"() {
    const files = [broken, "broken/policies/limits.yaml", "behaviors/index.yaml", "policies/coding-agent.yaml"];
    for (const file of files) {
      await open(at(file));
      await asked(at(file));
    }
    // The other server is done with them when it has spoken of a file that was opened later.
    fs.writeFileSync(at("other.yaml").fsPath, "services: [\n");
    await open(at("other.yaml"));
    await until("the other server works", () => vscode.languages.getDiagnostics(at("other.yaml")).some((d) => d.source.startsWith("YAML")));
    assert.deepEqual(ours(at("other.yaml")), []);
    for (const file of files) {
      assert.deepEqual(vscode.languages.getDiagnostics(at(file)).filter((d) => d.source !== "forgelint").map((d) => d.message), [], file);
    }
    for (const [line, character] of [[18, 20], [10, 16], [4, 10], [9, 4]]) {
      const { items } = await run("vscode.executeCompletionItemProvider", at(broken), new vscode.Position(line, character));
      const labels = items.map((i) => (typeof i.label === "string" ? i.label : i.label.label));
      assert.equal(labels.length, new Set(labels).size, `${line}:${character}: ${labels}`);
    }
    const hovers = await run("vscode.executeHoverProvider", at(broken), new vscode.Position(18, 6));
    assert.equal(hovers.length, 1);
  },

  async "offers snippets where they fit, and only there"() {
    const offered = async (file, text) => {
      fs.mkdirSync(path.dirname(at(file).fsPath), { recursive: true });
      fs.writeFileSync(at(file).fsPath, "");
      const { document } = await type(at(file), text);
      const list = await run("vscode.executeCompletionItemProvider", document.uri, document.lineAt(document.lineCount - 1).range.end);
      await run("workbench.action.files.revert");
      return list.items.filter((i) => i.kind === vscode.CompletionItemKind.Snippet).map((i) => (typeof i.label === "string" ? i.label : i.label.label));
    };
    const manifest = "name: x\nversion: \"1\"\npolicies:\n";
    for (const text of [`${manifest}  `, `${manifest}  - `, `${manifest}  - pol`]) {
      const names = await offered("policies/new.yaml", text);
      assert.ok(names.length > 20 && names.every((name) => name.startsWith("Policy: ")), `${text}: ${names}`);
    }
    assert.deepEqual(await offered("new/behaviors/index.yaml", "schema_version: \"1\"\nbehaviors:\n  - "), ["Behavior index entry"]);
    assert.deepEqual((await offered("new.yaml", "")).sort(), ["Behavior", "Manifest", "forgelint configuration"]);
    assert.deepEqual(await offered("new.contract.json", ""), ["Agent behavior contract"]);
    assert.deepEqual(await offered("policies/new.yaml", `${manifest}  - name: x\n    `), []);
    assert.deepEqual(await offered("policies/new.yaml", `${manifest}  - name: x\n    rule_type: `), []);
    assert.deepEqual(await offered("other.yaml", "services:\n  "), []);
  },

  async "explains what is under the mouse"() {
    const hovers = await run("vscode.executeHoverProvider", at(broken), new vscode.Position(18, 6));
    const text = hovers.flatMap((h) => h.contents.map((c) => c.value)).join("\n");
    assert.ok(text.includes("default_level"), text);
  },

  async "repairs by a quick fix"() {
    const uri = at(broken);
    const editor = await open(uri);
    const { range } = await found(uri, "unknown-tool");
    const actions = await run("vscode.executeCodeActionProvider", uri, range, vscode.CodeActionKind.QuickFix.value, 10);
    const fix = actions.find((a) => a.title === "Change to `Bash`");
    assert.ok(fix, actions.map((a) => a.title).join());
    assert.equal(await vscode.workspace.applyEdit(fix.edit), true);
    assert.equal(editor.document.lineAt(10).text, "      matcher: Bash");
    await until("the finding goes", () => !codes(uri).includes("unknown-tool"));
  },

  async "repairs all that is safe by a command"() {
    const uri = at(broken);
    const editor = await open(uri);
    await run("forgelint.fixAll");
    await until("the variable is right", () => editor.document.getText().includes("{behavior_id}"));
    await until("its finding goes", () => !codes(uri).includes("unknown-variable"));
  },

  async "looks at what is not saved, and at other files"() {
    const uri = at("behaviors/index.yaml");
    const editor = await open(uri);
    await editor.edit((edit) => edit.replace(editor.document.lineAt(3).range, "  - id: not-there"));
    await found(uri, "missing-behavior");
    await run("undo");
    await until("the finding goes", () => !codes(uri).includes("missing-behavior"));
  },

  async "expands snippets to what is right"() {
    const extension = vscode.extensions.getExtension(id);
    const read = (name) => JSON.parse(fs.readFileSync(path.join(extension.extensionPath, "snippets", name), "utf8"));
    const insert = async (file, before, langId, name) => {
      const editor = await type(at(file), before);
      const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
      editor.selection = new vscode.Selection(end, end);
      await run("editor.action.insertSnippet", { langId, name });
      await run("leaveSnippet");
      await asked(at(file));
      return editor.document.getText();
    };
    fs.writeFileSync(at("policies/new.yaml").fsPath, "");
    const policies = Object.keys(read("yaml.json")).filter((name) => name.startsWith("Policy: "));
    assert.ok(policies.length > 20, `${policies.length}`);
    const head = "name: New\nversion: \"1.0.0\"\npolicies:\n";
    // One after the other they make one manifest.
    let all = head;
    for (const name of policies) {
      const text = await insert("policies/new.yaml", `${all}  `, "yaml", name);
      const policy = text.slice(all.length);
      assert.ok(text.startsWith(all) && policy.startsWith("  - name: ") && policy.includes(`rule_type: ${name.slice(8)}\n`), policy);
      assert.doesNotMatch(policy, /\$\{|\\/, name);
      all = `${text.trimEnd()}\n`;
    }
    await until("findings of the manifest", () => ours(at("policies/new.yaml")).length > 0);
    assert.deepEqual(errors("policies/new.yaml"), []);

    fs.writeFileSync(at("contracts/new.contract.json").fsPath, "");
    const contract = await insert("contracts/new.contract.json", "", "json", "Agent behavior contract");
    assert.equal(JSON.parse(contract).clauses.length, 1);
    fs.mkdirSync(at("behaviors/my-behavior").fsPath);
    fs.writeFileSync(at("behaviors/my-behavior/behavior.yaml").fsPath, "");
    const behavior = await insert("behaviors/my-behavior/behavior.yaml", "", "yaml", "Behavior");
    assert.ok(behavior.includes("\"[{behavior_id}] what stops"), behavior);
    await until("findings of the behavior", () => ours(at("behaviors/my-behavior/behavior.yaml")).length > 0);
    assert.deepEqual(errors("behaviors/my-behavior/behavior.yaml"), []);
    for (const file of ["policies/new.yaml", "contracts/new.contract.json", "behaviors/my-behavior/behavior.yaml"]) {
      await open(at(file));
      await run("workbench.action.files.revert");
    }
  },

  async "shows versions and its log"(api) {
    const text = await run("forgelint.showVersions");
    const { version } = vscode.extensions.getExtension(id).packageJSON;
    assert.ok(text.startsWith(`Extension: forgelint ${version}. Server: forgelint ${version} (go`), text);
    assert.ok(text.endsWith(`bundled: ${api.server().path}`), text);
    await run("forgelint.showLog");
  },

  async "explains a rule on a page"() {
    const page = await run("forgelint.explainRule", "unknown-tool");
    const document = await vscode.workspace.openTextDocument(page);
    assert.equal(document.languageId, "markdown");
    assert.match(document.getText(), /^# unknown-tool\n/);
    await until("the page is shown", () => vscode.window.tabGroups.all.some((g) => g.tabs.some((t) => t.label.includes("unknown-tool"))));
  },

  async "creates a configuration that is right, and keeps one that is there"() {
    const uri = await run("forgelint.createConfiguration");
    assert.equal(uri.path, at(".forgelint.yaml").path);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, "yaml");
    assert.match(document.getText(), /^rules:\n/);
    await run("leaveSnippet");
    await asked(uri);
    assert.deepEqual(codes(uri), []);
    const before = document.getText();
    await run("forgelint.createConfiguration");
    assert.equal(document.getText(), before);
    await run("workbench.action.files.revert");
    fs.rmSync(uri.fsPath);
  },

  async "restarts"(api) {
    const uri = at(broken);
    await open(uri);
    await Promise.all([run("forgelint.restart"), run("forgelint.restart")]);
    assert.equal(api.running(), true);
    await found(uri, "invalid-regex");
    assert.equal(codes(uri).filter((code) => code === "invalid-regex").length, 1);
  },

  async "says so when there is no such server, and comes back"(api) {
    const settings = vscode.workspace.getConfiguration("forgelint");
    await settings.update("path", "not/there", vscode.ConfigurationTarget.Workspace);
    await until("it is missed", () => api.status().text === "forgelint was not found");
    assert.equal(api.running(), false);
    assert.ok(api.status().detail.includes(at("not/there").path), api.status().detail);
    assert.deepEqual(ours(at(broken)), []);
    await settings.update("path", undefined, vscode.ConfigurationTarget.Workspace);
    await until("it is back", () => api.running() && api.status().text === "forgelint");
    await found(at(broken), "invalid-regex");
  },

  async "takes the server that the setting names"(api) {
    const copy = at("tools/my-forgelint").fsPath;
    fs.mkdirSync(path.dirname(copy));
    fs.copyFileSync(api.server().path, copy);
    const settings = vscode.workspace.getConfiguration("forgelint");
    await settings.update("path", "tools/my-forgelint", vscode.ConfigurationTarget.Workspace);
    await until("it runs", () => api.running() && api.server().source === "setting");
    assert.equal(api.server().path, copy);
    await settings.update("path", undefined, vscode.ConfigurationTarget.Workspace);
    await until("the other runs again", () => api.running() && api.server().source === "bundled");
  },

  async "shows lenses when they are switched on"() {
    const uri = at("behaviors/tests-before-commit/behavior.yaml");
    await open(uri);
    const settings = vscode.workspace.getConfiguration("forgelint");
    await settings.update("codeLens", true, vscode.ConfigurationTarget.Workspace);
    await until("lenses", async () => (await run("vscode.executeCodeLensProvider", uri)).length > 0);
    await settings.update("codeLens", undefined, vscode.ConfigurationTarget.Workspace);
    await until("no lenses", async () => (await run("vscode.executeCodeLensProvider", uri)).length === 0);
  },
};

exports.run = async () => {
  const extension = vscode.extensions.getExtension(id);
  const api = await extension.activate();
  const yaml = await startYAML();
  const failed = [];
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test(api);
      console.log(`ok ${name}`);
    } catch (error) {
      failed.push(name);
      console.log(`FAIL ${name}: ${error.stack}`);
    }
  }
  void yaml.stop(); // ends with the extension host at the latest
  assert.deepEqual(failed, []);
};
