/**
 * Stepping through an execution: the line of each thread is marked in the editors, in a colour of its own and with its
 * name, and the status bar says which step it is.
 */
import * as vscode from 'vscode';
import type { Execution } from './execution';
import { lineRange } from './problems';
import { Stepper, type ThreadPosition } from './stepper';

/** Colours of VS Code's themes, one for each thread, again from the first. */
const colors = ['charts.blue', 'charts.orange', 'charts.green', 'charts.purple', 'charts.red', 'charts.yellow'];

/** The context in which the commands of stepping are there. */
const CONTEXT = 'drista.stepping';

export class SteppingView implements vscode.Disposable {
  private stepper: Stepper | undefined;
  /** For each colour. */
  private readonly lines = colors.map((name) => {
    const color = new vscode.ThemeColor(name);
    return vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      borderStyle: 'solid',
      borderWidth: '0 0 0 4px',
      borderColor: color,
      overviewRulerColor: color,
      after: { margin: '0 0 0 2em', color },
    });
  });
  /** The line of the current event, as debuggers show it. */
  private readonly current = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
  });
  private readonly status = vscode.window.createStatusBarItem('drista.step', vscode.StatusBarAlignment.Left);
  private readonly listener = vscode.window.onDidChangeVisibleTextEditors(() => {
    this.decorate();
  });

  constructor() {
    this.status.name = 'drista: step of an execution';
    this.status.command = 'drista.nextEvent';
  }

  /** The execution that is shown. */
  get execution(): Execution | undefined {
    return this.stepper?.execution;
  }

  /** Shows the execution where it goes wrong. */
  async start(execution: Execution): Promise<void> {
    this.stepper = new Stepper(execution);
    this.stepper.toError();
    await vscode.commands.executeCommand('setContext', CONTEXT, true);
    await this.show();
  }

  /** Goes so many events on, or back. */
  async move(by: number): Promise<void> {
    this.stepper?.move(by);
    await this.show();
  }

  async stop(): Promise<void> {
    this.stepper = undefined;
    await vscode.commands.executeCommand('setContext', CONTEXT, false);
    this.status.hide();
    this.decorate();
  }

  dispose(): void {
    for (const each of [...this.lines, this.current, this.status, this.listener]) each.dispose();
  }

  private async show(): Promise<void> {
    if (this.stepper === undefined) return;
    this.status.text = `drista: ${this.stepper.title}`;
    this.status.tooltip = `${this.stepper.execution.message}\nClick: next event`;
    this.status.accessibilityInformation = { label: this.status.text };
    this.status.show();
    const at = this.stepper.current?.place;
    if (at !== undefined) {
      try {
        const document = await vscode.workspace.openTextDocument(vscode.Uri.file(at.file));
        const editor = await vscode.window.showTextDocument(document, { preserveFocus: true });
        editor.revealRange(lineRange(at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      } catch {
        void vscode.window.showWarningMessage(`drista: ${at.file} cannot be opened`);
      }
    }
    this.decorate();
  }

  private decorate(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const here = (this.stepper?.positions ?? []).filter(({ place }) => place.file === editor.document.uri.fsPath);
      for (const [i, line] of this.lines.entries())
        editor.setDecorations(line, here.filter(({ thread }) => thread % colors.length === i).map(decorationOf));
      editor.setDecorations(
        this.current,
        here.filter(({ isCurrent }) => isCurrent).map(({ place }) => lineRange(place)),
      );
    }
  }
}

function decorationOf({ place, label }: ThreadPosition): vscode.DecorationOptions {
  return { range: lineRange(place), hoverMessage: label, renderOptions: { after: { contentText: label } } };
}
