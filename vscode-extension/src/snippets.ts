import { readFileSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import type { CompletionMiddleware } from "vscode-languageclient/node";

/** An entry of a file in snippets/. Without a prefix VS Code itself offers none while one types. */
interface Entry {
  description: string;
  body: string[];
  isFileTemplate?: boolean;
}

/**
 * Adds the snippets to what the server offers, where they fit: one of a whole file in an empty file,
 * one of an entry where the server offers all keys of the entry. So no snippet shows up inside a value,
 * nor in files that are none of ours.
 */
export function snippetCompletion(extension: string): CompletionMiddleware["provideCompletionItem"] {
  const read = (name: string): [string, Entry][] =>
    Object.entries(JSON.parse(readFileSync(path.join(extension, "snippets", name), "utf8")) as Record<string, Entry>);
  const yaml = read("yaml.json");
  const json = read("json.json");
  return async (document, position, context, token, next) => {
    const result = await next(document, position, context, token);
    const offered = result == null ? [] : Array.isArray(result) ? result : result.items;
    const line = document.lineAt(position).text;
    const start = line.search(/\S|$/);
    const typed = line.slice(start, position.character);
    if (!/^(- *)?[\w-]*$/.test(typed) || line.slice(position.character).trim() !== "") {
      return result;
    }
    const keys = new Set(offered.map((item) => (typeof item.label === "string" ? item.label : item.label.label)));
    const empty = document.getText().trim() === typed;
    const fits = (entry: Entry): boolean => (entry.isFileTemplate ? empty : keysOf(entry).every((key) => keys.has(key)));
    const dash = /^- */.exec(typed)?.[0] ?? "";
    const items = (document.languageId === "yaml" ? yaml : json)
      .filter(([, entry]) => fits(entry))
      .map(([name, entry]) => {
        const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Snippet);
        item.documentation = new vscode.MarkdownString(entry.description);
        item.insertText = new vscode.SnippetString(entry.body.join("\n"));
        item.range = new vscode.Range(position.line, Math.min(start, position.character), position.line, position.character);
        item.filterText = dash + name;
        item.sortText = `~${name}`; // behind what the server offers
        return item;
      });
    if (items.length === 0) {
      return result;
    }
    const all = [...offered, ...items];
    return Array.isArray(result) || result == null ? all : new vscode.CompletionList(all, result.isIncomplete);
  };
}

/** The keys of the list entry that a snippet writes. */
function keysOf(entry: Entry): string[] {
  return entry.body.flatMap((line) => /^(?:- | {2})(\w+):/.exec(line)?.[1] ?? []);
}
