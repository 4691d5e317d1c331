/** The settings of the extension, and the folder in which drista runs. */
import * as vscode from 'vscode';
import type { CommandPlace } from './drista-command';

/** How drista is called for this file or folder. */
export function placeFor(folder: vscode.WorkspaceFolder): CommandPlace {
  const { command } = settingsOf(folder);
  return { command, folder: folder.uri.fsPath };
}

/** What the user has set for the folder. */
export function settingsOf(folder: vscode.WorkspaceFolder): {
  readonly command: string;
  readonly program: string;
  readonly options: readonly string[];
} {
  const all = vscode.workspace.getConfiguration('drista', folder.uri);
  return {
    command: all.get<string>('path', 'drista'),
    program: all.get<string>('program', ''),
    options: all.get<string[]>('options', []),
  };
}

/** The workspace's folder in which the user works: that of the active editor, or else the first. */
export function activeFolder(): vscode.WorkspaceFolder | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

/** A signal that is given when VS Code cancels. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const stop = new AbortController();
  if (token.isCancellationRequested) stop.abort();
  token.onCancellationRequested(() => {
    stop.abort();
  });
  return stop.signal;
}
