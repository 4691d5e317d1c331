/** States of a machine, and the steps between them. */
import type { Known } from './happens-before';
import type { Place } from './machine';

export interface State {
  /** By thread; null: not created. */
  readonly threads: readonly (Place | null)[];
  readonly memory: readonly number[];
  /** Locations that were freed. */
  readonly freed: readonly number[];
  /** By mutex: its owner; -1: none. */
  readonly owners: readonly number[];
  /** By condition variable: threads that wait. */
  readonly waiting: readonly (readonly number[])[];
  /** By read-write lock: its writer (-1: none), then its readers. */
  readonly rwlocks: readonly (readonly number[])[];
  readonly counts: readonly number[];
  /** By barrier: threads of the running round. */
  readonly arrived: readonly (readonly number[])[];
  /** 0 has not run, 1 runs, 2 has run. */
  readonly onces: readonly number[];
  /** Threads that were joined or detached. */
  readonly used: readonly number[];
  /** How many choices were faults. */
  readonly faults: number;
  readonly known: Known;
}

/**
 * `changes`: something that others may see. `sleeps`: it goes on since another thread has woken it. `looks`: nothing,
 * but it may find something else another time. `locks`: takes a lock or gives one back, as it would whatever others
 * did.
 */
export type StepKind = 'changes' | 'sleeps' | 'looks' | 'locks';

/** What a step does to a semaphore. */
export interface Units {
  readonly semaphore: number;
  /** 1: gives one, -1: takes one. */
  readonly change: number;
  /** The kind of the step in a thread that gives back what it takes. */
  readonly kind: StepKind;
}

/** `error`: what is wrong with the step, with its place, or a failing assumption; the execution ends. */
export type Step = { readonly thread: number; readonly kind: StepKind; readonly units?: Units } & (
  { readonly next: State } | { readonly error: string }
);

export function siteOf({ thread, site }: { readonly thread: number; readonly site: number }): string {
  return `${thread}:${site}`;
}
