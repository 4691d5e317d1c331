/** Processes that perform one command of drista after another. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/base/version';
import { CheckProcesses } from '../../src/testing/check-processes';
import { build } from '../support/compiled';
import { folder } from '../support/command';
import { top } from '../support/paths';

const program = build([join(top, 'examples', 'store-buffering.c')]);
const wrong = ['--report', 'json=-', program];

/** The processes that perform commands of this one. */
function performing(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^\d+ \(.*\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--perform-');
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function ended(): Promise<void> {
  while (performing().length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('one process performs all commands, whatever comes of them', async () => {
  const processes = new CheckProcesses(folder, new AbortController().signal);
  expect(await processes.perform(['--version'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(`^drista ${version()} `) as string,
    stderr: '',
  });
  const [first] = performing();
  const found = await processes.perform(wrong);
  expect(found).toMatchObject({ status: 1, stderr: '' });
  const { executions } = JSON.parse(found.stdout) as { executions: number };
  expect(await processes.perform(['--modle', program])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'drista: unknown option --modle (did you mean --model?): see `drista --help`\n',
  });
  expect(await processes.perform(['--model', 'sc', program])).toMatchObject({ status: 0, stderr: '' });
  const again = await processes.perform(wrong);
  expect(JSON.parse(again.stdout)).toMatchObject({ executions });
  expect((await processes.perform(['outcomes', program])).status).toBe(1);
  expect(performing()).toEqual([first]);
  processes.end();
  await ended();
});

test('many checks leave nothing behind that Node would warn of', async () => {
  const processes = new CheckProcesses(folder, new AbortController().signal);
  const said: string[] = [];
  for (let i = 0; i < 13; i++) said.push((await processes.perform(['--model', 'sc', program])).stderr);
  expect(said.join('')).toBe('');
  processes.end();
  await ended();
});

test('commands at the same time have a process each, and one that is killed is replaced', async () => {
  const processes = new CheckProcesses(folder, new AbortController().signal);
  const both = [processes.perform(['--version']), processes.perform(['--version'])];
  expect(performing()).toHaveLength(2);
  const [killed] = performing();
  process.kill(killed, 'SIGKILL');
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([0, null]);
  expect((await processes.perform(wrong)).status).toBe(1);
  processes.end();
  await ended();
});

test('the signal ends a check as Ctrl-C does', async () => {
  const endless = build([join(top, 'bench', 'programs', 'ainc.c')], ['-DN=9', '-DTOLD']);
  const stop = new AbortController();
  const processes = new CheckProcesses(folder, stop.signal);
  const check = processes.perform(['--equivalence', 'co', '--tune', 'runs=all', endless]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  stop.abort();
  expect(await check).toMatchObject({ status: 3 });
  processes.end();
  await ended();
});
