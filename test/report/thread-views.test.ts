/**
 * What threads may read, as the page shows it, against the memory model asked directly: about every write, after every
 * event, without what ThreadViews remembers and leaves out.
 */
import { join } from 'node:path';
import type { FoundError } from '../../src/explore/common/verdict';
import { modelNames, type ModelName } from '../../src/model/names';
import { closes, Kind, label, Order } from '../../src/program/label';
import { rmwResult } from '../../src/program/rmw';
import { picturedGraph } from '../../src/report/html/pictured-graph';
import { choicesOf, readsMemory } from '../../src/report/html/read-choices';
import { ReplayedGraph } from '../../src/report/html/replayed-graph';
import { ThreadViews } from '../../src/report/html/thread-views';
import { tracedExecution } from '../../src/report/traced-execution';
import { check, build, buildText } from '../support/compiled';
import { top } from '../support/paths';

/** A program of two or three threads with these bodies; `last` stands at the end of main. */
const program = (last: string, ...bodies: readonly string[]): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define rlx memory_order_relaxed
#define acq memory_order_acquire
#define rel memory_order_release
#define sc memory_order_seq_cst
#define W(x, v, o) atomic_store_explicit(&x, v, o)
#define R(x, o) atomic_load_explicit(&x, o)
#define U(x, o) atomic_fetch_add_explicit(&x, 1, o)
#define F(o) atomic_thread_fence(o)
atomic_int x, y, z;
int data, a, b, c, d;
${bodies.map((body, i) => `static void *f${i}(void *unused) { ${body} return unused; }`).join('\n')}
int main(void) {
  pthread_t t[${bodies.length}];
${bodies.map((_, i) => `  pthread_create(&t[${i}], 0, f${i}, 0);`).join('\n')}
${bodies.map((_, i) => `  pthread_join(t[${i}], 0);`).join('\n')}
  ${last}
}
`;

const programs: Readonly<Record<string, string>> = {
  'coherence of reads': program('assert(!(a == 2));', 'W(x, 1, rlx); W(x, 2, rlx);', 'a = R(x, rlx); b = R(x, rlx);'),
  'two writers': program(
    'assert(!(a == 1 && b == 2 && c == 1));',
    'W(x, 1, rlx); W(y, 1, rlx);',
    'W(x, 2, rlx); a = R(x, rlx);',
    'b = R(x, rlx); c = R(y, acq); d = R(x, rlx);',
  ),
  updates: program(
    'assert(a != 2);',
    'U(x, rlx); U(x, rlx); W(x, 9, rlx);',
    'b = R(x, rlx); a = U(x, acq);',
    'U(x, rel);',
  ),
  fences: program(
    'assert(a || b);',
    'W(x, 1, rlx); F(sc); a = R(y, rlx); R(x, rlx);',
    'W(y, 1, rlx); F(sc); R(y, rlx); b = R(x, rlx);',
    'R(x, rlx); F(sc); R(y, rlx);',
  ).replace('assert(a || b)', 'assert(a && b)'),
  'release and acquire': program(
    'assert(d != 3);',
    'data = 1; W(x, 1, rel); W(x, 2, rlx);',
    'if (R(x, acq)) { d = data + 2; R(y, rlx); } W(y, 1, rlx);',
  ),
  'seq_cst accesses': program('assert(a);', 'W(x, 1, sc); a = R(y, sc);', 'W(y, 1, sc); b = R(x, sc); W(x, 2, sc);'),
  'seq_cst among others': program(
    'assert(a || b);',
    'W(x, 1, sc); a = R(y, sc);',
    'W(y, 1, rel); b = R(x, sc);',
    'c = R(x, rlx); d = R(y, acq);',
  ),
};

function replayedOf({ trace }: FoundError, model: ModelName): ReplayedGraph {
  const traced = tracedExecution(trace, [], { name: () => '', initial: () => 0, pointer: () => undefined });
  return new ReplayedGraph(
    traced,
    trace.map((e) => e.thread),
    model,
  );
}

const places = (list: Iterable<number>): number[] => [...list].sort((a, b) => a - b);

/** Follows the trace with both; how many views and reads were compared. */
function compare(error: FoundError, model: ModelName): number {
  const replayed = replayedOf(error, model);
  const views = new ThreadViews(replayed, () => undefined);
  const direct = replayedOf(error, model);
  let compared = 0;
  const atomic = new Set(direct.steps.flatMap(({ label: l }) => (l.loc >= 0 && l.order !== Order.Plain ? l.loc : [])));
  const memory = [...atomic].filter((loc) => direct.steps.some(({ label: l }) => l.loc === loc && readsMemory(l)));
  for (const [at, { thread, label: l, source }] of direct.steps.entries()) {
    if (l.kind === Kind.Load || l.kind === Kind.Rmw) {
      const { excluded } = choicesOf(replayed, views, at);
      const out = new Set(excluded.map(([w]) => w));
      const possible = views.of(thread, l.loc).filter((w) => !out.has(w));
      const asked = direct.graph.location(l.loc).writes.filter((w) => {
        const written = l.kind === Kind.Rmw ? rmwResult(l, w.written!) : undefined;
        return direct.admits({ thread, label: l, source: w, read: w.written, written, node: null });
      });
      expect(places(possible)).toEqual(places(asked.map((w) => direct.place(w))));
      expect(possible).toContain(source);
      compared++;
    }
    replayed.append(at);
    views.follow(at);
    direct.append(at);
    for (let t = 0; t < direct.graph.threads.length; t++) {
      const last = direct.graph.last(t);
      if (last === undefined || closes(last.label)) continue;
      for (const loc of memory) {
        const load = label(Kind.Load, { loc, size: 4 });
        const asked = direct.graph
          .location(loc)
          .writes.filter((w) => direct.admits({ thread: t, label: load, source: w, read: w.written, node: null }));
        expect(places(views.of(t, loc))).toEqual(places(asked.map((w) => direct.place(w))));
        compared++;
      }
    }
  }
  return compared;
}

test.each(Object.keys(programs))('%s', (name) => {
  const path = buildText(programs[name]);
  let compared = 0;
  for (const model of modelNames) {
    const { errors } = check(path, { model, equivalence: 'rf', keepGoing: true });
    for (const error of errors) compared += compare(error, model);
  }
  expect(compared).toBeGreaterThan(20);
});

test('the work is bounded, and the rest is left out', () => {
  const [error] = check(build([join(top, 'test/report/forms/assertion.c')]), {
    model: 'rc11',
    equivalence: 'rf',
  }).errors;
  const traced = tracedExecution(error.trace, [], { name: () => '', initial: () => 0, pointer: () => undefined });
  const events = error.trace.map(({ thread }) => ({ thread, operation: '', place: undefined }));
  const report = { kind: error.kind, events } as never;
  const whole = picturedGraph(report, traced, 'rc11');
  expect(whole.viewsFrom).toBe(0);
  expect(whole.views.length).toBeGreaterThan(10);
  const none = picturedGraph(report, traced, 'rc11', 12);
  expect(none).toEqual({
    ...whole,
    views: [],
    viewsFrom: events.length,
    choices: whole.choices.filter((c) => c.stale),
  });
});

test('views from some event on are those of the whole', () => {
  const [error] = check(buildText(programs['two writers']), { model: 'rc11', equivalence: 'rf' }).errors;
  const followed = (from: number): ThreadViews => {
    const replayed = replayedOf(error, 'rc11');
    const views = new ThreadViews(replayed, () => undefined);
    for (const at of error.trace.keys()) {
      if (from > 0 && at === from) views.begin(at - 1);
      replayed.append(at);
      if (at >= from) views.follow(at);
    }
    return views;
  };
  const whole = followed(0).changes;
  for (const from of [4, 8, error.trace.length - 2]) {
    const changes = followed(from).changes;
    expect(changes.filter(({ at }) => at >= from)).toEqual(whole.filter(({ at }) => at >= from));
  }
});
