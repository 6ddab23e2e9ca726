// Makes a .vsix per platform, each with the program built from this source.
//
//   node scripts/package.mjs [--out FOLDER] [PLATFORM...]      (no PLATFORM: all of them)
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** VS Code's names of the platforms, and Go's. */
const platforms = {
  "linux-x64": ["linux", "amd64"],
  "linux-arm64": ["linux", "arm64"],
  "darwin-x64": ["darwin", "amd64"],
  "darwin-arm64": ["darwin", "arm64"],
  "win32-x64": ["windows", "amd64"],
  "win32-arm64": ["windows", "arm64"],
};

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { values, positionals } = parseArgs({ options: { out: { type: "string", default: root } }, allowPositionals: true });
const chosen = positionals.length > 0 ? positionals : Object.keys(platforms);
const unknown = chosen.filter((name) => !(name in platforms));
if (unknown.length > 0) {
  console.error(`unknown platform ${unknown.join(", ")}: ${Object.keys(platforms).join(", ")}`);
  process.exit(2);
}

/** What the program says of itself, as in a release; nothing where the source is in no git repository. */
function stamp() {
  try {
    const [commit, date] = execFileSync("git", ["log", "-1", "--format=%H %cI"], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim().split(" ");
    return ` -X main.commit=${commit} -X main.date=${date}`;
  } catch {
    return "";
  }
}

const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
// The pictures of README.md, where the market place shows it.
const images = `${manifest.repository.url.replace(/\.git$/, "")}/raw/HEAD/${manifest.repository.directory}`;
const out = path.resolve(values.out);
const bin = path.join(root, "bin");
fs.mkdirSync(out, { recursive: true });
for (const name of chosen) {
  const [GOOS, GOARCH] = platforms[name];
  fs.rmSync(bin, { recursive: true, force: true });
  const program = path.join(bin, GOOS === "windows" ? "forgelint.exe" : "forgelint");
  execFileSync("go", ["build", "-trimpath", "-buildvcs=false", `-ldflags=-s -w -buildid=${stamp()}`, "-o", program, "./cmd/forgelint"], {
    cwd: path.join(root, ".."),
    env: { ...process.env, CGO_ENABLED: "0", GOOS, GOARCH },
    stdio: "inherit",
  });
  const file = path.join(out, `forgelint-${manifest.version}-${name}.vsix`);
  execFileSync(process.execPath, [path.join(root, "node_modules", "@vscode", "vsce", "vsce"), "package", "--target", name, "--no-dependencies", "--baseImagesUrl", images, "--out", file], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  console.log(`${file} ${(fs.statSync(file).size / 1024 / 1024).toFixed(1)} MB`);
}
