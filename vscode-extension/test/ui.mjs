// Drives a real VS Code by mouse and keys, with the packaged extension: what a user sees, and the
// pictures of the README files.
//
//   [UPDATE=1] node test/ui.mjs INSTALLATION VSIX
//
// INSTALLATION: a folder of install-code-server.sh. UPDATE=1 puts the pictures where they are shown.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Editor, until } from "./code-server.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const [installation, vsix] = process.argv.slice(2);
const policy = "policies/support-agent.yaml";
const files = path.join(root, "test", "workspace");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "forgelint-ui-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
const pictures = process.env.UPDATE ? { project: path.join(root, "..", "docs", "images"), extension: path.join(root, "media") } : { project: scratch, extension: scratch };

const settings = {
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "editor.fontSize": 13,
  "editor.lineHeight": 18,
  "editor.stickyScroll.enabled": false,
  "breadcrumbs.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.activityBar.location": "hidden",
  "workbench.sideBar.location": "right",
};

async function session(how, drive) {
  const editor = await Editor.start({ installation, files, vsix, settings, ...how });
  try {
    await editor.page.setViewportSize({ width: 1120, height: 1090 });
    await editor.open([["openFile", editor.uri(path.join(editor.folder, policy))]]);
    await editor.page.waitForSelector(".editor-instance .view-lines", { timeout: 60_000 });
    await drive(editor.page, editor);
  } catch (error) {
    const file = path.join(os.tmpdir(), "forgelint-ui-failed.png");
    await editor.page?.screenshot({ path: file }).then(() => console.error(`see ${file}`), () => {});
    throw error;
  } finally {
    await editor.stop();
  }
}

const line = (page, text) => page.locator(".view-line", { hasText: text });
const word = (page, text) => line(page, text).locator("span", { hasText: text }).last();
const marks = (page) => page.waitForSelector(".squiggly-error", { state: "attached", timeout: 60_000 });
/** Does something until it shows what it is to show: a pop-up goes again when the editor moves meanwhile. */
const show = (page, what, act, selector) =>
  until(what, async () => {
    await act();
    return page.waitForSelector(selector, { timeout: 5000 }).then(() => true, () => false);
  });
const step = (text) => console.log(`ok ${text}`);

await session({}, async (page, editor) => {
  const foreign = new Set();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.hostname !== "127.0.0.1") {
      foreign.add(url.hostname);
    }
  });
  const picture = (folder, name) => page.screenshot({ path: path.join(folder, `${name}.png`) });
  const keys = async (...pressed) => {
    for (const key of pressed) {
      await page.keyboard.press(key);
    }
  };

  await marks(page);
  await keys("Control+b"); // no side bar
  await keys("Control+Shift+m");
  await page.waitForSelector(".markers-panel >> text=RE2 has no lookahead");
  step("the problems are listed");
  // One row or two a finding, without the other places that it speaks of.
  await page.locator(".markers-panel .monaco-list-row").first().click(); // closes the file
  const findings = Number(await page.locator(".markers-panel .monaco-count-badge").first().innerText());
  await keys("ArrowRight");
  for (let i = 0; i < findings; i++) {
    await keys("ArrowDown", "ArrowLeft");
  }
  await keys("Home", "Control+1", "Control+Home"); // back to the start of the file
  const { y: edge } = await page.locator(".part.panel").boundingBox();
  const sashes = await page.locator(".monaco-sash.horizontal").all();
  const boxes = (await Promise.all(sashes.map((sash) => sash.boundingBox()))).filter((box) => box !== null && box.width > 500);
  const sash = boxes.sort((a, b) => Math.abs(a.y - edge) - Math.abs(b.y - edge))[0];
  await page.mouse.move(300, sash.y + sash.height / 2);
  await page.mouse.down();
  await page.mouse.move(300, 765, { steps: 5 });
  await page.mouse.up();
  await line(page, "Reviewed and approved").click();
  await until("no message covers the picture", async () => (await page.locator(".notification-toast").count()) === 0);
  await picture(pictures.project, "problems");
  await keys("Control+j"); // no panel

  await page.setViewportSize({ width: 900, height: 420 });
  const hover = async (text) => {
    await page.mouse.move(800, 20);
    await word(page, text).hover();
  };
  await show(page, "the finding", () => hover("high"), ".monaco-hover:not(.hidden) >> text=only warns");
  step("a finding is explained under the mouse");
  await picture(pictures.extension, "finding");
  await show(page, "what the policy does", () => hover("Block mail once"), ".monaco-hover:not(.hidden) >> text=never blocks");
  step("a policy is explained under the mouse");
  await picture(pictures.extension, "hover");

  await page.mouse.move(800, 20);
  await word(page, "high").click();
  await show(page, "repairs", () => keys("Control+."), ".action-widget >> text=Change to");
  step("repairs are offered");
  await picture(pictures.extension, "fix");
  await keys("Enter");
  await line(page, "severity: critical").first().waitFor();
  await until("the finding goes", async () => (await line(page, "severity: high").count()) === 0);
  step("a repair is applied");

  await keys("Control+End", "Enter");
  await page.keyboard.type("  - name: No step after office hours\n  rule_type: ");
  await keys("Control+Space");
  await page.keyboard.type("work");
  await page.waitForSelector(".suggest-widget.visible .monaco-list-row >> text=working_hours_only");
  const labels = await page.locator(".suggest-widget.visible .monaco-list-row .label-name").allInnerTexts();
  if (labels.filter((label) => label.includes("working_hours_only")).length !== 1) {
    throw new Error(`completion offers ${labels.join(", ")}`);
  }
  step("completion offers a rule once");
  await page.setViewportSize({ width: 900, height: 460 });
  await picture(pictures.extension, "completion");
  await keys("Enter", "Control+s");
  const saved = path.join(editor.folder, policy);
  await until("the file is saved", () => fs.readFileSync(saved, "utf8").includes("rule_type: working_hours_only"));
  step("what is chosen is written");
  if (foreign.size > 0) {
    throw new Error(`asked hosts beyond this machine: ${[...foreign].join(", ")}`);
  }
  console.log(`VS Code ${editor.version}`);
});

// A folder that is not trusted, and that names a program of its own.
const folder = path.join(scratch, "untrusted");
fs.cpSync(files, folder, { recursive: true });
fs.writeFileSync(path.join(folder, "trap.sh"), "#!/bin/sh\ntouch \"$(dirname \"$0\")/sprung\"\n", { mode: 0o755 });
fs.mkdirSync(path.join(folder, ".vscode"));
fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "forgelint.path": "trap.sh" }));
await session({ files: folder, trusted: false }, async (page, editor) => {
  await page.waitForSelector(".statusbar-item >> text=Restricted Mode");
  await marks(page);
  if (fs.existsSync(path.join(editor.folder, "sprung"))) {
    throw new Error("the folder's own program was run");
  }
  step("in a folder that is not trusted the server of the extension works, and no other is run");
});
