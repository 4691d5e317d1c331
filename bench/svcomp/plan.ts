/** In which order the executions of a task are looked at: an error may be among few of them. */
import { outOfTime, someValues, type Answer } from './answer';
import { inputValues, largeInputTypes } from './source';

export interface Plan {
  /** How many values each input takes; undefined: drista's default. */
  readonly values: number | undefined;
  /** The program ends where it would create one thread more than so many. Undefined: as many as drista allows. */
  readonly threads: number | undefined;
  /** Undefined: all executions. */
  readonly strategy: 'portfolio' | undefined;
  /** The share of the time that is left. */
  readonly share: number;
}

/** In tasks that create threads for ever, a few threads show the error, and a thousand take too long. */
const FEW_THREADS = 5;

/** How many values inputs take next, where those before show no error. */
const moreValues = (text: string): number[] => (largeInputTypes(text).length > 0 ? [8, 64] : []);

/** Does the program create threads in a loop that need not end? */
export function createsForEver(text: string): boolean {
  const head = /\b(while\s*\(\s*(1|true|__VERIFIER_nondet_\w+\s*\(\s*\))\s*\)|for\s*\(\s*;\s*;\s*\))/.source;
  return new RegExp(`${head}\\s*\\{?[^{}]*\\bpthread_create\\b`).test(text);
}

/**
 * Checks of a program with the first values of inputs. The last explores all executions of all threads in the time that
 * is left; most tasks need less than the first of this kind has. Those between them find errors that both would reach
 * late.
 */
export function plansOf(text: string): Plan[] {
  const all: Plan = { values: inputValues(text), threads: undefined, strategy: undefined, share: 1 };
  const few: Plan = { ...all, threads: FEW_THREADS, share: 0.25 };
  const short: readonly Plan[] = createsForEver(text)
    ? [
        few,
        ...moreValues(text)
          .slice(0, 1)
          .map((values) => ({ ...few, values })),
        { ...few, strategy: 'portfolio' },
      ]
    : [
        { ...all, share: 0.15 },
        { ...all, strategy: 'portfolio', share: 0.45 },
      ];
  return [...short, all];
}

/**
 * What the checks in turn say, until one decides: an error decides, and what a check of all executions says, unless its
 * time was over. `run`: does a check in so many seconds. `now`: the time in milliseconds.
 */
export function inTurn(
  text: string,
  seconds: number,
  run: (plan: Plan, seconds: number) => Answer,
  now: () => number = Date.now,
): Answer {
  const end = now() + seconds * 1000;
  const left = (): number => (end - now()) / 1000;
  let said: Answer | undefined; // by the last check of all executions
  for (const plan of plansOf(text)) {
    if (said !== undefined && left() < 1) break;
    const found = run(plan, left() * plan.share);
    if (found.holds === false) return found;
    if (plan.threads !== undefined || plan.strategy !== undefined) continue;
    said = found;
    if (found.reason !== outOfTime) break;
  }
  if (said!.reason !== someValues) return said!;
  for (const values of moreValues(text)) {
    if (left() < 1) break;
    const found = run({ values, threads: undefined, strategy: undefined, share: 1 }, left());
    if (found.holds === false) return found;
  }
  return said!;
}
