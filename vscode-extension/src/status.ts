import * as vscode from "vscode";
import { selector } from "./selector";

/** What the server is doing. */
export type Condition = "starting" | "running" | "stopped" | "missing";

/** The server's state, in the language status of the files that it looks at. */
export class Status implements vscode.Disposable {
  readonly item = vscode.languages.createLanguageStatusItem("forgelint", selector);

  constructor() {
    this.item.name = "forgelint";
    this.show("starting");
  }

  show(condition: Condition, detail = ""): void {
    this.item.busy = condition === "starting";
    this.item.text = {
      starting: "forgelint is starting",
      running: "forgelint",
      stopped: "forgelint has stopped",
      missing: "forgelint was not found",
    }[condition];
    this.item.detail = detail;
    const well = condition === "starting" || condition === "running";
    this.item.severity = well ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Error;
    this.item.command = well ? { title: "Show Log", command: "forgelint.showLog" } : { title: "Restart", command: "forgelint.restart" };
  }

  dispose(): void {
    this.item.dispose();
  }
}
