/** How the runner is asked for a run: its schedule and its limits, as bytes (runtime/core/protocol.h, RUN). */
import { RunFlag, RunPolicy, RunWriter } from '../channel/protocol';
import type { Atoms } from './atoms';
import { Kind, type Label } from './label';
import type { Locations } from './locations';
import type { AfterSchedule, Schedule, Step } from './program';
import { SPURIOUS } from './rmw';
import type { AtomicAs, OutcomeEvents, ProcessProgramOptions } from './runner';

/** How long a run may take to arrive once its own time is over, in seconds. */
const GRACE = 10;

/**
 * Where runs of the program do not end by themselves: how far one goes beyond its schedule, in events, and how many
 * events it may have for each step of the schedule.
 */
const AHEAD = 256,
  EVENTS_FOR_STEP = 8;

/** How many events a run of the schedule may have where runs do not end by themselves. */
export function mostEvents({ steps }: Schedule): number {
  return AHEAD + EVENTS_FOR_STEP * steps.length;
}

/** Flags of RUN by what counts as an event besides. */
export const eventFlags: Readonly<Record<OutcomeEvents, number>> = {
  observed: RunFlag.Observes,
  printed: RunFlag.Prints,
};

/** Flags of RUN by which plain and volatile accesses are atomic. */
export function accessFlags(races?: AtomicAs, volatiles?: AtomicAs): number {
  return (
    (races === undefined ? 0 : RunFlag.RacesIgnored | (races === 'sc' ? RunFlag.RacesSc : 0)) |
    (volatiles === undefined ? 0 : volatiles === 'sc' ? RunFlag.VolatileSc : RunFlag.VolatileRelaxed)
  );
}

const policies: Readonly<Record<AfterSchedule['by'], RunPolicy>> = {
  threads: RunPolicy.RankThreads,
  events: RunPolicy.RankEvents,
  steps: RunPolicy.RankSteps,
};

/** How one run differs from the others. */
export interface HowToRun {
  /** Of RUN, besides those that follow from the options and the schedule. */
  readonly flags?: number;
  /** How many events it may have at most, where that is less than the options allow. */
  readonly maxEvents?: number | undefined;
  /** How long it may take, in seconds. Default: as the options say. */
  readonly seconds?: number | undefined;
  /** May its output be passed on, if the options ask for that? Default: yes. */
  readonly output?: boolean;
  /** May it be rolled back? Default: as the options say. */
  readonly rolledBack?: boolean;
}

/** Encodes schedules of one program. */
export class ScheduleEncoder {
  private readonly writer = new RunWriter();
  private readonly seconds: number;

  constructor(
    private readonly options: ProcessProgramOptions,
    private readonly locations: Locations,
    private readonly atoms: Atoms,
  ) {
    this.seconds = options.runSeconds ?? 10;
  }

  /** How long to wait for a run, in seconds. */
  get timeout(): number {
    return this.seconds + GRACE;
  }

  /** The bytes of the run; valid until the next call. */
  encode({ steps, memory, reversed, goesOn }: Schedule, how: HowToRun = {}): Uint8Array {
    const { options, locations, writer } = this;
    const { maxEvents = Infinity, rolledBack = options.rollback === true, seconds = Infinity } = how;
    const flags =
      (how.flags ?? 0) |
      (reversed === true ? RunFlag.Reversed : 0) |
      (options.output === true && how.output !== false ? RunFlag.ShowOutput : 0) |
      (options.spurious === true ? RunFlag.Spurious : 0) |
      (options.weakExchanges === 'strong' ? RunFlag.WeakHeld : 0) |
      (rolledBack ? RunFlag.Rollback : 0) |
      (options.localStates === true ? RunFlag.States : 0) |
      (options.readsClock === true ? RunFlag.ClockRead : 0) |
      (options.readsErrno === true ? RunFlag.ErrnoRead : 0) |
      (options.readsRaised === true ? RunFlag.RaisedRead : 0) |
      (options.onSymbolic === undefined ? 0 : RunFlag.Symbolic) |
      (options.sections === true ? RunFlag.Sections : 0) |
      (options.unseen === undefined ? 0 : RunFlag.HidesData) |
      (options.tellsAll === true ? RunFlag.TellsAll : 0) |
      accessFlags(options.races, options.volatiles) |
      (options.events === undefined ? 0 : eventFlags[options.events]);
    const events = Math.min(maxEvents, options.maxEvents ?? 100_000);
    writer.begin(flags, events, Math.min(seconds, this.seconds) * 1000, options.timeouts, options.unroll);
    if (goesOn !== undefined) this.goOn(goesOn);
    for (const { thread, label, value, source } of steps) {
      if (!this.waits(label)) continue;
      const object = label.loc < 0 ? 0 : locations.addressOf(label);
      writer.step(thread, label.kind, object, value === SPURIOUS ? undefined : value, source);
    }
    for (const { loc, value } of memory)
      if (!this.atoms.isHidden(Number(locations.address(loc))))
        writer.patch(locations.address(loc), locations.size(loc), value);
    return writer.finish();
  }

  private goOn({ by, seed, threads, loc }: AfterSchedule): void {
    this.writer.goOn(policies[by], seed, threads, loc === undefined ? 0 : this.locations.address(loc));
  }

  /** The step of the schedule that comes after the first `followed` ones that the run waits at. */
  stepAfter({ steps }: Schedule, followed: number): Step | undefined {
    return steps.filter((s) => this.waits(s.label))[followed];
  }

  /** Does the runtime wait for the schedule at the event? Not where memory holds the only possible value. */
  private waits(l: Label): boolean {
    return l.kind !== Kind.PlainRead || this.atoms.isMixed(Number(this.locations.addressOf(l)));
  }
}
