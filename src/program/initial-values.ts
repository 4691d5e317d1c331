/** What locations hold before any event, as runs have shown it. */
import type { RunResult } from '../channel/result';
import { DristaError } from '../base/errors';
import { EventPlace, placeOf } from './events';
import type { LocationId, Value } from './label';
import type { AccessedPlace, Locations } from './locations';
import { Nondeterminism } from './outcomes';
import { partOf } from './pieces';
import { UNINITIALISED, type Schedule } from './program';

/** How an event touches a location. */
interface Touch {
  readonly reads: boolean;
  readonly hidden: boolean;
  readonly stack: () => readonly Value[];
}

export class InitialValues {
  /** By location: a value or UNINITIALISED; a hole where no run has shown it. */
  values: (Value | undefined)[] = [];
  private patched = new Set<LocationId>();

  constructor(private readonly locations: Locations) {}

  /** The value of the location, which a run must have touched, or UNINITIALISED. */
  of(loc: LocationId): Value {
    const value = this.values[loc];
    if (value === undefined && this.locations.hasPieces(loc)) return 0;
    if (value === undefined)
      throw new DristaError(`no run has touched location ${loc}: please report this with the program`);
    return value;
  }

  /** The next events are those of a run of the schedule. */
  beginRun({ memory }: Schedule): void {
    this.patched = new Set(memory.map((m) => m.loc));
    this.locations.beginRun();
  }

  /**
   * Records that the i-th event of the run touches what the label says. `hidden`: its values count as 0. Returns an
   * exception if the event reads another initial value than an earlier run; `stack`: return addresses there. Of pieces
   * it is not known which of them nothing has initialised: they count as initialised.
   */
  touch({ loc, pieces }: AccessedPlace, run: RunResult, i: number, how: Touch): Nondeterminism | undefined {
    if (pieces.length === 0) return this.touchOne(loc, () => this.before(run, i), run, i, how);
    for (const piece of pieces) {
      const changed = this.touchOne(piece.loc, () => partOf(run.value(i, 'before'), piece), run, i, how);
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  private touchOne(
    loc: LocationId,
    found: () => Value,
    run: RunResult,
    i: number,
    { reads, hidden, stack }: Touch,
  ): Nondeterminism | undefined {
    // A patch may have come before the first event; then the initial value is known already.
    if (!this.locations.use(loc) || this.patched.has(loc)) return undefined;
    const before = hidden ? 0 : found();
    const known = this.values[loc];
    if (known === undefined) this.values[loc] = before;
    // Memory that is written first (a stack slot, say) may hold anything.
    else if (reads && known !== before)
      return new Nondeterminism(run.thread(i), i, this.text(loc, known), this.text(loc, before), { stack: stack() });
    return undefined;
  }

  private before(run: RunResult, i: number): Value {
    return placeOf(run.kind(i)) === EventPlace.Object
      ? Number(BigInt.asUintN(64, BigInt(run.value(i, 'before'))))
      : run.uninitialised(i)
        ? UNINITIALISED
        : run.value(i, 'before');
  }

  private text(loc: LocationId, value: Value): string {
    const held = value === UNINITIALISED ? 'nothing initialised' : value;
    return `a read of memory that holds ${held} before any event (0x${this.locations.address(loc).toString(16)})`;
  }
}
