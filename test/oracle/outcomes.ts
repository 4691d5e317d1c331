/**
 * Outcomes of random programs by definition: the registers of all threads at the end of each execution that brute force
 * finds, and how many executions (combinations of values read) have them. To compare with what the compiled program
 * observes, or prints.
 */
import type { ModelName } from '../../src/model/names';
import type { OutcomeEvents } from '../../src/program/runner';
import { outcomeText } from '../../src/outcomes/outcome-text';
import { OutcomeTally } from '../../src/outcomes/outcome-tally';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { buildText, withProgram } from '../support/compiled';
import { bruteForce } from './brute';
import { cForm } from './c-form';
import type { Litmus, Op } from './litmus';
import { isPlain } from './litmus-properties';
import type { Outcome } from './outcome';
import type { Shape } from './random-shape';

/** Programs whose main creates and joins all threads. */
export const outcomeShapes: Readonly<Record<string, Partial<Shape>>> = {
  atomics: {},
  'plain data passed by flags': { flags: 'synchronising', plain: 2, locs: 1, rmw: false, threads: [2, 3], maxOps: 8 },
  'plain data and mutexes': { plain: 1, locs: 1, mutexes: 1, threads: [2, 3], maxOps: 8 },
  'relaxed and acquire-release': { seqCst: 'none', maxOps: 11 },
  'all seq_cst': { seqCst: 'all', fences: false },
  'one location': { locs: 1, blocks: 5 },
};

/** Programs small enough to print in all orders. */
export const printingShapes: Readonly<Record<string, Partial<Shape>>> = {
  atomics: { maxOps: 5, threads: [2, 3] },
  'with fences': { seqCst: 'heavy', maxOps: 5, threads: [2, 3], skips: false },
};

/** By outcome as text: how many executions have it. */
type Counts = ReadonlyMap<string, number>;

function registersOf(ops: readonly Op[]): string[] {
  return [
    ...new Set(
      ops.flatMap((op) => [...('r' in op ? [op.r] : []), ...('v' in op && typeof op.v === 'object' ? [op.v.r] : [])]),
    ),
  ];
}

/** The registers at the end of a thread whose reads have returned these values. */
function run(ops: readonly Op[], values: readonly number[]): Map<string, number> {
  const registers = new Map(registersOf(ops).map((r) => [r, 0]));
  let read = 0;
  for (let pc = 0; pc < ops.length; pc++) {
    const op = ops[pc];
    if (op.op === 'R' || op.op === 'U' || op.op === 'PR' || op.op === 'T') registers.set(op.r, values[read++]);
    else if (op.op === 'L') read++;
    else if (op.op === 'IF' && registers.get(op.r) !== op.v) pc += op.skip;
    else if (!['IF', 'W', 'F', 'PW', 'UL'].includes(op.op)) throw new Error(`${op.op} is not expected`);
  }
  return registers;
}

/** The values that the reads of each thread return, by execution. */
function executionsOf({ value }: Outcome): number[][][] {
  return [...value].map((key) => key.split(' | ').map((list) => list.split(',').map(Number)));
}

