/** In which order the executions of a task are looked at: an error may be among few of them. */
import { outOfTime, someValues, type Answer } from './answer';
import { inputValues, largeInputTypes } from './source';

export interface Plan {
  /** How many values each input takes; undefined: drista's default; `all`: inputs are symbolic. */
  readonly values: number | 'all' | undefined;
  /** The program ends where it would create one thread more than so many. Undefined: as many as drista allows. */
  readonly threads: number | undefined;
  /** Undefined: all executions. */
  readonly strategy: 'portfolio' | undefined;
  /** The share of the time that is left. */
  readonly share: number;
  /** The check is done only if those before have ended for one of these reasons; undefined: in any case. */
  readonly after?: readonly string[];
}

/** In tasks that create threads for ever, a few threads show the error, and a thousand take too long. */
const FEW_THREADS = 5;

/** Does the program create threads in a loop that need not end? */
export function createsForEver(text: string): boolean {
  const head = /\b(while\s*\(\s*(1|true|__VERIFIER_nondet_\w+\s*\(\s*\))\s*\)|for\s*\(\s*;\s*;\s*\))/.source;
  return new RegExp(`${head}\\s*\\{?[^{}]*\\bpthread_create\\b`).test(text);
}

/**
 * Checks of a program, in this order. Most tasks need less than the first of all executions has. What is found of few
 * threads, or at random, counts only if it is an error.
 */
export function plansOf(text: string): Plan[] {
  const all: Plan = { values: inputValues(text), threads: undefined, strategy: undefined, share: 1 };
  const few: Plan = { ...all, threads: FEW_THREADS, share: 0.25 };
  const inputs = largeInputTypes(text).length > 0;
  const whole: Plan[] = inputs ? [{ ...all, values: 'all', share: 0.7, after: [outOfTime, someValues] }] : [];
  const random: Plan = { ...all, strategy: 'portfolio', share: 0.45, after: [outOfTime] };
  return [
    ...(createsForEver(text)
      ? [few, ...(inputs ? [{ ...few, values: 8 }] : []), { ...few, strategy: 'portfolio' as const }, all, ...whole]
      : [{ ...all, share: 0.15 }, random, ...whole, { ...all, after: [outOfTime] }]),
    ...(inputs ? [8, 64].map((values) => ({ ...all, values, after: [someValues] })) : []),
  ];
}

/**
 * What the checks in turn say, until one decides: an error decides, and what a check of all executions of all threads
 * says, unless its time was over or it had too few values. `run`: does a check in so many seconds. `now`: the time in
 * milliseconds.
 */
export function inTurn(
  text: string,
  seconds: number,
  run: (plan: Plan, seconds: number) => Answer,
  now: () => number = Date.now,
): Answer {
  const end = now() + seconds * 1000;
  const left = (): number => (end - now()) / 1000;
  let said: Answer | undefined; // by the last check of all executions with the first values
  for (const plan of plansOf(text)) {
    if (said !== undefined && (left() < 1 || plan.after?.includes(said.reason) === false)) continue;
    const found = run(plan, left() * plan.share);
    if (found.holds === false) return found;
    if (plan.threads !== undefined || plan.strategy !== undefined) continue;
    if (found.holds === true) return found;
    if (typeof plan.values !== 'string' && (said === undefined || said.reason === outOfTime)) said = found;
  }
  return said!;
}
