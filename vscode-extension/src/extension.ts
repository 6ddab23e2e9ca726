import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, State, TransportKind } from "vscode-languageclient/node";
import { findServer, run, Server } from "./server";
import { selector } from "./selector";
import { Status } from "./status";

let client: LanguageClient | undefined;
let server: Server | undefined;

/** What the extension gives to others, and to its tests. */
export interface Api {
  server(): Server | undefined;
  running(): boolean;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const log = vscode.window.createOutputChannel("forgelint", { log: true });
  const status = new Status();
  context.subscriptions.push(log, status);

  const start = async (): Promise<void> => {
    await stop();
    server = findServer(context);
    log.info(`server: ${server.path} (${server.source})`);
    const options: ServerOptions = { command: server.path, args: ["lsp"], transport: TransportKind.stdio };
    const clientOptions: LanguageClientOptions = {
      documentSelector: selector,
      outputChannel: log,
      synchronize: { configurationSection: "forgelint" },
      markdown: { supportHtml: false },
    };
    client = new LanguageClient("forgelint", "forgelint", options, clientOptions);
    client.onDidChangeState((e) => status.show(e.newState, server?.path));
    try {
      await client.start();
    } catch (error) {
      status.show(State.Stopped, server.path);
      const choice = await vscode.window.showErrorMessage(
        `forgelint could not be started (${server.path}): ${error instanceof Error ? error.message : String(error)}`,
        "Open Settings",
        "Show Log",
      );
      if (choice === "Open Settings") {
        await vscode.commands.executeCommand("workbench.action.openSettings", "forgelint.path");
      } else if (choice === "Show Log") {
        log.show();
      }
    }
  };

  const commands: Record<string, () => unknown> = {
    "forgelint.restart": start,
    "forgelint.showLog": () => log.show(),
    "forgelint.showVersions": () => showVersions(context),
    "forgelint.explainRule": explainRule,
    "forgelint.fixAll": fixAll,
    "forgelint.createConfiguration": createConfiguration,
  };
  for (const [name, command] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, command));
  }
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration("forgelint.path")) {
        void start();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      if (vscode.workspace.getConfiguration("forgelint").get<string>("path", "") !== "") {
        void start();
      }
    }),
  );
  await start();
  return { server: () => server, running: () => client?.state === State.Running };
}

export function deactivate(): Promise<void> {
  return stop();
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.dispose();
}

async function showVersions(context: vscode.ExtensionContext): Promise<void> {
  const extension = (context.extension.packageJSON as { version: string }).version;
  let program = "not running";
  if (server) {
    program = await run(server, ["version"]).then((text) => text.trim(), (error: Error) => error.message);
  }
  await vscode.window.showInformationMessage(`Extension ${extension}. Server: ${program} (${server?.source ?? "none"}: ${server?.path ?? ""})`);
}

/** Asks for a rule, the one under the cursor first, and shows its page. */
async function explainRule(): Promise<void> {
  if (!server) {
    return;
  }
  interface Rule {
    code: string;
    severity: string;
    summary: string;
  }
  const rules = JSON.parse(await run(server, ["rules", "--format", "json"])) as Rule[] | { rules: Rule[] };
  const editor = vscode.window.activeTextEditor;
  const here = new Set(
    editor === undefined
      ? []
      : vscode.languages
          .getDiagnostics(editor.document.uri)
          .filter((d) => d.source === "forgelint" && d.range.contains(editor.selection.active))
          .map((d) => String(typeof d.code === "object" ? d.code.value : d.code)),
  );
  const items = (Array.isArray(rules) ? rules : rules.rules)
    .map((rule) => ({ label: rule.code, description: rule.severity, detail: rule.summary }))
    .sort((a, b) => Number(here.has(b.label)) - Number(here.has(a.label)));
  const picked = await vscode.window.showQuickPick(items, { title: "Explain a rule", matchOnDetail: true });
  if (picked) {
    const text = await run(server, ["explain", picked.label, "--format", "markdown"]);
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text });
    await vscode.commands.executeCommand("markdown.showPreview", document.uri);
  }
}

async function fixAll(): Promise<void> {
  await vscode.commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.forgelint", apply: "first" });
}

/** Opens the folder's configuration, a new one if there is none. */
async function createConfiguration(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    await vscode.window.showInformationMessage("Open a folder first: the configuration `.forgelint.yaml` lies at its root.");
    return;
  }
  const file = vscode.Uri.joinPath(folder.uri, ".forgelint.yaml");
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { ignoreIfExists: true });
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(file);
}
