/**
 * Executions and states in turns. Which of the two searches is quicker is not known before: there are mostly far fewer
 * states where executions are many, and where one does not end there is no other way; but where threads are many and
 * few orders matter, executions are fewer. So each gets the same work until one has ended, and the exploration takes
 * about twice as long as the quicker one, at most.
 *
 * Executions come first, alone: of programs with few of them the report says how many they have. States begin once
 * that has taken some work, or where an execution does not end.
 *
 * Work is counted, not measured: so a check that is repeated has the same result.
 */
import type { Program } from '../program/program';
import type { SideName, TurnsCheckpoint, Work } from './explore-options';
import type { Search, SearchEnd } from './search-in-rounds';
import { Pause } from './session/stop';
import type { BranchResult } from './session/worker-group';
import type { TurnsOptions } from './strategy/strategy';

/** The work of a turn: little beside that of the check. */
const SLICE = 20_000,
  PART = 1 / 32;

/** What work costs, in microseconds; only the relations matter. They are means of the programs in bench/programs. */
interface Prices {
  /** A state that the search comes to. */
  readonly step: number;
  /** An event that is appended to a graph. */
  readonly event: number;
}

/** By the name of the strategy. */
const prices: Readonly<Record<string, Prices | undefined>> = {
  explicit: { step: 1, event: 2 },
  states: { step: 9, event: 85 },
};
/** The prices of all other strategies. */
const partition: Prices = { step: 2, event: 16 };
/** The price of a run of the program. */
const RUN = 250;

/** One of the two searches. */
class Side {
  /** Whether the search takes no more turns. */
  gone = false;
  work: Work = { done: 0, events: 0, runs: 0, isWithin: false };
  /** The runs of the program that are part of its work, or of another's. */
  private runsBefore = 0;

  constructor(
    readonly name: SideName,
    readonly search: Search,
    private readonly program: Program,
  ) {}

  /** Explores until its turn is over (undefined), or to its end. */
  takeTurn(): SearchEnd | undefined {
    this.runsBefore = this.runs - this.work.runs;
    try {
      return this.search.advance();
    } finally {
      // Runs of the step that was interrupted are not repeated with it. This limit is hit within a step.
      const isWithin = this.search.session.stoppedAt === 'executions';
      this.work = { ...this.work, runs: this.runs - this.runsBefore, isWithin };
    }
  }

  /** Whether the step that begins is the one that was interrupted, which is counted already. */
  goesOn(): boolean {
    const { isWithin } = this.work;
    if (isWithin) this.work = { ...this.work, isWithin: false };
    return isWithin;
  }

  /** Counts a step of the search. */
  step(): void {
    const { work } = this;
    const { step, event } = prices[this.search.strategyName] ?? partition;
    const { events } = this.search.session;
    const more = step + event * (events - work.events) + RUN * (this.runs - this.runsBefore);
    this.work = { done: work.done + more, events, runs: 0, isWithin: false };
    this.runsBefore = this.runs;
  }

  private get runs(): number {
    return this.program.runs ?? 0;
  }
}

export class TurnTaking {
  /** Has a limit ended the exploration, so that it can go on from its checkpoint? */
  resumable = false;
  /** What the search that is not reported has found. */
  also: Pick<BranchResult, 'errors' | 'limitsHit'> = { errors: [], limitsHit: [] };
  private readonly executions: Side;
  private readonly states: Side;
  /** Whose turn it is. */
  private now: Side;
  /** Have states begun? */
  private begun = false;

  constructor(
    private readonly program: Program,
    private readonly options: TurnsOptions,
    executions: Search,
    states: Search,
    before?: TurnsCheckpoint,
  ) {
    this.now = this.executions = new Side('executions', executions, program);
    this.states = new Side('states', states, program);
    for (const side of this.sides) {
      side.search.session.turn = () => {
        this.step(side);
      };
      if (before === undefined) continue;
      side.work = before.work[side.name];
      side.gone = before.gone.includes(side.name);
      if (before.turn === side.name) this.now = side;
    }
    this.begun = before?.begun ?? false;
  }

