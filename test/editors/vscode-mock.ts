/**
 * The parts of VS Code's API that the extension uses, as far as they can be told from outside. Each has the type that
 * VS Code gives it (@types/vscode), or a part of that, so the compiler says where the two differ. What the extension
 * has asked for is kept in `seen`.
 */
import { readFileSync } from 'node:fs';
import type * as vscode from 'vscode';

class Position implements Pick<vscode.Position, 'line' | 'character'> {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range implements Pick<vscode.Range, 'isEmpty' | 'isSingleLine'> {
  readonly start: Position;
  readonly end: Position;

  constructor(...[startLine, startCharacter, endLine, endCharacter]: [number, number, number, number]) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }

  get isEmpty(): boolean {
    return this.isSingleLine && this.start.character === this.end.character;
  }

  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }
}

class Uri implements Pick<vscode.Uri, 'fsPath' | 'scheme'> {
  readonly scheme = 'file';
  private constructor(readonly fsPath: string) {}

  static file(path: string): vscode.Uri {
    return new Uri(path) as Pick<vscode.Uri, 'fsPath' | 'scheme'> as vscode.Uri;
  }

  toString(): string {
    return `file://${this.fsPath}`;
  }
}

class Location {
  constructor(
    readonly uri: vscode.Uri,
    readonly range: vscode.Range,
  ) {}
}

class Diagnostic implements vscode.Diagnostic {
  source?: string;
  code?: string;
  relatedInformation?: vscode.DiagnosticRelatedInformation[];

  constructor(
    public range: vscode.Range,
    public message: string,
    public severity: vscode.DiagnosticSeverity,
  ) {}
}

class DiagnosticRelatedInformation implements vscode.DiagnosticRelatedInformation {
  constructor(
    public location: vscode.Location,
    public message: string,
  ) {}
}

class TestMessage implements vscode.TestMessage {
  location?: vscode.Location;
  constructor(public message: string) {}
}

class ThemeColor implements vscode.ThemeColor {
  constructor(readonly id: string) {}
}

class ProcessExecution implements Pick<vscode.ProcessExecution, 'process' | 'args' | 'options'> {
  constructor(
    public process: string,
    public args: string[],
    public options?: vscode.ProcessExecutionOptions,
  ) {}
}

class Task implements Pick<vscode.Task, 'definition' | 'scope' | 'name' | 'source' | 'problemMatchers' | 'group'> {
  group?: vscode.TaskGroup;
  constructor(
    public definition: vscode.TaskDefinition,
    public scope: vscode.WorkspaceFolder,
    public name: string,
    public source: string,
    readonly execution: ProcessExecution,
    public problemMatchers: string[],
  ) {}
}

type Listener = () => unknown;
type Disposing = Pick<vscode.Disposable, 'dispose'>;

/** An event that a test can bring about. */
class Emitter {
  private readonly listeners = new Set<Listener>();

  readonly event = (listener: Listener): Disposing => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(): void {
    for (const listener of this.listeners) listener();
  }
}

/** A token that a test can cancel. */
export class Token implements Pick<vscode.CancellationToken, 'isCancellationRequested'> {
  isCancellationRequested = false;
  private readonly cancelled = new Emitter();
  readonly onCancellationRequested = this.cancelled.event;

  cancel(): void {
    this.isCancellationRequested = true;
    this.cancelled.fire();
  }

  get asToken(): vscode.CancellationToken {
    return this as Pick<vscode.CancellationToken, 'isCancellationRequested'> as vscode.CancellationToken;
  }
}

class Watcher implements Disposing {
  readonly changed = new Emitter();
  readonly onDidChange = this.changed.event;
  readonly onDidCreate = this.changed.event;
  readonly onDidDelete = this.changed.event;
  isDisposed = false;

  constructor(readonly pattern: string) {}

  dispose(): void {
    this.isDisposed = true;
  }
}

type ShownItem = Pick<vscode.TestItem, 'id' | 'label' | 'uri' | 'range' | 'error'>;

