import type { DocumentFilter } from "vscode-languageclient/node";

/** The documents that are shown to the server. It decides itself which of them are policy files. */
export const selector: DocumentFilter[] = [
  { language: "yaml" },
  { language: "json" },
  { language: "jsonc", pattern: "**/*.contract.json" },
];
