/**
 * Outcomes of random programs by definition: the registers of all threads at the end of each execution that brute force
 * finds, and how many executions (combinations of values read) have them. To compare with what the compiled program
 * observes, or prints.
 */
import type { ModelName } from '../../src/model/model';
import type { OutcomeEvents } from '../../src/program/runner';
import { outcomeText } from '../../src/outcomes/outcome-text';
import { OutcomeTally } from '../../src/outcomes/outcome-tally';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { buildText, withProgram } from '../support/compiled';
import { bruteForce } from './brute';
import { cForm } from './c-form';
import type { Litmus, Op } from './litmus';

/** Programs of atomics, fences and skips, whose main creates and joins all threads. */
export const outcomeShapes = {
  atomics: { plain: 0 },
  'relaxed and acquire-release': { seqCst: 'none', maxOps: 11 },
  'all seq_cst': { seqCst: 'all', fences: false },
  'one location': { locs: 1, blocks: 5 },
} as const;

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
    if (op.op === 'R' || op.op === 'U') registers.set(op.r, values[read++]);
    else if (op.op === 'IF' && registers.get(op.r) !== op.v) pc += op.skip;
    else if (op.op !== 'IF' && op.op !== 'W' && op.op !== 'F') throw new Error(`${op.op} is not expected`);
  }
  return registers;
}

/** What each execution shows, by brute force. */
function expectedCounts(litmus: Litmus, model: ModelName, of: OutcomeEvents): Counts {
  const counts = new Map<string, number>();
  for (const key of bruteForce(litmus, model).value) {
    const values = key.split(' | ').map((list) => list.split(',').map(Number));
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

/** What differs, in words; empty: nothing does. */
export function outcomeDifferences(litmus: Litmus, models: readonly ModelName[], of: OutcomeEvents): string[] {
  const path = buildText(programText(litmus, of), ['-Wno-unused']);
  return withProgram(
    path,
    (program) =>
      models.flatMap((model) => {
        const expected = expectedCounts(litmus, model, of);
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
              options.equivalence === 'rf'
                ? (expected.get(text) ?? 0) > (found.get(text) ?? 0) || expected.has(text) !== found.has(text)
                : expected.get(text) !== found.get(text),
            )
            .map((t) => `${model} ${way} ${of}: ${t}: ${found.get(t) ?? 0} executions, not ${expected.get(t) ?? 0}`);
        });
      }),
    { events: of },
  );
}
