/**
 * What a machine does, from the definitions (C11, POSIX.1-2017): its states under sequential consistency, and for each
 * state the steps of its threads (thread-steps.ts). Nothing here is shared with the engine.
 */
import { Accesses } from './happens-before';
import { firstPlace, instructionAt, isPlain, valueOf, type Machine, type Shared } from './machine';
import type { State, Step } from './state';
import { ThreadSteps } from './thread-steps';

export class StateMachine {
  readonly accesses: Accesses;

  constructor(readonly machine: Machine) {
    this.accesses = new Accesses(
      machine.threads.flatMap((instructions, thread) =>
        instructions.flatMap((i, site) =>
          'x' in i ? kindsOf(i).map((writes) => ({ thread, site, loc: i.x, writes, plain: isPlain(i) })) : [],
        ),
      ),
    );
  }

  first(): State {
    const { machine } = this;
    const list = <T>(n: number | undefined, v: T): T[] => new Array<T>(n ?? 0).fill(v);
    return {
      threads: machine.threads.map((_, t) => (t === 0 ? firstPlace(machine, 0) : null)),
      memory: list(machine.locs, 0),
      freed: [],
      owners: list(machine.mutexes, -1),
      waiting: list<number[]>(machine.conds, []),
      rwlocks: list(machine.rwlocks, [-1]),
      counts: machine.semaphores ?? [],
      arrived: list<number[]>(machine.barriers?.length, []),
      onces: list(machine.onces, 0),
      used: [],
      faults: 0,
      known: {},
    };
  }

  /** The instruction before which the thread stands; undefined: it has ended, or not begun. */
  next(state: State, t: number): Shared | undefined {
    const place = state.threads[t];
    return place === null ? undefined : instructionAt(this.machine, t, place);
  }

  hasEnded(state: State, t: number): boolean {
    return state.threads[t] !== null && this.next(state, t) === undefined;
  }

  /** The number of the access that the thread performs next; undefined: none that races. */
  access(state: State, t: number): number | undefined {
    const i = this.next(state, t);
    if (i === undefined || !('x' in i)) return undefined;
    const place = state.threads[t]!;
    const fails = i.op === 'cas' && state.memory[i.x] !== valueOf(i.e, place, this.machine.modulus);
    return this.accesses.numberOf(t, place.pc, !fails && isWrite(i));
  }

  steps(state: State): Step[] {
    return state.threads.flatMap((place, t) => {
      const i = place === null ? undefined : instructionAt(this.machine, t, place);
      return i === undefined ? [] : new ThreadSteps(this, state, t, place!).of(i);
    });
  }
}

/** As what the instruction may be performed: writing or not. */
function kindsOf(i: Shared): boolean[] {
  return i.op === 'cas' ? [true, false] : [isWrite(i)];
}

function isWrite({ op }: { readonly op: string }): boolean {
  return op !== 'load' && op !== 'read';
}
