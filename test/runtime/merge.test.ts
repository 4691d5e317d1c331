/**
 * Servers of one program that explore different executions: what only their runs together show is seen when one gets
 * what the other remembers.
 */
import { Kind } from '../../src/program/label';
import { Server } from '../../src/channel/server';
import { buildText } from '../support/compiled';
import { run, type Step } from './driver';

const program = (first: string, second: string): string =>
  buildText(`
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int before[3], data, after[3];
static int choose(int here) { return atomic_load_explicit(&x, memory_order_relaxed) == here; }
static void *left(void *a) { if (choose(1)) { ${first} } return a; }
static void *right(void *a) { if (choose(2)) { ${second} } return a; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}`);

/** What each thread's load returns. */
const runOf = (server: Server, a: number, b: number): number => {
  const steps: Step[] = [
    [1, Kind.Load, a],
    [2, Kind.Load, b],
  ];
  return run(server, { steps }).conflicts().length;
};

/** Conflicts in the runs of each server, and then in those of both. */
function conflicts(path: string): [number, number, { address: string; size: number; mixed: boolean }[]] {
  const servers = [new Server(path), new Server(path)];
  try {
    for (const server of servers) server.prepare([], []);
    const own = [runOf(servers[0], 1, 0), runOf(servers[1], 0, 2)];
    const both = servers[0].merge(servers[1].checkpoint());
    // What is known is not told again, nor lost: a run that shows it too has nothing new to say.
    expect(runOf(servers[0], 0, 2)).toBe(0);
    return [own[0], own[1], both.map(({ address, size, mixed }) => ({ address: typeof address, size, mixed }))];
  } finally {
    for (const server of servers) server.stop();
  }
}

const place = { address: 'number', size: 4, mixed: false };

test('two writes', () => {
  expect(conflicts(program('data = 1;', 'data = 2;'))).toEqual([0, 0, [place]]);
});
test('a write and a read', () => {
  expect(conflicts(program('data = 1;', 'after[1] = data;'))).toEqual([0, 0, [place]]);
});
test('reads alone', () => {
  expect(conflicts(program('before[1] = data;', 'after[1] = data;'))).toEqual([0, 0, []]);
});
test('neighbours', () => {
  expect(conflicts(program('before[0] = 1;', 'before[1] = 2;'))).toEqual([0, 0, []]);
});
test('plain and atomic', () => {
  expect(conflicts(program('data = 1;', '__atomic_fetch_add(&data, 1, __ATOMIC_RELAXED);'))).toEqual([
    0,
    0,
    [{ ...place, mixed: true }],
  ]);
});
test('several places', () => {
  expect(conflicts(program('before[0] = before[2] = data = 1;', 'after[0] = data; before[2] = 1;'))).toEqual([
    0,
    0,
    [place, place],
  ]);
});
