/**
 * Finds a short execution for each error of a check: the found one in another order, or another one. What
 * is reported has been run in a process of its own. Whatever fails here, the error stays as it was found.
 */
import { secondsUntil } from '../base/deadline';
import type { Server } from '../channel/server';
import type { FoundError } from '../explore/common/verdict';
import { decidedMoment, type DecidedMoment } from '../minimise/decided';
import { lengthOf, shorterOrders, type Length } from '../minimise/shorter';
import { placesOf, ShorterSearch } from '../minimise/shorter-search';
import { ProcessProgram } from '../program/process-program';
import type { Confirmation } from './confirmation';
import type { CheckRequest } from './check-request';
import { exploreOptionsOf, programOptions, programTraits, startServer } from './checked-program';

/**
 * The time of the search in seconds: as much as the check has taken, but at most so much. The runs that repeat what is
 * reported may take this time in any case.
 */
const LONGEST = 2;
/** The number of executions that the search examines: as many as the check has explored, within these limits. */
const FEW = 100,
  MANY = 1000;

/** An error with the program in whose numbering it is. */
export interface Shown {
  readonly error: FoundError;
  readonly program: ProcessProgram;
  /** How long the execution was in which the error was found, if this one is shorter. */
  readonly foundLength?: Length;
  /** When the error was decided, where that was looked for and found. */
  readonly decided?: DecidedMoment;
}

/** What the search needs to know of the check. */
export interface Rest {
  /** How long the check took, and how much of --time-limit is left; in seconds. */
  readonly taken: number;
  readonly left: number;
  /** How many executions it has explored. */
  readonly executions: number;
  readonly interrupted: () => boolean;
}

export class Minimising {
  private server: Server | undefined;
  /** The times by which everything, and the search, must end. */
  private readonly end: number;
  private readonly searchEnd: number;
  private readonly executions: number;
  private readonly began = Date.now();

  constructor(
    private readonly request: CheckRequest,
    private readonly confirmation: Confirmation,
    private readonly rest: Rest,
  ) {
    const { taken, executions } = rest;
    const asked = request.settings.minimiseExecutions;
    this.end = this.within(LONGEST);
    this.searchEnd = this.within(Math.min(LONGEST, taken));
    this.executions = asked ?? Math.min(MANY, Math.max(FEW, executions));
  }

  /** The time in so many seconds, or when the check must end; only the latter if executions are counted. */
  private within(seconds: number): number {
    const asked = this.request.settings.minimiseExecutions;
    const left = this.rest.left - (Date.now() - this.began) / 1000;
    return Date.now() + 1000 * Math.min(left, asked === undefined ? seconds : Infinity);
  }

  /**
   * Returns the errors, each with the shortest execution that the search found and that a process of its own has
   * repeated. An error that ends in a loop stays as it is: the loop must begin and end in the same state. So does one
   * with accesses of several sizes that overlap: what an event needs is looked for at one location.
   */
  shorten(found: readonly Shown[]): Shown[] {
    const ends = found.filter(({ error }) => error.loop === undefined && !mixesSizes(error));
    if (!this.request.settings.minimise || ends.length === 0) return [...found];
    const shortened = new Map(this.shortenAll(ends).map((shown, i) => [ends[i], shown]));
    return found.map((shown) => shortened.get(shown) ?? shown);
  }

  private shortenAll(found: readonly Shown[]): Shown[] {
    const near = found.map((shown) => this.confirmed(shown, shorterOrders(shown.error), shown.program));
    const search = this.search(near);
    return near.map((shown) => this.confirmed(shown, ...(search?.(shown) ?? [[], shown.program])));
  }

  /**
   * Returns the errors with the moments at which they were decided, if the settings ask for that. One that ends in a
   * loop, or has accesses of several sizes that overlap, has none.
   */
  decide(found: readonly Shown[]): Shown[] {
    const { decided: samples } = this.request.settings;
    if (samples === undefined) return [...found];
    const end = this.within(LONGEST);
    return found.map((shown) => {
      if (this.isOver(end) || shown.error.loop !== undefined || mixesSizes(shown.error)) return shown;
      const decided = this.decidedMoment(shown, samples, end);
      return decided === undefined ? shown : { ...shown, decided };
    });
  }

  private decidedMoment({ error, program }: Shown, samples: number, end: number): DecidedMoment | undefined {
    let server: Server | undefined;
    try {
      server = startServer(this.request);
      const options = exploreOptionsOf(this.request.settings);
      return decidedMoment(error, this.programOf(server, program, end, error.input), options, {
        samples,
        isOver: () => this.isOver(end),
      });
    } catch {
      return undefined; // the program cannot be run or followed there
    } finally {
      server?.stop();
    }
  }

  /** Ends the process of the search. */
  stop(): void {
    this.server?.stop();
  }

  private isOver(end = this.end): boolean {
    return Date.now() >= end || this.rest.interrupted();
  }

  /** The first of the executions that a run repeats; the present one if there is none. */
  private confirmed(shown: Shown, candidates: readonly FoundError[], program: ProcessProgram): Shown {
    for (const error of candidates) {
      if (this.isOver()) break;
      if (this.isRepeated(error, program))
        return { error, program, foundLength: shown.foundLength ?? lengthOf(shown.error) };
    }
    return shown;
  }

  private isRepeated(error: FoundError, program: ProcessProgram): boolean {
    try {
      return this.confirmation.difference(error, program, secondsUntil(this.end)) === undefined;
    } catch {
      return false;
    }
  }

  /** The program in another server, with the promotions and the names of threads that the check has found. */
  private programOf(
    server: Server,
    { promoted, names }: ProcessProgram,
    end: number,
    input: Uint8Array | undefined,
  ): ProcessProgram {
    const options = programOptions(this.request, programTraits(this.request, server.modules), undefined);
    const runSeconds = Math.min(this.request.settings.runLimit, secondsUntil(end));
    const program = new ProcessProgram(server, { ...options, output: false, runSeconds, atoms: promoted, names });
    if (input !== undefined) program.restartWith(input);
    return program;
  }

  /** Looks for other executions of the errors: by error, those that are shorter, and the program that they are of. */
  private search(near: readonly Shown[]): ((shown: Shown) => [readonly FoundError[], ProcessProgram]) | undefined {
    if (this.isOver(this.searchEnd) || near.every(({ error }) => lengthOf(error).switches <= 1)) return undefined;
    const [{ error: first }] = near;
    // The search has one input.
    if (near.some(({ error }) => error.input !== first.input)) return undefined;
    try {
      this.server = startServer(this.request);
      const program = this.programOf(this.server, near[0].program, this.searchEnd, first.input);
      const search = new ShorterSearch(
        program,
        exploreOptionsOf(this.request.settings),
        { executions: this.executions, isOver: () => this.isOver(this.searchEnd) },
        new Map(near.map((shown) => [placesOf(shown.error, shown.program), lengthOf(shown.error)])),
      );
      try {
        search.run();
      } catch {
        // The program cannot be run, repeated or followed there. What was found before stays.
      }
      const withInput = (error: FoundError): FoundError =>
        first.input === undefined ? error : { ...error, input: first.input };
      return (shown) => [search.found(placesOf(shown.error, shown.program)).map(withInput), program];
    } catch {
      return undefined;
    }
  }
}

/** Do atomic accesses of several sizes overlap in the execution? */
export function mixesSizes({ trace }: FoundError): boolean {
  return trace.some(({ label }) => label.pieces.length > 0);
}
