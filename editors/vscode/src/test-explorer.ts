/** Tests in VS Code's Test Explorer: one item for each file that `drista test --list` names. */
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { complaintOf, runDrista, runWithReports } from './drista-command';
import type { Execution } from './execution';
import { lineRange, locationOf } from './problems';
import { placeFor, signalOf } from './settings';
import { headerLine, readTests, type TestOutcome } from './test-outcome';

/** What may change the outcome of tests. */
const SOURCES = '**/*.{c,cc,cpp,cxx,h,hh,hpp,hxx,inc}';
const SETTINGS = '**/{drista.config.json,package.json}';

/** How long changes are gathered before tests run again, in milliseconds. */
const PAUSE = 300;

/** Is told of the errors of a folder's tests each time that some have run. */
export type FoundListener = (folder: vscode.WorkspaceFolder, executions: readonly Execution[]) => void;

export class TestExplorer implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController('drista', 'drista');
  /** The executions of errors, by the ids of tests. */
  private readonly found = new Map<string, readonly Execution[]>();
  private readonly disposables: vscode.Disposable[] = [this.controller];

  constructor(private readonly onFound: FoundListener) {
    const { Run, Debug } = vscode.TestRunProfileKind;
    const run = this.controller.createRunProfile('Run', Run, (request, token) => this.run(request, token), true);
    run.supportsContinuousRun = true;
    this.controller.createRunProfile('Debug in gdb', Debug, (request, token) => this.debug(request, token), true);
    this.controller.refreshHandler = () => this.discover();
    for (const pattern of [SOURCES, SETTINGS]) {
      const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, pattern === SOURCES, false);
      const again = (): void => void this.discover();
      this.disposables.push(watcher, watcher.onDidCreate(again), watcher.onDidDelete(again));
      if (pattern === SETTINGS) this.disposables.push(watcher.onDidChange(again));
    }
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  /** Lists the tests of all folders. What drista cannot list is an item with its complaint. */
  async discover(): Promise<void> {
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const ended = await runDrista(placeFor(folder), ['test', '--list']).catch((error: Error) => error);
      const files =
        ended instanceof Error || ended.status !== 0
          ? undefined
          : ended.stdout.split('\n').filter((name) => name !== '');
      const items = await Promise.all((files ?? []).map((name) => this.itemOf(folder, name)));
      const old = [...this.controller.items].filter(([id]) => isIn(folder, id)).map(([id]) => id);
      for (const id of old) if (!items.some((item) => item.id === id)) this.controller.items.delete(id);
      for (const item of items) this.controller.items.add(item);
      if (files !== undefined) continue;
      const item = this.controller.createTestItem(folder.uri.fsPath, 'drista');
      item.error = ended instanceof Error ? ended.message : complaintOf(ended);
      this.controller.items.add(item);
    }
  }

  private async itemOf(folder: vscode.WorkspaceFolder, name: string): Promise<vscode.TestItem> {
    const uri = vscode.Uri.file(join(folder.uri.fsPath, name));
    const item = this.controller.items.get(uri.fsPath) ?? this.controller.createTestItem(uri.fsPath, name, uri);
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      item.range = lineRange({ file: uri.fsPath, line: headerLine(text) });
      item.error = undefined;
    } catch (error) {
      item.error = (error as Error).message;
    }
    return item;
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous !== true) return this.runOnce(request, token);
    let timer: NodeJS.Timeout | undefined;
    let running = Promise.resolve();
    const watcher = vscode.workspace.createFileSystemWatcher(SOURCES);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // What is unchanged is remembered, so all tests of the request can run.
        running = running.then(() => (token.isCancellationRequested ? undefined : this.runOnce(request, token)));
      }, PAUSE);
    };
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) event(again);
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      watcher.dispose();
    });
  }

  /** Runs the tests that are asked for, in each folder by one call of drista. */
  private async runOnce(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const items = this.itemsOf(request);
    for (const item of items) run.enqueued(item);
    try {
      for (const folder of vscode.workspace.workspaceFolders ?? []) {
        const here = items.filter(({ id }) => isIn(folder, id));
        if (here.length > 0 && !token.isCancellationRequested) await this.runIn(folder, here, run, token);
      }
    } finally {
      run.end();
    }
  }

  private async runIn(
    folder: vscode.WorkspaceFolder,
    items: readonly vscode.TestItem[],
    run: vscode.TestRun,
    token: vscode.CancellationToken,
  ): Promise<void> {
    for (const item of items) run.started(item);
    try {
      const args = ['test', ...items.map(({ id }) => id)];
      const ended = await runWithReports(placeFor(folder), args, ['json', 'sarif'], signalOf(token));
      if (token.isCancellationRequested) {
        for (const item of items) run.skipped(item);
        return;
      }
      const { json, sarif } = ended.reports;
      if (json === undefined || sarif === undefined) throw new Error(complaintOf(ended));
      run.appendOutput(ended.stdout.replace(/\r?\n/g, '\r\n'));
      const outcomes = readTests(json, sarif);
      for (const item of items)
        this.report(
          item,
          outcomes.find(({ file }) => file === item.id),
          run,
        );
      this.onFound(
        folder,
        [...this.found].filter(([id]) => isIn(folder, id)).flatMap(([, all]) => all),
      );
    } catch (error) {
      for (const item of items) run.errored(item, new vscode.TestMessage((error as Error).message));
    }
  }

  private report(item: vscode.TestItem, outcome: TestOutcome | undefined, run: vscode.TestRun): void {
    this.found.set(
      item.id,
      (outcome?.failures ?? []).flatMap(({ execution }) => execution ?? []),
    );
    if (outcome === undefined) return run.errored(item, new vscode.TestMessage('drista says nothing of this test'));
    if (outcome.state === 'passed') return run.passed(item, outcome.milliseconds);
    const messages = outcome.failures.map(({ text, place, execution }) => {
      const message = new vscode.TestMessage(`${text}${execution === undefined ? '' : `\n\n${eventsText(execution)}`}`);
      if (place !== undefined) message.location = locationOf(place);
      return message;
    });
    run[outcome.state](item, messages, outcome.milliseconds);
  }

  /** Runs the tests, and then the execution of each error in gdb, in a terminal. */
  private async debug(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    await this.runOnce(request, token);
    if (token.isCancellationRequested) return;
    for (const item of this.itemsOf(request)) {
      const [execution] = this.found.get(item.id) ?? [];
      if (execution === undefined)
        void vscode.window.showInformationMessage(`drista: ${item.label} has no error that gdb could show`);
      else openGdb(execution, item.label);
    }
  }

  /** All that are asked for, without those that are excluded. */
  private itemsOf({ include, exclude = [] }: vscode.TestRunRequest): readonly vscode.TestItem[] {
    const all = include ?? [...this.controller.items].map(([, item]) => item);
    return all.filter((item) => item.uri !== undefined && !exclude.includes(item));
  }
}

/** The command by which gdb shows the execution, in a terminal of its own. */
export function openGdb(execution: Execution, title: string): void {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(execution.saved));
  const terminal = vscode.window.createTerminal({
    name: `drista gdb: ${title}`,
    cwd: execution.folder,
    shellPath: folder === undefined ? 'drista' : placeFor(folder).command,
    shellArgs: ['replay', '--gdb', execution.saved],
  });
  terminal.show();
}

/** The events with places: a terminal's links lead to these. */
function eventsText({ events, folder }: Execution): string {
  const lines = events.map(({ thread, operation, place, wrong }, i) => {
    const at = place === undefined ? '' : `${place.file.replace(`${folder}/`, '')}:${place.line}: `;
    return `${wrong ? '>' : ' '} (${i + 1}) ${at}${thread}: ${operation}`;
  });
  return lines.join('\n');
}

function isIn(folder: vscode.WorkspaceFolder, id: string): boolean {
  const root = resolve(folder.uri.fsPath);
  return id === root || id.startsWith(`${root}/`);
}
