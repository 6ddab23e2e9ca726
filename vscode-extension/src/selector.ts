import type { DocumentFilter } from "vscode-languageclient/node";

/**
 * Files, unsaved files, and files of remote repositories. Other schemes show the same texts again: the
 * old side of a comparison would bring every finding twice.
 */
const schemes = ["file", "untitled", "vscode-vfs"];

/** The documents that are shown to the server. It decides itself which of them are policy files. */
export const selector: DocumentFilter[] = schemes.flatMap((scheme) => [
  { scheme, language: "yaml" },
  { scheme, language: "json" },
  { scheme, language: "jsonc", pattern: "**/*.contract.json" },
]);
