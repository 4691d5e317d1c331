/**
 * A bounded search for other executions with the same errors and fewer context switches: a few random walks whose
 * threads rarely change priority (strategy/walks/pct.ts), then all executions without a preemption, with at most one,
 * and so on. An error that takes few preemptions is found among few executions (Musuvathi and Qadeer, PLDI 2007).
 */
import type { FoundError } from '../explore/common/verdict';
import type { ExploreOptions } from '../explore/explore-options';
import { explore } from '../explore/explorer';
import type { Label } from '../program/label';
import type { Program } from '../program/program';
import { isShorter, lengthOf, shorterOrders, type Length } from './shorter';

/** Walks for each number of changes of priority, and the most changes. */
const WALKS = 20,
  CHANGES = 2;
/** States that may be entered for each execution that may be looked at. */
const STATES = 50;
/** The most executions of one error that are put in a better order. */
const CANDIDATES = 200;

export interface SearchLimits {
  /** How many executions may be looked at. */
  readonly executions: number;
  /** Asked at every state: should the search end? */
  readonly isOver: () => boolean;
}

/** The kind and the places of an error, whichever threads it is about: the same in all instances of the program. */
export function placesOf({ kind, involved, message }: FoundError, program: Pick<Program, 'nameOf'>): string {
  const nameOf = (l: Label): string => program.nameOf?.(l) ?? `${l.site} ${l.kind} ${l.loc}`;
  const said = ['data-race', 'deadlock', 'livelock'].includes(kind) ? '' : message.replace(/\bmain\b|thread \d+/g, '');
  return [
    kind,
    said,
    ...involved
      .map(({ label }) => label)
      .map(nameOf)
      .sort(),
  ].join(' ');
}

/** Searches the program for executions that are shorter than those of the errors at the same places. */
export class ShorterSearch {
  /** By error: the length to stay below, and the executions that do, the shortest first. */
  private readonly sought = new Map<string, { length: Length; found: FoundError[]; seen: number }>();
  private looked = 0;
  private states = 0;

  /** `known`: by `placesOf`, the length of the execution that is known. */
  constructor(
    private readonly program: Program,
    private readonly options: ExploreOptions,
    private readonly limits: SearchLimits,
    known: ReadonlyMap<string, Length>,
  ) {
    for (const [error, length] of known) this.sought.set(error, { length, found: [], seen: 0 });
  }

  /**
   * By error: shorter executions, the shortest first, for the numbering of the program. Exceptions of the program pass
   * through; what was found before stays.
   */
  run(): void {
    const { preemptions: most = Infinity } = this.options;
    // Walks know no bound.
    for (let d = 1; most === Infinity && d <= 1 + CHANGES && !this.isOver; d++)
      this.explore({ strategy: 'pct', depth: d, maxExecutions: WALKS });
    for (let n = 0; n <= most && !this.isOver && this.fewest() > n; n++)
      if (!this.explore({ strategy: 'partition', preemptions: n }).limitsHit.includes('bound')) return;
  }

  /** The executions of the error that are shorter than the known one, the shortest first. */
  found(error: string): readonly FoundError[] {
    return this.sought.get(error)?.found ?? [];
  }

  private get isOver(): boolean {
    const { executions, isOver } = this.limits;
    return this.looked >= executions || this.states >= STATES * executions || isOver();
  }

  /** The most context switches of all the shortest executions: as many preemptions are too many. */
  private fewest(): number {
    return Math.max(...[...this.sought.values()].map(({ length }) => length.switches));
  }

  private explore(how: Partial<ExploreOptions>): ReturnType<typeof explore> {
    return explore(this.program, {
      ...this.options,
      ...how,
      equivalence: 'rf',
      keepGoing: true,
      accepts: (e) => {
        this.look(e);
        return false;
      },
      onExecution: () => {
        this.looked++;
      },
      interrupted: () => {
        this.states++;
        return this.isOver;
      },
    });
  }

  private look(e: FoundError): void {
    this.looked++;
    const sought = this.sought.get(placesOf(e, this.program));
    if (sought === undefined || sought.seen++ >= CANDIDATES) return;
    for (const candidate of [...shorterOrders(e), e]) {
      const length = lengthOf(candidate);
      if (!isShorter(length, sought.length)) continue;
      sought.length = length;
      sought.found.unshift(candidate);
    }
  }
}
