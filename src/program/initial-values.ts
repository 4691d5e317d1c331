/** What locations hold before any event, as runs have shown it. */
import type { RunResult } from '../channel/result';
import { DristaError } from '../base/errors';
import { EventPlace, placeOf } from './events';
import type { LocationId, Value } from './label';
import type { Locations } from './locations';
import { Nondeterminism } from './outcomes';
import { UNINITIALISED, type Schedule } from './program';

export class InitialValues {
  /** By location: a value or UNINITIALISED; a hole where no run has shown it. */
  values: (Value | undefined)[] = [];
  private patched = new Set<LocationId>();

  constructor(private readonly locations: Locations) {}

  /** The value of the location, which a run must have touched, or UNINITIALISED. */
  of(loc: LocationId): Value {
    const value = this.values[loc];
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
   * Records that the i-th event of the run touches the location. `hidden`: its values count as 0. Returns an exception
   * if the event reads another initial value than an earlier run; `stack`: return addresses there.
   */
  touch(
    loc: LocationId,
    run: RunResult,
    i: number,
    { reads, hidden, stack }: { reads: boolean; hidden: boolean; stack: () => readonly Value[] },
  ): Nondeterminism | undefined {
    // A patch may have come before the first event; then the initial value is known already.
    if (!this.locations.use(loc) || this.patched.has(loc)) return undefined;
    const before = hidden ? 0 : this.before(run, i);
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
