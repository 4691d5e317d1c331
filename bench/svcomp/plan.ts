/** In which order the executions of a task are looked at: an error may be among few of them. */
import { inputValues, largeInputTypes } from './source';

export interface Plan {
  /** How many values each input takes; undefined: drista's default. */
  readonly values: number | undefined;
  /** The program ends where it would create one thread more than so many. Undefined: as many as drista allows. */
  readonly threads: number | undefined;
}

/** In tasks that create threads for ever, a few threads show the error, and a thousand take too long. */
const FEW_THREADS = 5;

/** How many values inputs take next, where those before show no error. */
const MORE_VALUES = [8, 64];

/** Does the program create threads in a loop that need not end? */
export function createsForEver(text: string): boolean {
  const head = /\b(while\s*\(\s*(1|true|__VERIFIER_nondet_\w+\s*\(\s*\))\s*\)|for\s*\(\s*;\s*;\s*\))/.source;
  return new RegExp(`${head}\\s*\\{?[^{}]*\\bpthread_create\\b`).test(text);
}

/** Checks of a program in turn. Those with few threads, and those with more values, can only find errors. */
export function plansOf(text: string): Plan[] {
  const values = inputValues(text);
  const more = largeInputTypes(text).length > 0 ? MORE_VALUES : [];
  return [
    ...(createsForEver(text) ? [values, ...more.slice(0, 1)].map((n) => ({ values: n, threads: FEW_THREADS })) : []),
    ...[values, ...more].map((n) => ({ values: n, threads: undefined })),
  ];
}