/** What became of a test in a run. */
export interface RunEntry {
  readonly state: 'enqueued' | 'started' | 'passed' | 'failed' | 'errored' | 'skipped';
  readonly id: string;
  readonly messages: readonly vscode.TestMessage[];
}

class Run implements Pick<
  vscode.TestRun,
  'enqueued' | 'started' | 'passed' | 'skipped' | 'failed' | 'errored' | 'end'
> {
  readonly entries: RunEntry[] = [];
  output = '';
  isEnded = false;

  enqueued = (item: vscode.TestItem): void => this.add('enqueued', item);
  started = (item: vscode.TestItem): void => this.add('started', item);
  passed = (item: vscode.TestItem): void => this.add('passed', item);
  skipped = (item: vscode.TestItem): void => this.add('skipped', item);
  failed: vscode.TestRun['failed'] = (item, messages) => this.add('failed', item, [messages].flat());
  errored: vscode.TestRun['errored'] = (item, messages) => this.add('errored', item, [messages].flat());
  appendOutput: vscode.TestRun['appendOutput'] = (text) => void (this.output += text);

  end(): void {
    this.isEnded = true;
  }

  private add(state: RunEntry['state'], item: vscode.TestItem, messages: readonly vscode.TestMessage[] = []): void {
    if (this.isEnded) throw new Error('the run has ended');
    this.entries.push({ state, id: item.id, messages });
  }
}

type Profile = Pick<vscode.TestRunProfile, 'label' | 'kind' | 'runHandler' | 'supportsContinuousRun' | 'isDefault'>;

class Controller implements Pick<vscode.TestController, 'id' | 'label' | 'createTestRun' | 'createRunProfile'> {
  private readonly all = new Map<string, ShownItem>();
  readonly profiles: Profile[] = [];
  readonly runs: Run[] = [];
  refreshHandler?: () => Promise<void>;

  constructor(
    readonly id: string,
    readonly label: string,
  ) {}

  readonly items = {
    get: (id: string) => this.all.get(id),
    add: (item: ShownItem) => void this.all.set(item.id, item),
    delete: (id: string) => void this.all.delete(id),
    [Symbol.iterator]: () => this.all[Symbol.iterator](),
  };

  createTestItem(id: string, label: string, uri?: vscode.Uri): vscode.TestItem {
    const item: ShownItem = { id, label, uri, range: undefined, error: undefined };
    return item as vscode.TestItem;
  }

  createRunProfile: vscode.TestController['createRunProfile'] = (label, kind, runHandler, isDefault = false) => {
    const profile: Profile = { label, kind, runHandler, isDefault, supportsContinuousRun: false };
    this.profiles.push(profile);
    return profile as vscode.TestRunProfile;
  };

  createTestRun: vscode.TestController['createTestRun'] = () => {
    const run = new Run();
    this.runs.push(run);
    return run as Partial<vscode.TestRun> as vscode.TestRun;
  };

  dispose(): void {
    this.all.clear();
  }
}

class Collection implements Pick<vscode.DiagnosticCollection, 'clear'> {
  readonly files = new Map<string, readonly vscode.Diagnostic[]>();

  constructor(readonly name: string) {}

  set(uri: vscode.Uri, all: readonly vscode.Diagnostic[]): void {
    this.files.set(uri.fsPath, all);
  }

  clear(): void {
    this.files.clear();
  }

  dispose(): void {
    this.clear();
  }
}

class DecorationType implements vscode.TextEditorDecorationType {
  static count = 0;
  readonly key = String(DecorationType.count++);
  constructor(readonly options: vscode.DecorationRenderOptions) {}
  dispose(): void {
    for (const editor of seen.editors.values()) editor.decorations.delete(this);
  }
}

