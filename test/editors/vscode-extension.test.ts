/**
 * The extension for VS Code, with a stand-in for VS Code, the real command `drista`, and real programs. The parts of it
 * that know nothing of VS Code are tested in vscode-parts.test.ts.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import { drista, folder } from '../support/command';
import { build } from '../support/compiled';
import { top } from '../support/paths';
import { api, seen, Token, type RunEntry } from './vscode-mock';

jest.mock('vscode', () => api, { virtual: true });

const { activate } = jest.requireActual<typeof import('../../editors/vscode/src/extension')>(
  '../../editors/vscode/src/extension',
);

const racing = (header: string): string => `${header}
#include <pthread.h>
#include "step.h"
int n;
static void *f(void *a) { n += STEP; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
`;

const root = mkdtempSync(join(folder, 'vscode-'));
const at = (name: string): string => join(root, name);
for (const [name, text] of Object.entries({
  'step.h': '#define STEP 1\n',
  'a.drista.c': racing('// A race.\n// drista: verified'),
  'b.drista.c': racing('// drista: error data-race'),
  'c/c.drista.c': '// drista: verified\nint main(void) { return 0 }\n',
  'no-test.c': 'x',
})) {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

const workspaceFolder = { uri: api.Uri.file(root), name: 'root', index: 0 };
seen.folders.push(workspaceFolder);
seen.settings.set('drista.path', join(top, 'drista'));

const subscriptions: vscode.Disposable[] = [];
let ready = Promise.resolve();

beforeAll(async () => {
  ({ ready } = activate({ subscriptions } as Partial<vscode.ExtensionContext> as vscode.ExtensionContext));
  await ready;
});

afterAll(() => {
  for (const each of subscriptions) each.dispose();
  expect([seen.commands.size, seen.providers.size, seen.statuses.some(({ isShown }) => isShown)]).toEqual([
    0,
    0,
    false,
  ]);
});

const controller = () => seen.controllers[0];
const items = (): vscode.TestItem[] => [...controller().items].map(([, item]) => item as vscode.TestItem);
const itemOf = (name: string): vscode.TestItem => items().find(({ id }) => id === at(name))!;
const command = (name: string): Promise<void> => seen.commands.get(`drista.${name}`)!();

/** Runs tests by the profile; what became of them, with paths below the folder. */
async function run(profile: number, names?: readonly string[], token = new Token()): Promise<readonly RunEntry[]> {
  const request: Pick<vscode.TestRunRequest, 'include' | 'exclude' | 'profile'> = {
    include: names?.map(itemOf),
    exclude: undefined,
    profile: undefined,
  };
  await controller().profiles[profile].runHandler(request as vscode.TestRunRequest, token.asToken);
  const { entries, isEnded } = controller().runs.at(-1)!;
  expect(isEnded).toBe(true);
  return entries.filter(({ state }) => state !== 'enqueued' && state !== 'started');
}

test('package.json names each command, and no other', () => {
  const { contributes } = JSON.parse(readFileSync(join(top, 'editors/vscode/package.json'), 'utf8')) as {
    contributes: { commands: { command: string }[]; keybindings: { command: string }[] };
  };
  const names = contributes.commands.map((each) => each.command).sort();
  expect([...seen.commands.keys()].sort()).toEqual(names);
  expect(names).toEqual(expect.arrayContaining(contributes.keybindings.map((each) => each.command)));
});

test('tests are discovered, with the line that says what they expect', () => {
  expect(items().map(({ label, range }) => [label, range?.start.line])).toEqual([
    ['a.drista.c', 1],
    ['b.drista.c', 0],
    ['c/c.drista.c', 0],
  ]);
});

test('a run: what passed, what failed and where, what could not be built', async () => {
  const entries = await run(0);
  expect(entries.map(({ state, id }) => [state, basename(id)])).toEqual([
    ['failed', 'a.drista.c'],
    ['passed', 'b.drista.c'],
    ['errored', 'c.drista.c'],
  ]);
  const [{ messages: failed }, , { messages: errored }] = entries;
  expect(failed).toHaveLength(1);
  expect(failed[0].location!.uri.fsPath).toBe(at('a.drista.c'));
  expect(failed[0].location!.range.start.line).toBe(5);
  expect(failed[0].message).toMatch(/^data race on n: .*expected verified, found data-race/);
  expect(failed[0].message).toMatch(/\n> \(\d\) a\.drista\.c:6: thread 1 \(f\): (reads|writes) n/);
  expect(errored[0].message).toMatch(/could not be built[^]*expected ';'/);
  expect(errored[0].location!.range.start.line).toBe(1);
  expect(controller().runs.at(-1)!.output).toContain('a.drista.c');
});

