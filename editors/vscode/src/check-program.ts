/** The command that checks a program: its errors become problems, and can be stepped through. */
import * as vscode from 'vscode';
import { complaintOf, runWithReports } from './drista-command';
import { readCheck, type CheckReport } from './execution';
import { placeFor, settingsOf, signalOf } from './settings';

/** Asks for the program; undefined: the user does not want to name one. */
export async function askProgram(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  const program = await vscode.window.showInputBox({
    title: 'drista: Check program',
    prompt: 'The program, built with `drista cc`, relative to the folder of the workspace',
    value: settingsOf(folder).program,
  });
  return program === '' ? undefined : program;
}

/** Checks the program; undefined: it was cancelled. Rejects with one line where there is no report. */
export async function checkProgram(folder: vscode.WorkspaceFolder, program: string): Promise<CheckReport | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `drista checks ${program}`,
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const args = [...settingsOf(folder).options, isPath(program) ? program : `./${program}`];
    const ended = await runWithReports(placeFor(folder), args, ['json'], signalOf(token));
    if (token.isCancellationRequested) return undefined;
    if (ended.reports.json === undefined) throw new Error(complaintOf(ended));
    const report = readCheck(ended.reports.json, folder.uri.fsPath);
    if (report.verdict === 'failure') throw new Error(report.message);
    return report;
  });
}

const isPath = (program: string): boolean => program.includes('/');
