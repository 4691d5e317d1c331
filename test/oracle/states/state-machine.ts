/**
 * What a machine does, from the definitions (C11, POSIX.1-2017): its states under sequential consistency, and for each
 * state the steps of its threads. Nothing here is shared with the engine. What operations order is as
 * docs/architecture/objects.md has it.
 */
import { Accesses, forget, holder, pass, type Known } from './happens-before';
import { firstPlace, instructionAt, nextPlace, valueOf, type Machine, type Operand, type Place } from './machine';
import type { Shared } from './machine';

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
  readonly known: Known;
}

/** `error`: what is wrong with the step, with its place; the execution ends. */
export type Step = {
  readonly thread: number;
  /** Does the step change nothing but what its thread gives back later? */
  readonly looks: boolean;
} & ({ readonly next: State } | { readonly error: string });

/** Stages of a wait: it waits; it was woken; its time is over. */
const WAITS = 1;
const WOKEN = 2;
const LATE = 3;

export class StateMachine {
  readonly accesses: Accesses;

  constructor(readonly machine: Machine) {
    this.accesses = new Accesses(
      machine.threads.flatMap((instructions, thread) =>
        instructions.flatMap((i, site) =>
          'x' in i ? [{ thread, site, loc: i.x, writes: isWrite(i), plain: isPlain(i) }] : [],
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

  steps(state: State): Step[] {
    return state.threads.flatMap((place, t) => {
      const i = place === null ? undefined : instructionAt(this.machine, t, place);
      return i === undefined ? [] : new ThreadSteps(this, state, t, place!).of(i);
    });
  }
}

/** The steps of a thread that stands at the place. */
class ThreadSteps {
  constructor(
    private readonly rules: StateMachine,
    private readonly state: State,
    private readonly t: number,
    private readonly place: Place,
  ) {}

  of(i: Shared): Step[] {
    const { state, t } = this;
    if ('x' in i) return [this.access(i)];
    switch (i.op) {
      case 'lock':
      case 'trylock':
        return this.lock(i.m, i.op === 'trylock');
      case 'unlock':
        return [this.go({ owners: state.owners.with(i.m, -1), known: pass(state.known, holder(t), `m${i.m}`) }, true)];
      case 'wait':
        return this.wait(i);
      case 'signal': {
        const waiting = state.waiting[i.c];
        return waiting.length === 0 ? [this.go({}, true)] : waiting.map((u) => this.go(this.wake(i.c, [u]), false));
      }
      case 'broadcast': {
        const waiting = state.waiting[i.c];
        return [this.go(this.wake(i.c, waiting), waiting.length === 0)];
      }
      case 'rdlock':
      case 'tryrdlock':
      case 'wrlock':
      case 'trywrlock':
      case 'rdunlock':
      case 'wrunlock':
        return this.rwlock(i);
      case 'acquire':
      case 'tryacquire':
        if (state.counts[i.s] === 0) return i.op === 'acquire' ? [] : [this.go({}, true, 1)];
        return [this.go(this.count(i.s, -1, pass(state.known, `s${i.s}`, holder(t))), false, 0)];
      case 'post':
        return [this.go(this.count(i.s, 1, pass(state.known, holder(t), `s${i.s}`)), false)];
      case 'barrier':
        return this.barrier(i);
      case 'begin': {
        if (state.onces[i.n] === 1) return [];
        const known = pass(state.known, `o${i.n}`, holder(t));
        if (state.onces[i.n] === 2) return [this.go({ known }, true, 0)];
        return [this.go({ known, onces: state.onces.with(i.n, 1) }, false, 1)];
      }
      case 'end':
        return [this.go({ onces: state.onces.with(i.n, 2), known: pass(state.known, holder(t), `o${i.n}`) }, false)];
      case 'choose':
        return Array.from({ length: i.n }, (_, v) => this.go({}, false, v));
      case 'create': {
        const threads = state.threads.with(i.t, firstPlace(this.rules.machine, i.t));
        return [this.go({ threads, known: pass(state.known, holder(t), holder(i.t)) }, false)];
      }
      case 'join':
        if (!this.rules.hasEnded(state, i.t)) return [];
        if (state.used.includes(i.t)) return [this.wrong(`misuse ${t}:${this.place.pc}`)];
        return [this.go({ used: adding(state.used, i.t), known: pass(state.known, holder(i.t), holder(t)) }, false)];
      case 'detach':
        return [this.go({ used: adding(state.used, i.t) }, false)];
      case 'fail':
        return [this.wrong(`assertion ${t}:${this.place.pc}`)];
    }
  }

  /** The step that performs the instruction: it changes this, and returns the value. */
  private go(change: Partial<State>, looks: boolean, v?: number): Step {
    const { state, t, place } = this;
    const { machine } = this.rules;
    const i = instructionAt(machine, t, place)!;
    const next = nextPlace(machine, t, place, 'r' in i && v !== undefined ? { r: i.r, v } : undefined);
    return this.stand(change, (change.threads ?? state.threads).with(t, next), looks);
  }

  private stand(change: Partial<State>, threads: readonly (Place | null)[], looks: boolean): Step {
    return { thread: this.t, looks, next: { ...this.state, ...change, threads } };
  }

  private wrong(error: string): Step {
    return { thread: this.t, looks: false, error };
  }

  private access(i: Extract<Shared, { x: number }>): Step {
    const { state, t, place } = this;
    const { accesses, machine } = this.rules;
    const released = `l${i.x}`;
    // What a read acquires comes before the read itself.
    let known = isPlain(i) || i.op === 'store' ? state.known : pass(state.known, released, holder(t));
    const n = accesses.numberOf(t, place.pc);
    if (n !== undefined) {
      const racing = accesses.racing(known, n).map((m) => siteOf(accesses.all[m]));
      if (racing.length > 0)
        return this.wrong(`race ${racing.map((site) => [site, `${t}:${place.pc}`].sort().join('-')).join(' ')}`);
      known = accesses.perform(known, n);
    }
    if (state.freed.includes(i.x)) return this.wrong(`memory ${t}:${place.pc}`);
    const get = (v: Operand): number => valueOf(v, place, machine.modulus);
    const old = state.memory[i.x];
    const write = (v: number, known: Known, looks = false): Step =>
      this.go({ memory: state.memory.with(i.x, v), known }, looks, old);
    switch (i.op) {
      case 'read':
        return this.go({ known }, true, old);
      case 'write':
        return write(get(i.v), forget(known, released));
      case 'free':
        return this.go({ freed: adding(state.freed, i.x), known }, false);
      case 'load':
        return this.go({ known }, true, old);
      case 'store':
        return write(get(i.v), pass(forget(known, released), holder(t), released));
      default: {
        const written = updated(i, old, get);
        if (written === undefined) return this.go({ known }, true, old);
        // What was released before stays so: the release sequence goes on (C11 5.1.2.4p10).
        return write(written, pass(known, holder(t), released), written === old);
      }
    }
  }

  private lock(m: number, tries: boolean): Step[] {
    const { state, t } = this;
    if (state.owners[m] >= 0) return tries ? [this.go({}, true, 1)] : [];
    return [this.go({ owners: state.owners.with(m, t), known: pass(state.known, `m${m}`, holder(t)) }, true, 0)];
  }

  /** pthread_cond_wait: gives the mutex back and begins to wait at once, and takes the mutex again in the end. */
  private wait({ c, m, timed }: Extract<Shared, { op: 'wait' }>): Step[] {
    const { state, t, place } = this;
    const at = (stage: number): readonly (Place | null)[] => state.threads.with(t, { ...place, stage });
    if (place.stage === 0) {
      const waiting = state.waiting.with(c, adding(state.waiting[c], t));
      const known = pass(state.known, holder(t), `m${m}`);
      return [this.stand({ waiting, owners: state.owners.with(m, -1), known }, at(WAITS), true)];
    }
    if (place.stage === WAITS) {
      if (!timed) return [];
      return [this.stand({ waiting: state.waiting.with(c, without(state.waiting[c], [t])) }, at(LATE), true)];
    }
    if (state.owners[m] >= 0) return [];
    const known = pass(state.known, `m${m}`, holder(t));
    return [this.go({ owners: state.owners.with(m, t), known }, place.stage === LATE, place.stage === LATE ? 1 : 0)];
  }

  private wake(c: number, woken: readonly number[]): Partial<State> {
    const { waiting, threads } = this.state;
    return {
      waiting: waiting.with(c, without(waiting[c], woken)),
      threads: threads.map((place, u) => (place !== null && woken.includes(u) ? { ...place, stage: WOKEN } : place)),
    };
  }

  private rwlock(i: Extract<Shared, { l: number }>): Step[] {
    const { state, t } = this;
    const [writer, ...readers] = state.rwlocks[i.l];
    // What writers released, and what readers released to writers.
    const [toAll, toWriters] = [`w${i.l}`, `r${i.l}`];
    const to = (lock: readonly number[], known: Known, v?: number): Step[] => [
      this.go({ rwlocks: state.rwlocks.with(i.l, lock), known }, true, v),
    ];
    switch (i.op) {
      case 'rdunlock':
        return to([-1, ...readers.toSpliced(readers.indexOf(t), 1)], pass(state.known, holder(t), toWriters));
      case 'wrunlock':
        return to([-1], pass(state.known, holder(t), toAll));
      case 'rdlock':
      case 'tryrdlock':
        if (writer >= 0) return i.op === 'rdlock' ? [] : [this.go({}, true, 1)];
        return to([-1, ...adding(readers, t)], pass(state.known, toAll, holder(t)), 0);
      default:
        if (writer >= 0 || readers.length > 0) return i.op === 'wrlock' ? [] : [this.go({}, true, 1)];
        return to([t], pass(pass(state.known, toAll, holder(t)), toWriters, holder(t)), 0);
    }
  }

  private count(s: number, change: number, known: Known): Partial<State> {
    const { counts } = this.state;
    return { known, counts: counts.with(s, counts[s] + change) };
  }

  /** The last thread of a round lets the others go on; all know what each knew then. */
  private barrier(i: Extract<Shared, { op: 'barrier' }>): Step[] {
    const { state, t, place } = this;
    const { machine } = this.rules;
    if (place.stage > 0) return [];
    const arrived = state.arrived[i.b];
    if (arrived.length + 1 < machine.barriers![i.b])
      return [
        this.stand(
          { arrived: state.arrived.with(i.b, adding(arrived, t)) },
          state.threads.with(t, { ...place, stage: 1 }),
          false,
        ),
      ];
    const round = 'round';
    let known = [...arrived, t].reduce((k, u) => pass(k, holder(u), round), state.known);
    known = forget(
      [...arrived, t].reduce((k, u) => pass(k, round, holder(u)), known),
      round,
    );
    const threads = state.threads.map((p, u) => {
      if (!arrived.includes(u)) return p;
      const barrier = instructionAt(machine, u, p!) as Extract<Shared, { op: 'barrier' }>;
      return nextPlace(machine, u, p!, { r: barrier.r, v: 0 });
    });
    return [this.go({ arrived: state.arrived.with(i.b, []), known, threads }, false, 1)];
  }
}

function updated(i: Shared, old: number, get: (v: Operand) => number): number | undefined {
  switch (i.op) {
    case 'add':
      return old + get(i.v);
    case 'xor':
      return old ^ get(i.v);
    case 'xchg':
      return get(i.v);
    case 'cas':
      return old === get(i.e) ? get(i.v) : undefined;
    default:
      throw new Error(`${i.op} is no read-modify-write`);
  }
}

export function siteOf({ thread, site }: { readonly thread: number; readonly site: number }): string {
  return `${thread}:${site}`;
}

function isWrite({ op }: { readonly op: string }): boolean {
  return op !== 'load' && op !== 'read';
}

function isPlain({ op }: { readonly op: string }): boolean {
  return op === 'read' || op === 'write' || op === 'free';
}

function adding(list: readonly number[], n: number): number[] {
  return [...list, n].sort((a, b) => a - b);
}

function without(list: readonly number[], gone: readonly number[]): number[] {
  return list.filter((n) => !gone.includes(n));
}
