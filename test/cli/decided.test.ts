/** --tune decided: the event from which on no sampled execution is without an error. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildText } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

interface Decided {
  readonly decided?: { readonly event: number; readonly samples: number };
  readonly events: readonly { readonly operation: string }[];
}

/** No limit of time, so that the result is always the same. */
const tune = ['--tune', 'decided=30,minimise=100'];

const example = (name: string): string => build([join(top, 'examples', `${name}.c`)], ['-g']);

/** The operation of the event that decides the error; undefined: none is known. */
function deciding(program: string, ...options: string[]): string | undefined {
  const done = drista([...tune, ...options, '--report', 'json=-', program]);
  const [{ decided, events }] = (JSON.parse(done.stdout) as { errors: Decided[] }).errors;
  if (decided !== undefined) expect(decided.samples).toBe(30);
  return decided && events[decided.event].operation;
}

test.each([
  ['message-passing-relaxed', 'ready.load(acquire) = 1'],
  ['store-buffering', 'x.load(relaxed) = 0'],
  ['dining-philosophers', 'locks fork_at[2]'],
  ['treiber-stack-bug', 'head.compare_exchange(1 → 2, acquire) succeeds'],
])('%s', (name, operation) => {
  expect(deciding(example(name))).toBe(operation);
});

/** Nothing that happens after the first exchange of the flag matters. */
const early = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, other;
void *set(void *a) {
  atomic_exchange(&flag, 1);
  for (int i = 0; i < 3; i++) other++;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  int seen = atomic_exchange(&flag, 2);
  for (int i = 0; i < 3; i++) other++;
  pthread_join(t, 0);
  assert(seen == 1);
}
`;

test('an event long before the error', () => {
  expect(deciding(buildText(early))).toBe('flag.exchange(2, seq_cst) = 0');
});

test('an error of all executions is decided by no event', () => {
  expect(deciding(buildText(early.replace('seen == 1', 'seen == 3')))).toBeUndefined();
});

test('the text report and `drista replay` name the event by its number', () => {
  const program = example('message-passing-relaxed');
  const file = join(folder, 'decided.json');
  const said =
    'note: decided at event 8, message-passing-relaxed.c:26 ready.load(acquire) = 1 of thread 2: each of 30 ' +
    'executions sampled from there has an error, but not each of those sampled from just before\n';
  expect(drista([...tune, '--save', file, program]).stdout).toContain(said);
  expect(drista(['replay', file]).stdout).toContain(said);
  expect(drista(['--tune', 'minimise=off,decided=30', program]).stdout).toContain('note: decided at event ');
  expect(drista([program]).stdout).not.toContain('decided');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"event": 7', '"event": 70'));
  expectRefusal(drista(['replay', file]), /its report is missing or was changed/);
});

test('is refused with --symbolic', () => {
  expectRefusal(drista(['--symbolic', '--tune', 'decided=3', example('store-buffering')]), /decided/);
});
