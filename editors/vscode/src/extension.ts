/** The extension: connects its parts with VS Code. */
import * as vscode from 'vscode';
import { askProgram, checkProgram } from './check-program';
import type { Execution } from './execution';
import { Problems } from './problems';
import { openReport } from './report-panel';
import { activeFolder, placeFor } from './settings';
import { SteppingView } from './stepping-view';
import { taskProvider } from './tasks';
import { TestExplorer } from './test-explorer';

/** Called by VS Code. What it returns is for tests. */
export function activate(context: vscode.ExtensionContext): { readonly ready: Promise<void> } {
  const collection = vscode.languages.createDiagnosticCollection('drista');
  const problems = new Problems(collection);
  const view = new SteppingView();
  /** The errors that were found last, by where they come from. */
  const found = new Map<string, readonly Execution[]>();
  const show = (source: string, executions: readonly Execution[]): void => {
    found.set(source, executions);
    problems.show(source, executions);
  };
  const explorer = new TestExplorer((folder, executions) => {
    show(`tests of ${folder.uri.fsPath}`, executions);
  });

  async function check(): Promise<void> {
    const folder = activeFolder();
    if (folder === undefined) throw new Error('open a folder first');
    const program = await askProgram(folder);
    const report = program === undefined ? undefined : await checkProgram(folder, program);
    if (program === undefined || report === undefined) return;
    show(`check of ${folder.uri.fsPath} ${program}`, report.errors);
    const [first] = report.errors;
    if (first === undefined) {
      void vscode.window.showInformationMessage(
        `drista: ${program}: ${report.verdict}, ${report.executions} executions`,
      );
      return;
    }
    const answer = await vscode.window.showErrorMessage(`drista: ${first.message}`, 'Step through', 'Open report');
    if (answer === 'Step through') await view.start(first);
    if (answer === 'Open report') await openReport(placeFor(folder), first);
  }

  async function choose(): Promise<void> {
    const all = [...found.values()].flat();
    if (all.length === 0) throw new Error('no error is known: run tests, or check a program');
    const items = all.map((execution) => ({ label: execution.kind, detail: execution.message, execution }));
    const chosen =
      items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: 'Step through an execution' });
    if (chosen !== undefined) await view.start(chosen.execution);
  }

  async function report(): Promise<void> {
    const folder = activeFolder();
    if (view.execution !== undefined && folder !== undefined) await openReport(placeFor(folder), view.execution);
  }

  const commands: Readonly<Record<string, () => Promise<void>>> = {
    'drista.check': check,
    'drista.chooseExecution': choose,
    'drista.openReport': report,
    'drista.nextEvent': () => view.move(1),
    'drista.previousEvent': () => view.move(-1),
    'drista.stopStepping': () => view.stop(),
  };
  context.subscriptions.push(
    collection,
    view,
    explorer,
    vscode.tasks.registerTaskProvider('drista', taskProvider),
    ...Object.entries(commands).map(([name, does]) => vscode.commands.registerCommand(name, () => saying(does))),
  );
  return { ready: explorer.discover() };
}

/** Says what went wrong, in one line. */
async function saying(does: () => Promise<void>): Promise<void> {
  try {
    await does();
  } catch (error) {
    void vscode.window.showErrorMessage(`drista: ${(error as Error).message}`);
  }
}