test('errors are problems, with their events', () => {
  const { files } = seen.collections[0];
  expect([...files.keys()]).toEqual([at('a.drista.c')]);
  const [{ message, range, code, source, severity, relatedInformation }] = files.get(at('a.drista.c'))!;
  expect([range.start.line, code, source, severity]).toEqual([5, 'data-race', 'drista', 0]);
  expect(message).toMatch(/^data race on n/);
  expect(relatedInformation!.map((each) => each.message)).toContain('(2) main: creates thread 1');
});

test('gdb runs the execution of a test in a terminal', async () => {
  await run(1, ['a.drista.c', 'b.drista.c']);
  expect(seen.terminals).toHaveLength(1);
  const [{ options, isShown }] = seen.terminals;
  const { shellPath, shellArgs, cwd } = options;
  expect([shellPath, cwd, isShown]).toEqual([join(top, 'drista'), root, true]);
  expect(seen.messages.pop()).toBe('drista: b.drista.c has no error that gdb could show');
  // gdb itself takes the line: without a terminal, and to its end.
  const done = drista([...(shellArgs as string[]), '--', '-batch', '-ex', 'drista-events'], {}, root);
  expect(done.stdout).toMatch(/reads n|writes n/);
});

test('one that is cancelled is skipped', async () => {
  const token = new Token();
  const begun = run(0, ['a.drista.c'], token);
  token.cancel();
  expect((await begun).map(({ state }) => state)).toEqual(['skipped']);
});

test('a continuous run begins again when a source has changed, until it is cancelled', async () => {
  const token = new Token();
  const before = controller().runs.length;
  const request = { include: [itemOf('b.drista.c')], exclude: undefined, continuous: true };
  await controller().profiles[0].runHandler(
    request as Partial<vscode.TestRunRequest> as vscode.TestRunRequest,
    token.asToken,
  );
  const watcher = seen.watchers.at(-1)!;
  watcher.changed.fire();
  watcher.changed.fire();
  while (controller().runs.at(-1)?.isEnded !== true || controller().runs.length === before)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(controller().runs.length).toBe(before + 1);
  expect(
    controller()
      .runs.at(-1)!
      .entries.map(({ state }) => state),
  ).toEqual(['enqueued', 'started', 'passed']);
  token.cancel();
  expect(watcher.isDisposed).toBe(true);
});