class Editor implements Pick<vscode.TextEditor, 'setDecorations' | 'revealRange'> {
  readonly decorations = new Map<
    vscode.TextEditorDecorationType,
    readonly (vscode.Range | vscode.DecorationOptions)[]
  >();
  revealed: vscode.Range | undefined;
  shown: vscode.TextDocumentShowOptions | undefined;
  constructor(readonly document: Pick<vscode.TextDocument, 'uri'>) {}

  setDecorations: vscode.TextEditor['setDecorations'] = (type, all) => void this.decorations.set(type, all);

  revealRange(range: vscode.Range): void {
    this.revealed = range;
  }
}

class StatusItem implements Pick<vscode.StatusBarItem, 'text' | 'tooltip' | 'command' | 'name' | 'show' | 'hide'> {
  text = '';
  name: string | undefined;
  tooltip: string | undefined;
  command: string | undefined;
  accessibilityInformation: vscode.AccessibilityInformation | undefined;
  isShown = false;

  constructor(
    readonly id: string,
    readonly alignment: vscode.StatusBarAlignment,
  ) {}

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }

  dispose(): void {
    this.hide();
  }
}

export interface Panel {
  readonly title: string;
  readonly options: vscode.WebviewPanelOptions & vscode.WebviewOptions;
  readonly webview: { html: string };
}

/** What the extension has asked for, and what a user answers. */
export const seen = {
  controllers: [] as Controller[],
  collections: [] as Collection[],
  editors: new Map<string, Editor>(),
  statuses: [] as StatusItem[],
  panels: [] as Panel[],
  terminals: [] as { options: vscode.TerminalOptions; isShown: boolean }[],
  watchers: [] as Watcher[],
  commands: new Map<string, () => Promise<void>>(),
  contexts: new Map<string, unknown>(),
  providers: new Map<string, vscode.TaskProvider>(),
  messages: [] as string[],
  /** The next answer to a message, an input or a choice. */
  answers: [] as (string | undefined)[],
  settings: new Map<string, unknown>(),
  folders: [] as vscode.WorkspaceFolder[],
};

const visibleEditors = new Emitter();

/** The first argument is the text, the others are the buttons. */
function message(text: string): Promise<string | undefined> {
  seen.messages.push(text);
  return Promise.resolve(seen.answers.shift());
}

