import { enabledOf } from '../../../../../src/explore/strategy/state-space/steps/moves';
import { Sc } from '../../../../../src/model/sc';
import { Kind, label, MutexFlag, WaitFlag, type Label } from '../../../../../src/program/label';
import { exchange, GraphBuilder, load, pendingOf, store } from '../../../graphs';

function built() {
  const g = new GraphBuilder(new Sc());
  g.begin(0, 1, 2);
  const moves = (t: number, l: Label) => enabledOf(g.graph, pendingOf(t, l)).map((m) => m.candidate);
  return { g, moves, reads: (t: number, l: Label) => moves(t, l).map((c) => c?.read) };
}

test('a read has one move: it reads what memory holds now', () => {
  const { g, moves } = built();
  g.write(1, 0, 5);
  g.write(2, 0, 7);
  expect(moves(1, load(0)).map((c) => [c!.read, c!.written])).toEqual([[7, undefined]]);
  expect(moves(1, exchange(0, 3)).map((c) => [c!.read, c!.written])).toEqual([[7, 3]]);
  expect(moves(1, store(0, 1))).toEqual([undefined]);
});

test('a choice has a move for each value, a join one when the thread has ended', () => {
  const { g, reads } = built();
  expect(reads(0, label(Kind.Choose, { value: 3 }))).toEqual([0, 1, 2]);
  expect(reads(0, label(Kind.Join, { thread: 1 }))).toEqual([]);
  g.add(1, label(Kind.End));
  expect(reads(0, label(Kind.Join, { thread: 1 }))).toEqual([0]);
});

test('a lock waits while another thread has it; to lock it twice is misuse', () => {
  const { g, moves, reads } = built();
  const lock = label(Kind.MutexLock, { loc: 0 });
  g.operate(1, lock);
  expect(reads(2, lock)).toEqual([]);
  expect(moves(1, lock).map((c) => c!.misuse)).toEqual(['locks a normal mutex that it already holds']);
  expect(moves(2, label(Kind.MutexTrylock, { loc: 0 })).map((c) => c!.object)).toEqual([undefined]);
});

test('a signal has a move for each waiter; a wait that may time out has one of its own', () => {
  const { g, reads } = built();
  for (const t of [1, 2]) g.operate(t, label(Kind.CondBlock, { loc: 0, value: 1 }));
  expect(reads(0, label(Kind.CondSignal, { loc: 0 }))).toEqual([2, 3]);
  expect(reads(1, label(Kind.CondWake, { loc: 0 }))).toEqual([]);
  expect(reads(1, label(Kind.CondWake, { loc: 0, op: WaitFlag.Timed })).length).toBe(1);
});

test('a thread that was woken before it unlocked goes on, though the condition variable has changed since', () => {
  const { g, moves, reads } = built();
  const wake = label(Kind.CondWake, { loc: 0 });
  g.operate(1, label(Kind.MutexLock, { loc: 1 }));
  g.operate(1, label(Kind.CondBlock, { loc: 0, value: 1 }));
  g.operate(0, label(Kind.CondSignal, { loc: 0 }));
  g.operate(2, label(Kind.CondBlock, { loc: 0, value: 1 }));
  g.operate(1, label(Kind.MutexUnlock, { loc: 1, op: MutexFlag.InWait }));
  expect(reads(1, wake)).toEqual([0]);
  expect(moves(1, wake)[0]!.source).toBe(g.graph.location(0).writes.at(-1));
  expect(reads(2, wake)).toEqual([]);
});
