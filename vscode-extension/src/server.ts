import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

/** Where the server is, and why there. */
export interface Server {
  path: string;
  source: "setting" | "bundled" | "PATH";
}

/**
 * Finds the server: the setting (in trusted folders only: its value may come from the folder), the one
 * that comes with the extension, the one on PATH.
 */
export function findServer(context: vscode.ExtensionContext): Server {
  const set = vscode.workspace.getConfiguration("forgelint").get<string>("path", "").trim();
  if (set !== "" && vscode.workspace.isTrusted) {
    return { path: set, source: "setting" };
  }
  const program = process.platform === "win32" ? "forgelint.exe" : "forgelint";
  const bundled = path.join(context.extensionPath, "bin", program);
  if (isExecutable(bundled)) {
    return { path: bundled, source: "bundled" };
  }
  return { path: program, source: "PATH" };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs the server's program once and returns what it prints. */
export function run(server: Server, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(server.path, args, { timeout: 10_000 }, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(stderr.trim() || error.message));
      } else {
        resolve(stdout);
      }
    });
  });
}