/** What each execution shows, by brute force. */
function expectedCounts(litmus: Litmus, brute: Outcome, of: OutcomeEvents): Counts {
  const counts = new Map<string, number>();
  for (const values of executionsOf(brute)) {
    const all = litmus.threads.flatMap((ops, t) =>
      [...run(ops, values[t + 1] ?? [])].map(([r, value]) => `t${t}${r}=${value | 0}`),
    );
    const sorted = all.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const text = of === 'observed' ? sorted.join(' ') || 'nothing' : `"${sorted.join(' ')}\\n"`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** The program with its registers observed by their threads, or printed by main in the end. */
function programText(litmus: Litmus, of: OutcomeEvents): string {
  const names: string[] = [];
  let thread = '';
  const lines = cForm(litmus)
    .split('\n')
    .flatMap((line) => {
      thread = /^static void \*thread(\d+)\(/.exec(line)?.[1] ?? thread;
      const register = /^\t\(void\)(\w+);$/.exec(line)?.[1];
      if (register === undefined || register === 'unused') return [line];
      const name = `t${thread}${register}`;
      names.push(name);
      return [of === 'observed' ? `\tdrista_observe("${name}", ${register});` : `\t${name} = ${register};`];
    });
  if (of === 'observed') return ['#include <drista.h>', ...lines].join('\n');
  names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const print = `\tprintf("${names.map((name) => `${name}=%d`).join(' ')}\\n"${names.map((n) => `, ${n}`).join('')});`;
  const end = lines.lastIndexOf('\treturn 0;');
  return ['#include <stdio.h>', ...names.map((n) => `static int ${n};`)]
    .concat(lines.slice(0, end), print, lines.slice(end))
    .join('\n');
}

/** What differs, in words; empty: nothing does. Programs with errors are passed over. */
export function outcomeDifferences(litmus: Litmus, models: readonly ModelName[], of: OutcomeEvents): string[] {
  const expected = (brute: Outcome): Counts => expectedCounts(litmus, brute, of);
  return differences(litmus, programText(litmus, of), models, of, expected);
}

/**
 * The same for programs that print in the middle. `litmus` is without prints; each thread is given some, at places that
 * depend on the program. For brute force a print is an exchange of a number of its own with a location of its own.
 */
export function printingDifferences(litmus: Litmus, models: readonly ModelName[]): string[] {
  const place = litmus.locs;
  let count = 0;
  const threads = litmus.threads.map((ops) => {
    const printed = [...ops];
    for (let n = 0; n < (count < 3 ? 1 + (ops.length % 2) : 1); n++) {
      count++;
      // Not within the operations that a skip may leave out, which are counted.
      const at = n === 0 && !ops.some((op) => op.op === 'IF') ? Math.floor(ops.length / 2) : printed.length;
      printed.splice(at, 0, { op: 'U', x: place, o: 'rlx', r: `p${count}`, k: 'xchg', v: count, e: 0 });
    }
    return printed;
  });
  const printing: Litmus = { ...litmus, locs: place + 1, threads };
  const text = cForm(printing).replace(/p(\d+) = atomic_exchange_explicit\([^;]*;/g, "putchar('a' + $1);");
  const expected = (brute: Outcome): Counts => {
    const counts = new Map<string, number>();
    for (const values of executionsOf(brute)) {
      const after = new Map<number, number>();
      for (const [t, ops] of threads.entries())
        for (const [r, before] of run(ops, values[t + 1] ?? []))
          if (r.startsWith('p')) after.set(before, Number(r.slice(1)));
      let shown = '';
      for (let n = after.get(0); n !== undefined; n = after.get(n)) shown += String.fromCharCode(97 + n);
      counts.set(`"${shown}"`, (counts.get(`"${shown}"`) ?? 0) + 1);
    }
    return counts;
  };
  return differences(printing, `#include <stdio.h>\n${text}`, models, 'printed', expected);
}

function differences(
  litmus: Litmus,
  text: string,
  models: readonly ModelName[],
  of: OutcomeEvents,
  countsOf: (brute: Outcome) => Counts,
): string[] {
  const path = buildText(text, ['-Wno-unused']);
  return withProgram(
    path,
    (program) =>
      models.flatMap((model) => {
        const brute = bruteForce(litmus, model);
        if (brute.races.size + brute.deadlocks.size > 0) return [];
        const expected = countsOf(brute);
        const ways: [string, Partial<ExploreOptions>][] = [
          ['observational', { equivalence: 'observational' }],
          ['merging', { equivalence: 'observational', explicit: false, merging: true }],
          ['rf', { equivalence: 'rf' }],
          ['every execution run', { equivalence: 'observational', runAll: true }],
        ];
        return ways.flatMap(([way, options]) => {
          const tally = new OutcomeTally();
          const verdict = explore(program, {
            model,
            equivalence: 'observational',
            keepGoing: true,
            ...options,
            onExecution: (execution, n) => {
              tally.add(execution, n);
            },
          });
          const found = new Map(tally.all(verdict.executions).map((c) => [outcomeText(c.outcome), c.executions]));
          const texts = [...new Set([...expected.keys(), ...found.keys()])];
          return texts
            .filter((text) =>
              options.equivalence === 'rf' || hasPlainData(litmus)
                ? (expected.get(text) ?? 0) > (found.get(text) ?? 0) || expected.has(text) !== found.has(text)
                : expected.get(text) !== found.get(text),
            )
            .map((t) => `${model} ${way} ${of}: ${t}: ${found.get(t) ?? 0} executions, not ${expected.get(t) ?? 0}`);
        });
      }),
    { events: of },
  );
}

/** Executions in which synchronising reads differ by their sources then count apart. */
function hasPlainData({ threads }: Litmus): boolean {
  return threads.some((ops) => ops.some((op) => isPlain(op) || op.op === 'L'));
}
