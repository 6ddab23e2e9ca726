import * as vscode from "vscode";
import { run, Server } from "./server";

/** An entry of `forgelint rules --format json`. */
interface Rule {
  code: string;
  severity: string;
  summary: string;
}

const scheme = "forgelint-rule";

/** The pages of the rules, as documents that nobody can edit by mistake. */
export function rulePages(server: () => Server | undefined): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => {
      const running = server();
      return running && run(running, ["explain", codeOf(uri), "--format", "markdown"]);
    },
  });
}

function codeOf(page: vscode.Uri): string {
  return page.path.slice(1).replace(/\.md$/, "");
}

/** Shows a rule's page: of that code, else of one that is asked for, the findings under the cursor first. */
export async function explainRule(server: Server, code?: string): Promise<vscode.Uri | undefined> {
  const chosen = code ?? (await ask(JSON.parse(await run(server, ["rules", "--format", "json"])) as Rule[]));
  if (chosen === undefined) {
    return undefined;
  }
  const page = vscode.Uri.from({ scheme, path: `/${chosen}.md` });
  await vscode.commands.executeCommand("markdown.showPreview", page);
  return page;
}

async function ask(rules: Rule[]): Promise<string | undefined> {
  const here = codesAtCursor();
  const items = (some: Rule[]): vscode.QuickPickItem[] =>
    some.map((rule) => ({ label: rule.code, description: rule.severity, detail: rule.summary }));
  const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const found = rules.filter((rule) => here.has(rule.code));
  const others = rules.filter((rule) => !here.has(rule.code));
  const list = found.length === 0 ? items(rules) : [separator("at the cursor"), ...items(found), separator("all rules"), ...items(others)];
  const picked = await vscode.window.showQuickPick(list, { title: "Explain a Rule", matchOnDetail: true });
  return picked?.label;
}

/** The codes of the findings under the cursor. */
function codesAtCursor(): Set<string> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return new Set();
  }
  const found = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((d) => d.source === "forgelint" && d.range.contains(editor.selection.active));
  return new Set(found.map((d) => String(typeof d.code === "object" ? d.code.value : d.code)));
}