  /** Explores until one of the searches has come to its end, or a limit ends both. Returns the one to report. */
  run(): Search {
    for (;;) {
      const { now } = this;
      const end = now.takeTurn();
      if (end === undefined) {
        this.now = this.other(now);
        continue;
      }
      if (isConclusive(now.search, end)) {
        this.also = { errors: this.other(now).search.session.found.errors, limitsHit: [] };
        return now.search;
      }
      if (end === 'stopped' && !isOfSearch(now.search)) {
        this.resumable = now.search.resumable;
        return this.unfinished();
      }
      const other = this.other(now);
      if (other.gone || (other === this.states && !this.mayBegin)) return this.unfinished();
      // What is left of an exploration in which executions were cut off decides nothing.
      if (now === this.states && end !== 'unsuited' && this.executions.search.session.hasCutOff)
        return this.unfinished();
      this.giveUp(now);
      this.begun = true;
      this.now = other;
    }
  }

  /** The trees of the program were forgotten, by one of the searches. */
  forget(): void {
    for (const { search } of this.sides) search.forget();
  }

  /** All that is needed to go on, besides the search of executions. */
  checkpoint(): TurnsCheckpoint {
    const { begun, now, states, sides } = this;
    return {
      states: this.hasBegun ? states.search.checkpoint() : undefined,
      begun,
      turn: now.name,
      gone: sides.filter(({ gone }) => gone).map(({ name }) => name),
      work: { executions: this.executions.work, states: states.work },
    };
  }

  /** Are states explored besides executions, or in their place? */
  get hasBegun(): boolean {
    return this.begun && !this.states.gone;
  }

  /** May states be done soon, for all that is known? Some are final, or only states show what an execution does. */
  get mayEndByStates(): boolean {
    return this.hasBegun && (this.endless || this.states.search.session.counts.executions > 0);
  }

  private get sides(): readonly Side[] {
    return [this.executions, this.states];
  }

  private other(side: Side): Side {
    return side === this.executions ? this.states : this.executions;
  }

  private get mayBegin(): boolean {
    return this.executions.search.reduction.maySearchStates;
  }

  /** A search is at a state. Throws Pause where its turn is over. */
  private step(side: Side): void {
    if (side.goesOn()) return;
    if (this.isOver(side)) throw new Pause('the turn is over');
    side.step();
  }

  private isOver(side: Side): boolean {
    const other = this.other(side);
    if (other.gone) return false;
    if (side === this.executions) {
      if (!this.mayBegin) {
        if (this.begun) this.giveUp(other);
        return false;
      }
      if (this.endless) return (this.begun = true);
      if (!this.begun) return (this.begun = side.work.done >= this.options.after);
    } else if (this.endless) {
      return false;
    }
    const { done } = other.work;
    return side.work.done >= done + Math.max(this.options.slice ?? SLICE, PART * done);
  }

  /** Does some execution not end, or was one cut off? */
  private get endless(): boolean {
    return this.program.endless === true || this.executions.search.session.hasCutOff;
  }

  /** The search takes no more turns: what it remembers is forgotten. */
  private giveUp(side: Side): void {
    side.gone = true;
    side.search.forget();
    this.other(side).search.takeTrees();
    this.program.forgetOther?.();
  }

  /** A limit has ended the exploration: which search is reported. */
  private unfinished(): Search {
    const [side, other] = this.hasBegun ? [this.states, this.executions] : [this.executions, this.states];
    this.also = other.search.session.found;
    return side.search;
  }
}

/** Does what the search has found decide the verdict? */
function isConclusive({ session }: Search, end: SearchEnd): boolean {
  if (end === 'explored') return !session.hasCutOff;
  return end === 'stopped' && session.stoppedAt === undefined;
}

/** Is it a limit of this search, which the other one may not hit? */
function isOfSearch({ session: { stoppedAt } }: Search): boolean {
  return stoppedAt === 'memory' || stoppedAt === 'depth';
}
