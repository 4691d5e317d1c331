/** ThreadSanitizer on the library that enforces schedules, in a program without drista's runtime. */
import { execFileSync, spawnSync } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/paths';
import { scheduleWords } from '../../src/safe/schedule-words';
import type { Effect, ScheduledEvent, ScheduledMove } from '../../src/safe/safe-schedule';
import { folder } from '../support/command';

const sources = ['automaton', 'order', 'schedule', 'atomics', 'trace'];

function event(kind: string, operand: number | null = null): ScheduledEvent {
  return { kind, site: null, object: null, operand, text: kind, place: '' };
}

const events = [event('MutexLock'), event('MutexUnlock'), event('Choose', 2), event('Rmw')];
const effect = (object: number | null, follows: Effect['follows'] = []): Effect => ({
  object,
  writes: true,
  follows,
  changes: true,
});
const effects = [effect(0, [[1, 1, 1]]), effect(0, [[2, 1, 1]]), effect(0), effect(null), effect(2)];

/**
 * Both threads lock, unlock, and do something else, for ever. The state is where they stand, 3 * thread 1 + thread 2.
 */
const states = Array.from({ length: 9 }, (_, state) => {
  const at = [Math.floor(state / 3), state % 3];
  const go = at.flatMap((place, t): ScheduledMove[] => {
    if (place === 0 && at[1 - t] === 1) return [];
    const to = t === 0 ? 3 * ((place + 1) % 3) + at[1] : 3 * at[0] + ((place + 1) % 3);
    const thread = t + 1;
    if (place === 2 && t === 0) return [{ thread, event: 2, value: null, to: [to, to], effects: [3, 3] }];
    return [{ thread, event: place === 2 ? 3 : place, value: null, to: [to], effects: [[t, 2, 4][place]] }];
  });
  const wait = at.flatMap((place, t) => (place === 0 && at[1 - t] === 1 ? [{ thread: t + 1, event: 0 }] : []));
  return { go, wait };
});

const program = join(folder, 'sanitized');
// Of the compilers that set-up installs, this one comes with ThreadSanitizer's library.
const runtime = join(packageRoot(), 'runtime');
execFileSync('gcc', [
  ...['-fsanitize=thread', '-g', '-O1', '-I', runtime, join(packageRoot(), 'test', 'safe', 'enforce-sanitized.c')],
  ...sources.map((name) => join(runtime, 'safe-schedule', `${name}.c`)),
  ...['-ldl', '-o', program],
]);

test.each([0, 1, 2] as const)('--opt %d: no data race, and none of the data that it protects', (opt) => {
  const threads = [0, 1].map((child) => ({ creator: 0, child }));
  const enforcement = { freely: false, statistics: false, seed: 1, opt, traces: false };
  const file = join(folder, `words${opt}`);
  writeFileSync(file, scheduleWords({ threads, events, effects, states }, enforcement));
  const done = spawnSync('setarch', ['-R', program], {
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe', openSync(file, 'r')],
  });
  expect(done).toMatchObject({ status: 0, stderr: '' });
});
