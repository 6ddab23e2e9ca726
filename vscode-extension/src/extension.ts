import * as vscode from "vscode";
import { createConfiguration } from "./configuration";
import { explainRule, rulePages } from "./rules";
import { run, Server } from "./server";
import { Session } from "./session";

/** What the extension gives to other extensions, and to its own tests. */
export interface Api {
  server(): Server | undefined;
  running(): boolean;
  /** What the language status says. */
  status(): { text: string; detail: string };
}

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const log = vscode.window.createOutputChannel("forgelint", { log: true });
  const current = new Session(context, log);
  session = current;
  /** For commands that need the program: they say so if there is none. */
  const withServer =
    <A extends unknown[], T>(command: (server: Server, ...args: A) => T) =>
    (...args: A): T | undefined => {
      if (current.server === undefined) {
        void vscode.window.showErrorMessage("forgelint: no server was found.");
        return undefined;
      }
      return command(current.server, ...args);
    };
  const commands: Record<string, (...args: never[]) => unknown> = {
    "forgelint.restart": () => current.restart(),
    "forgelint.showLog": () => log.show(),
    "forgelint.showVersions": () => showVersions(context, current.server),
    "forgelint.explainRule": withServer(explainRule),
    "forgelint.fixAll": fixAll,
    "forgelint.createConfiguration": createConfiguration,
  };
  context.subscriptions.push(
    log,
    current.status,
    rulePages(() => current.server),
    vscode.workspace.onDidGrantWorkspaceTrust(() => current.follow()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration("forgelint.path")) {
        void current.follow();
      }
    }),
    ...Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command)),
  );
  await current.restart();
  return {
    server: () => current.server,
    running: () => current.running,
    status: () => ({ text: current.status.item.text, detail: current.status.item.detail ?? "" }),
  };
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** Shows which extension and which server run, and returns the text. */
async function showVersions(context: vscode.ExtensionContext, server: Server | undefined): Promise<string> {
  const { version } = context.extension.packageJSON as { version: string };
  const program = server
    ? `${(await run(server, ["version"]).catch((error: Error) => error.message)).trim()}, ${server.source}: ${server.path}`
    : "none";
  const text = `Extension: forgelint ${version}. Server: ${program}`;
  void vscode.window.showInformationMessage(text, "Copy").then((choice) => {
    if (choice === "Copy") {
      void vscode.env.clipboard.writeText(text);
    }
  });
  return text;
}

/** Applies the fixes that are safe. */
async function fixAll(): Promise<void> {
  await vscode.commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.forgelint", apply: "first" });
}
