/** The page of an execution, in a panel. */
import * as vscode from 'vscode';
import { complaintOf, runDrista, type CommandPlace } from './drista-command';
import type { Execution } from './execution';

/** Shows the page that drista draws of the execution. Rejects with one line where it cannot. */
export async function openReport(place: CommandPlace, execution: Execution): Promise<vscode.WebviewPanel> {
  const ended = await runDrista({ ...place, folder: execution.folder }, [
    'replay',
    '--report',
    'html=-',
    execution.saved,
  ]);
  if (ended.stdout === '') throw new Error(complaintOf(ended));
  const panel = vscode.window.createWebviewPanel(
    'drista.report',
    `drista: ${execution.kind}`,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    // The page allows its own script alone, by a Content Security Policy; it loads nothing.
    { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
  );
  panel.webview.html = ended.stdout;
  return panel;
}
