import { BlockedAtExit } from '../../../src/explore/session/blocked-at-exit';
import { MemoryBudget } from '../../../src/explore/session/memory-budget';
import { Session } from '../../../src/explore/session/session';
import { Kind, label, type Label } from '../../../src/program/label';
import type { Program } from '../../../src/program/program';
import { programOf } from '../../oracle/program-of';

const nobody = (): boolean => false;

function notes(waiting: readonly Label[], program: Partial<Program> = {}, exited: (t: number) => boolean = nobody) {
  const session = new Session({}, new MemoryBudget());
  const blockedAtExit = new BlockedAtExit({ ...programOf([function* () {}]), ...program }, session);
  const pending = waiting.map((one, i) => ({ thread: i + 1, label: one }));
  blockedAtExit.note(pending, exited);
  blockedAtExit.note(pending, exited);
  return session.verdict().notes;
}

test('who waits for what', () => {
  expect(notes([label(Kind.MutexLock, { loc: 0 }), label(Kind.Join, { thread: 5 })])).toEqual([
    'thread 1 waits for ever when the program ends: for a mutex',
    'thread 2 waits for ever when the program ends: for the end of thread 5',
  ]);
});

test('names of data and places, where the program knows them', () => {
  const program = { data: (loc: number) => ['m', ''][loc], place: (site: number) => `a.c:${site}` };
  expect(notes([label(Kind.MutexLock, { loc: 0, site: 9 })], program)).toEqual([
    'thread 1 waits for ever when the program ends: for a mutex (m), a.c:9',
  ]);
  expect(notes([label(Kind.Load, { loc: 0, site: 9 })], program)).toEqual([
    'thread 1 waits for ever when the program ends: in a loop that looks at m, a.c:9',
  ]);
  expect(notes([label(Kind.Load, { loc: 1 })], program)).toEqual([
    'thread 1 waits for ever when the program ends: in a loop',
  ]);
});

test('nobody joins who has ended the program, and main may await the others when it ends', () => {
  expect(notes([label(Kind.Join, { thread: 5 })], {}, (t) => t === 5)).toEqual([]);
  expect(notes([label(Kind.Join, { thread: 5, op: 1 })])).toEqual([]);
});
