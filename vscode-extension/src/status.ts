import * as vscode from "vscode";
import { State } from "vscode-languageclient/node";
import { selector } from "./selector";

/** The server's state, in the language status of the files that it looks at. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("forgelint", selector);

  constructor() {
    this.item.name = "forgelint";
    this.item.command = { title: "Show Log", command: "forgelint.showLog" };
    this.show(State.Starting);
  }

  show(state: State, detail = ""): void {
    this.item.busy = state === State.Starting;
    this.item.severity = state === State.Stopped ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.item.text = { [State.Running]: "forgelint", [State.Starting]: "forgelint is starting", [State.Stopped]: "forgelint has stopped" }[state];
    this.item.detail = detail;
  }

  dispose(): void {
    this.item.dispose();
  }
}
