import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, State, TransportKind } from "vscode-languageclient/node";
import { selector } from "./selector";
import { findServer, isExecutable, Server } from "./server";
import { snippetCompletion } from "./snippets";
import { Status } from "./status";

/** The server that runs for this window. Starts and stops happen one after the other. */
export class Session {
  readonly status = new Status();
  server: Server | undefined;
  private client: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
  ) {}

  get running(): boolean {
    return this.client?.state === State.Running;
  }

  restart(): Promise<void> {
    return this.next(async () => {
      await this.close();
      await this.open();
    });
  }

  /** Restarts if another server is to run now: after a change of the setting, or of the folder's trust. */
  async follow(): Promise<void> {
    if (findServer(this.context)?.path !== this.server?.path) {
      await this.restart();
    }
  }

  stop(): Promise<void> {
    return this.next(() => this.close());
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(step, step);
    return this.turn;
  }

  private async open(): Promise<void> {
    this.server = findServer(this.context);
    const server = this.server;
    if (server === undefined || !isExecutable(server.path)) {
      this.fail("missing", server ? `There is no program ${server.path} (${server.source}).` : notFound());
      return;
    }
    this.log.info(`server: ${server.path} (${server.source})`);
    const client = new LanguageClient(
      "forgelint",
      "forgelint",
      { command: server.path, args: ["lsp"], transport: TransportKind.stdio },
      {
        documentSelector: selector,
        outputChannel: this.log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        initializationFailedHandler: () => false,
        synchronize: { configurationSection: "forgelint" },
        middleware: { provideCompletionItem: snippetCompletion(this.context.extensionPath) },
      },
    );
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) {
        const version = client.initializeResult?.serverInfo?.version ?? "";
        const condition = { [State.Starting]: "starting", [State.Running]: "running", [State.Stopped]: "stopped" } as const;
        this.status.show(condition[newState], `${version} (${server.source})`.trim());
      }
    });
    try {
      await client.start();
    } catch (error) {
      this.fail("stopped", `${server.path} could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Says what is wrong, and waits for no answer. */
  private fail(condition: "missing" | "stopped", message: string): void {
    this.log.error(message);
    this.status.show(condition, message);
    void vscode.window.showErrorMessage(`forgelint: ${message}`, "Open Settings", "Show Log").then((choice) => {
      if (choice === "Open Settings") {
        void vscode.commands.executeCommand("workbench.action.openSettings", "forgelint.path");
      } else if (choice === "Show Log") {
        this.log.show();
      }
    });
  }

  private async close(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      // One that did not come up, or went down, cannot be stopped: that is as good.
      this.log.debug(`stop: ${String(error)}`);
    }
  }
}

function notFound(): string {
  if (!vscode.workspace.isTrusted) {
    return "This build of the extension brings no server, and in a folder that is not trusted no other one is run.";
  }
  return "There is no program `forgelint`: set `forgelint.path`, or put it on PATH.";
}