describe('a program', () => {
  const program = build([join(top, 'test/report/forms/race.c')]);
  const source = join(top, 'test/report/forms/race.c');
  /** What is written beside lines of the source, by line, from 1. */
  const marks = (): [number, string][] => {
    const all = [...seen.editors.get(source)!.decorations.values()].flat() as vscode.DecorationOptions[];
    return all
      .filter((each) => 'renderOptions' in each)
      .map(({ range, renderOptions }): [number, string] => [range.start.line + 1, renderOptions!.after!.contentText!])
      .sort(([a], [b]) => a - b);
  };
  const step = (): string => seen.statuses[0].text;

  test('is checked; its error is stepped through', async () => {
    seen.answers.push(program, 'Step through');
    await command('check');
    expect(seen.messages.pop()).toMatch(/^drista: data race on message/);
    expect([...seen.collections[0].files.keys()].sort()).toEqual([source, at('a.drista.c')].sort());
    expect(seen.contexts.get('setContext drista.stepping')).toBe(true);
    expect(seen.statuses[0].isShown).toBe(true);
    const { revealed, shown } = seen.editors.get(source)!;
    expect([revealed!.start.line, shown]).toEqual([18, { preserveFocus: true }]);
    expect(step()).toBe('drista: step 9 of 9: thread 2 (receiver): reads message (wrong)');
    expect(marks()).toEqual([
      [12, '· thread 1 (sender): ready.store(1, relaxed)'],
      [19, '▶ thread 2 (receiver): reads message (wrong)'],
      [27, '· main: creates thread 2'],
    ]);
    // Each thread has a colour of its own.
    const colors = [...seen.editors.get(source)!.decorations]
      .filter(([, all]) => all.some((each) => 'renderOptions' in each))
      .map(
        ([type]) =>
          (type as vscode.TextEditorDecorationType & { options: vscode.DecorationRenderOptions }).options.after!.color,
      );
    expect(new Set(colors.map((color) => (color as { id: string }).id)).size).toBe(3);
  });

  test('back and on, as far as there are events', async () => {
    await command('previousEvent');
    expect(step()).toBe('drista: step 8 of 9: thread 2 (receiver): ready.load(acquire) = 1 ← thread 1, line 12');
    expect(marks().at(1)).toEqual([18, '▶ thread 2 (receiver): ready.load(acquire) = 1 ← thread 1, line 12']);
    for (let i = 0; i < 20; i++) await command('previousEvent');
    expect(step()).toMatch(/^drista: step 1 of 9: main: begins/);
    expect(marks()).toHaveLength(1);
    for (let i = 0; i < 20; i++) await command('nextEvent');
    expect(step()).toMatch(/^drista: step 9 of 9/);
  });

  test('its page is shown in a panel', async () => {
    await command('openReport');
    const [{ title, options, webview }] = seen.panels;
    expect([title, options.enableScripts, options.localResourceRoots]).toEqual(['drista: data-race', true, []]);
    expect(webview.html).toMatch(/^<!doctype html>[^]*data race on message/i);
    expect(webview.html).toContain("default-src 'none'");
  });

  test('the marks go when stepping ends', async () => {
    await command('stopStepping');
    expect([marks(), seen.statuses[0].isShown]).toEqual([[], false]);
    expect(seen.contexts.get('setContext drista.stepping')).toBe(false);
  });

  test('one of several errors is chosen', async () => {
    seen.answers.push('data-race');
    await command('chooseExecution');
    expect(step()).toMatch(/^drista: step \d of \d: .*\(wrong\)$/);
    await command('stopStepping');
  });

  test('what is verified, and what cannot be checked', async () => {
    seen.answers.push(build([join(top, 'examples/store-buffering-seq-cst.c')]), undefined);
    await command('check');
    expect(seen.messages.pop()).toMatch(/^drista: .*: verified, \d+ executions$/);
    seen.answers.push('./nothing');
    await command('check');
    expect(seen.messages.pop()).toMatch(/^drista: \.\/nothing/);
    expect(seen.messages).toEqual([]);
  });
});

test('tasks, as the problem matcher of package.json reads them', async () => {
  const provider = seen.providers.get('drista')!;
  const token = new Token().asToken;
  const [tests] = (await provider.provideTasks(token))!;
  const lineOf = (task: vscode.Task): (string | undefined)[] => {
    const { process, args } = task.execution as vscode.ProcessExecution;
    return [process, ...args];
  };
  expect(lineOf(tests)).toEqual([join(top, 'drista'), 'test', '--report', 'gcc=-']);
  expect([tests.problemMatchers, tests.group]).toEqual([['$drista'], api.TaskGroup.Test]);
  const definition = { type: 'drista', command: 'check', program: 'queue', arguments: ['--time-limit', '9'] };
  const task = { definition, scope: workspaceFolder } as Partial<vscode.Task> as vscode.Task;
  const check = (await provider.resolveTask(task, token))!;
  expect(lineOf(check).slice(1)).toEqual(['--report', 'gcc=-', '--time-limit', '9', './queue']);

  const { contributes } = JSON.parse(readFileSync(join(top, 'editors/vscode/package.json'), 'utf8')) as {
    contributes: { problemPatterns: { regexp: string }[] };
  };
  const pattern = new RegExp(contributes.problemPatterns[0].regexp);
  const { stdout } = drista(lineOf(tests).slice(1) as string[], {}, root);
  const read = stdout.split('\n').flatMap((line) => pattern.exec(line)?.slice(1, 5).join(' ') ?? []);
  expect(read).toEqual(
    expect.arrayContaining([
      'a.drista.c 2  error',
      'a.drista.c 6  error',
      'a.drista.c 7  note',
      'c/c.drista.c 1  error',
    ]),
  );
  expect(read.some((each) => /^c\/c\.drista\.c 2 \d+ error$/.test(each))).toBe(true);
});

test('tests that are new and gone, and a command that is not there', async () => {
  writeFileSync(at('d.drista.c'), racing('// drista: verified'));
  rmSync(at('b.drista.c'));
  await controller().refreshHandler!();
  expect(items().map(({ label }) => label)).toEqual(['a.drista.c', 'c/c.drista.c', 'd.drista.c']);
  seen.settings.set('drista.path', '/nothing/drista');
  await controller().refreshHandler!();
  expect(items().map(({ label, error }) => [label, error])).toEqual([
    ['drista', `/nothing/drista cannot be started in ${root}: it is not there: set drista.path`],
  ]);
});