const window = {
  activeTextEditor: undefined as vscode.TextEditor | undefined,
  get visibleTextEditors() {
    return [...seen.editors.values()];
  },
  onDidChangeVisibleTextEditors: visibleEditors.event,
  createTextEditorDecorationType: (options: vscode.DecorationRenderOptions) => new DecorationType(options),
  createStatusBarItem: (id: string, alignment: vscode.StatusBarAlignment) => {
    const item = new StatusItem(id, alignment);
    seen.statuses.push(item);
    return item;
  },
  showTextDocument: (document: vscode.TextDocument, options: vscode.TextDocumentShowOptions) => {
    const path = document.uri.fsPath;
    const editor = seen.editors.get(path) ?? new Editor(document);
    editor.shown = options;
    seen.editors.set(path, editor);
    return Promise.resolve(editor);
  },
  createTerminal: (options: vscode.TerminalOptions) => {
    const terminal = { options, isShown: false, show: () => void (terminal.isShown = true) };
    seen.terminals.push(terminal);
    return terminal;
  },
  createWebviewPanel: (
    _type: string,
    title: string,
    _column: Parameters<typeof vscode.window.createWebviewPanel>[2],
    options: vscode.WebviewPanelOptions & vscode.WebviewOptions,
  ) => {
    const panel: Panel = { title, options, webview: { html: '' } };
    seen.panels.push(panel);
    return panel;
  },
  showInputBox: (options: vscode.InputBoxOptions) => Promise.resolve(seen.answers.shift() ?? options.value),
  showQuickPick: <T extends vscode.QuickPickItem>(items: readonly T[]) => {
    const wanted = seen.answers.shift();
    return Promise.resolve(items.find(({ label }) => label === wanted));
  },
  withProgress: <R>(
    _options: vscode.ProgressOptions,
    task: (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => Thenable<R>,
  ) => task({ report: () => undefined }, new Token().asToken),
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
};

const workspace = {
  get workspaceFolders() {
    return seen.folders;
  },
  getWorkspaceFolder: (uri: vscode.Uri) =>
    seen.folders.find((folder) => uri.fsPath.startsWith(`${folder.uri.fsPath}/`)),
  getConfiguration: (section: string, scope: vscode.Uri) => ({
    scope,
    get: <T>(name: string, otherwise: T) => (seen.settings.get(`${section}.${name}`) as T | undefined) ?? otherwise,
  }),
  createFileSystemWatcher: (pattern: string) => {
    const watcher = new Watcher(pattern);
    seen.watchers.push(watcher);
    return watcher;
  },
  openTextDocument: (uri: vscode.Uri) => {
    readFileSync(uri.fsPath);
    return Promise.resolve({ uri });
  },
  fs: { readFile: (uri: vscode.Uri) => Promise.resolve(new Uint8Array(readFileSync(uri.fsPath))) },
};

const commands = {
  registerCommand: (name: string, does: () => Promise<void>): Disposing => {
    seen.commands.set(name, does);
    return { dispose: () => seen.commands.delete(name) };
  },
  executeCommand: (name: 'setContext', key: string, value: unknown) => {
    seen.contexts.set(`${name} ${key}`, value);
    return Promise.resolve();
  },
};

/** As `import * as vscode from 'vscode'` has it. */
export const api = {
  Position,
  Range,
  Uri,
  Location,
  Diagnostic,
  DiagnosticRelatedInformation,
  TestMessage,
  ThemeColor,
  ProcessExecution,
  Task,
  TaskGroup: { Test: { id: 'test', isDefault: undefined } },
  DiagnosticSeverity: { Error: 0 },
  TestRunProfileKind: { Run: 1, Debug: 2 },
  StatusBarAlignment: { Left: 1 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  ViewColumn: { Beside: -2 },
  ProgressLocation: { Notification: 15 },
  window,
  workspace,
  commands,
  tests: {
    createTestController: (id: string, label: string) => {
      const controller = new Controller(id, label);
      seen.controllers.push(controller);
      return controller;
    },
  },
  languages: {
    createDiagnosticCollection: (name: string) => {
      const collection = new Collection(name);
      seen.collections.push(collection);
      return collection;
    },
  },
  tasks: {
    registerTaskProvider: (type: string, provider: vscode.TaskProvider): Disposing => {
      seen.providers.set(type, provider);
      return { dispose: () => seen.providers.delete(type) };
    },
  },
};

type Callable = (...args: never) => unknown;

/** Of the functions that the mock has of VS Code's object, those that VS Code's could not be called like. */
type Differences<Mock, Real> = {
  [Name in keyof Mock & keyof Real]: Mock[Name] extends Callable
    ? Real[Name] extends (...args: Parameters<Mock[Name]>) => unknown
      ? never
      : Name
    : never;
}[keyof Mock & keyof Real];

type Unknown<Mock, Real> = Exclude<keyof Mock, keyof Real>;

/** The compiler refuses this if the mock has a member that VS Code has not, or a function with other parameters. */
const differences: readonly (
  | Unknown<typeof api, typeof vscode>
  | Unknown<typeof window, typeof vscode.window>
  | Unknown<typeof workspace, typeof vscode.workspace>
  | Unknown<typeof commands, typeof vscode.commands>
  | Differences<typeof window, typeof vscode.window>
  | Differences<typeof workspace, typeof vscode.workspace>
  | Differences<typeof commands, typeof vscode.commands>
  | Differences<typeof api.tests, typeof vscode.tests>
  | Differences<typeof api.languages, typeof vscode.languages>
  | Differences<typeof api.tasks, typeof vscode.tasks>
)[] = [];
/** An element of the list would be an error of types here. */
export const none: readonly never[] = differences;
