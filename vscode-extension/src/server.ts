import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

/** Where the server is, and why there. */
export interface Server {
  /** Absolute: a bare name could be found in the folder that is open. */
  path: string;
  source: "setting" | "bundled" | "PATH";
}

const program = process.platform === "win32" ? "forgelint.exe" : "forgelint";

/**
 * Finds the server: the setting, the one that comes with the extension, the one on PATH. In a folder
 * that is not trusted only the one that comes with the extension is taken: the setting may come from
 * the folder. The setting is returned even if there is no such program, because to take another one in
 * silence would hide the mistake.
 */
export function findServer(context: vscode.ExtensionContext): Server | undefined {
  const bundled: Server = { path: path.join(context.extensionPath, "bin", program), source: "bundled" };
  if (!vscode.workspace.isTrusted) {
    return isExecutable(bundled.path) ? bundled : undefined;
  }
  const set = vscode.workspace.getConfiguration("forgelint").get<string>("path", "").trim();
  if (set !== "") {
    return { path: absolute(set), source: "setting" };
  }
  if (isExecutable(bundled.path)) {
    return bundled;
  }
  const found = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((dir) => path.isAbsolute(dir))
    .map((dir) => path.join(dir, program))
    .find(isExecutable);
  return found === undefined ? undefined : { path: found, source: "PATH" };
}

/** A leading `~` is the home folder; a relative path starts at the first folder of the workspace. */
function absolute(file: string): string {
  if (file === "~" || /^~[/\\]/.test(file)) {
    return path.join(homedir(), file.slice(1));
  }
  return path.resolve(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), file);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Runs the server's program once and returns what it prints. */
export function run(server: Server, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(server.path, args, { timeout: 10_000, maxBuffer: 16 << 20 }, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(stderr.trim() || error.message));
      } else {
        resolve(stdout);
      }
    });
  });
}
