import * as vscode from "vscode";

/** Opens the configuration of the folder that is worked in; a new one holds the snippet of that name. */
export async function createConfiguration(): Promise<vscode.Uri | undefined> {
  const folder = await chooseFolder();
  if (folder === undefined) {
    return undefined;
  }
  const file = vscode.Uri.joinPath(folder.uri, ".forgelint.yaml");
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { ignoreIfExists: true });
  await vscode.workspace.applyEdit(edit);
  const editor = await vscode.window.showTextDocument(file);
  if (editor.document.getText().trim() === "") {
    await vscode.commands.executeCommand("editor.action.insertSnippet", { langId: "yaml", name: "forgelint configuration" });
  }
  return file;
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void vscode.window.showInformationMessage("Open a folder first: the configuration `.forgelint.yaml` lies at its root.");
    return undefined;
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  const around = active && vscode.workspace.getWorkspaceFolder(active);
  return around ?? (folders.length === 1 ? folders[0] : vscode.window.showWorkspaceFolderPick());
}
