/** The steps of a thread. What operations on objects order is as docs/explanation/objects.md has it. */
import { forget, holder, pass, type Known } from './happens-before';
import {
  firstPlace,
  instructionAt,
  isPlain,
  nextPlace,
  valueOf,
  type Operand,
  type Place,
  type Shared,
} from './machine';
import { siteOf, type State, type Step, type StepKind } from './state';
import type { StateMachine } from './state-machine';

/**
 * Stages of a wait: it is about to give the mutex back, and may be woken before; it waits; it was woken; its time is
 * over.
 */
const UNLOCKS = 1;
const UNLOCKS_WOKEN = 2;
const WAITS = 3;
const WOKEN = 4;
const LATE = 5;

/** The steps of a thread that stands at the place. */
export class ThreadSteps {
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
        return [
          this.go({ owners: state.owners.with(i.m, -1), known: pass(state.known, holder(t), `m${i.m}`) }, 'locks'),
        ];
      case 'wait':
        return this.wait(i);
      case 'signal': {
        const waiting = state.waiting[i.c];
        return waiting.length === 0
          ? [this.go({}, 'looks')]
          : waiting.map((u) => this.go(this.wake(i.c, [u]), 'changes'));
      }
      case 'broadcast': {
        const waiting = state.waiting[i.c];
        return [this.go(this.wake(i.c, waiting), waiting.length === 0 ? 'looks' : 'changes')];
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
        if (state.counts[i.s] === 0) return i.op === 'acquire' ? [] : [this.go({}, 'looks', 1)];
        return [this.units(i.s, -1, pass(state.known, `s${i.s}`, holder(t)), i.op === 'acquire' ? 'locks' : 'looks')];
      case 'post':
        return [this.units(i.s, 1, pass(state.known, holder(t), `s${i.s}`), 'locks')];
      case 'barrier':
        return this.barrier(i);
      case 'begin': {
        if (state.onces[i.n] === 1) return [];
        const known = pass(state.known, `o${i.n}`, holder(t));
        if (state.onces[i.n] === 2) return [this.go({ known }, 'looks', 0)];
        return [this.go({ known, onces: state.onces.with(i.n, 1) }, 'changes', 1)];
      }
      case 'end':
        return [
          this.go({ onces: state.onces.with(i.n, 2), known: pass(state.known, holder(t), `o${i.n}`) }, 'changes'),
        ];
      case 'fence':
        return [this.go({}, 'looks')];
      case 'choose':
        return Array.from({ length: i.n }, (_, v) => v)
          .filter((v) => v === 0 || i.most === undefined || state.faults < i.most)
          .map((v) => this.go(v > 0 && i.most !== undefined ? { faults: state.faults + 1 } : {}, 'changes', v));
      case 'create': {
        const threads = state.threads.with(i.t, firstPlace(this.rules.machine, i.t));
        return [this.go({ threads, known: pass(state.known, holder(t), holder(i.t)) }, 'changes')];
      }
      case 'join':
        if (state.used.includes(i.t)) return [this.wrong(`misuse ${t}:${this.place.pc}`)];
        if (!this.rules.hasEnded(state, i.t)) return [];
        return [
          this.go({ used: adding(state.used, i.t), known: pass(state.known, holder(i.t), holder(t)) }, 'changes'),
        ];
      case 'detach':
        if (state.used.includes(i.t)) return [this.wrong(`misuse ${t}:${this.place.pc}`)];
        return [this.go({ used: adding(state.used, i.t) }, 'changes')];
      case 'fail':
        return [this.wrong(`assertion ${t}:${this.place.pc}`)];
      case 'assume':
        return [this.wrong('assumption')];
    }
  }

  /** The step that performs the instruction: it changes this, and returns the value. */
  private go(change: Partial<State>, kind: StepKind, v?: number): Step {
    const { state, t, place } = this;
    const { machine } = this.rules;
    const i = instructionAt(machine, t, place)!;
    const next = nextPlace(machine, t, place, 'r' in i && v !== undefined ? { r: i.r, v } : undefined);
    return this.stand(change, (change.threads ?? state.threads).with(t, next), kind);
  }

  private stand(change: Partial<State>, threads: readonly (Place | null)[], kind: StepKind): Step {
    return { thread: this.t, kind, next: { ...this.state, ...change, threads } };
  }

  private wrong(error: string): Step {
    return { thread: this.t, kind: 'changes', error };
  }

  private access(i: Extract<Shared, { x: number }>): Step {
    const { state, t, place } = this;
    const { accesses, machine } = this.rules;
    const released = `l${i.x}`;
    // What a read acquires comes before the read itself.
    let known = isPlain(i) || i.op === 'store' ? state.known : pass(state.known, released, holder(t));
    const n = this.rules.access(state, t);
    if (n !== undefined) {
      const racing = accesses.racing(known, n).map((m) => siteOf(accesses.all[m]));
      if (racing.length > 0)
        return this.wrong(`race ${racing.map((site) => [site, `${t}:${place.pc}`].sort().join('-')).join(' ')}`);
      known = accesses.perform(known, n);
    }
    if (state.freed.includes(i.x)) return this.wrong(`memory ${t}:${place.pc}`);
    const get = (v: Operand): number => valueOf(v, place, machine.modulus);
    const old = state.memory[i.x];
    const write = (v: number, known: Known, kind: StepKind = 'changes'): Step =>
      this.go({ memory: state.memory.with(i.x, v), known }, kind, old);
    switch (i.op) {
      case 'read':
        return this.go({ known }, 'looks', old);
      case 'write':
        return write(get(i.v), forget(known, released));
      case 'free':
        return this.go({ freed: adding(state.freed, i.x), known }, 'changes');
      case 'load':
        return this.go({ known }, 'looks', old);
      case 'store':
        return write(get(i.v), pass(forget(known, released), holder(t), released));
      default: {
        const written = updated(i, old, get);
        if (written === undefined) return this.go({ known }, 'looks', old);
        // What was released before stays so: the release sequence goes on (C11 5.1.2.4p10).
        return write(written, pass(known, holder(t), released), written === old ? 'looks' : 'changes');
      }
    }
  }

  private lock(m: number, tries: boolean): Step[] {
    const { state, t } = this;
    if (state.owners[m] >= 0) return tries ? [this.go({}, 'looks', 1)] : [];
    return [
      this.go(
        { owners: state.owners.with(m, t), known: pass(state.known, `m${m}`, holder(t)) },
        tries ? 'looks' : 'locks',
        0,
      ),
    ];
  }

  /** pthread_cond_wait, as docs/explanation/objects.md has it: it blocks, unlocks, waits and locks. */
  private wait({ c, m, timed }: Extract<Shared, { op: 'wait' }>): Step[] {
    const { state, t, place } = this;
    const { waiting, owners } = state;
    const at = (stage: number): readonly (Place | null)[] => state.threads.with(t, { ...place, stage });
    switch (place.stage) {
      case 0:
        return [this.stand({ waiting: waiting.with(c, adding(waiting[c], t)) }, at(UNLOCKS), 'locks')];
      case UNLOCKS:
      case UNLOCKS_WOKEN: {
        const known = pass(state.known, holder(t), `m${m}`);
        const stage = place.stage === UNLOCKS ? WAITS : WOKEN;
        return [this.stand({ owners: owners.with(m, -1), known }, at(stage), 'locks')];
      }
      case WAITS:
        if (!timed) return [];
        return [this.stand({ waiting: waiting.with(c, without(waiting[c], [t])) }, at(LATE), 'looks')];
      default: {
        if (owners[m] >= 0) return [];
        const late = place.stage === LATE;
        const known = pass(state.known, `m${m}`, holder(t));
        return [this.go({ owners: owners.with(m, t), known }, late ? 'locks' : 'sleeps', late ? 1 : 0)];
      }
    }
  }

  private wake(c: number, woken: readonly number[]): Partial<State> {
    const { waiting, threads } = this.state;
    return {
      waiting: waiting.with(c, without(waiting[c], woken)),
      threads: threads.map((place, u) =>
        place !== null && woken.includes(u)
          ? { ...place, stage: place.stage === UNLOCKS ? UNLOCKS_WOKEN : WOKEN }
          : place,
      ),
    };
  }

  private rwlock(i: Extract<Shared, { l: number }>): Step[] {
    const { state, t } = this;
    const [writer, ...readers] = state.rwlocks[i.l];
    // What writers released, and what readers released to writers.
    const [toAll, toWriters] = [`w${i.l}`, `r${i.l}`];
    const kind = i.op === 'tryrdlock' || i.op === 'trywrlock' ? 'looks' : 'locks';
    const to = (lock: readonly number[], known: Known, v?: number): Step[] => [
      this.go({ rwlocks: state.rwlocks.with(i.l, lock), known }, kind, v),
    ];
    switch (i.op) {
      case 'rdunlock':
        return to([-1, ...readers.toSpliced(readers.indexOf(t), 1)], pass(state.known, holder(t), toWriters));
      case 'wrunlock':
        return to([-1], pass(state.known, holder(t), toAll));
      case 'rdlock':
      case 'tryrdlock':
        if (writer >= 0) return i.op === 'rdlock' ? [] : [this.go({}, 'looks', 1)];
        return to([-1, ...adding(readers, t)], pass(state.known, toAll, holder(t)), 0);
      default:
        if (writer >= 0 || readers.length > 0) return i.op === 'wrlock' ? [] : [this.go({}, 'looks', 1)];
        return to([t], pass(pass(state.known, toAll, holder(t)), toWriters, holder(t)), 0);
    }
  }

  private units(semaphore: number, change: number, known: Known, kind: StepKind): Step {
    const { counts } = this.state;
    const step = this.go({ known, counts: counts.with(semaphore, counts[semaphore] + change) }, 'changes', 0);
    return { ...step, units: { semaphore, change, kind } };
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
          'changes',
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
    return [this.go({ arrived: state.arrived.with(i.b, []), known, threads }, 'changes', 1)];
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

function adding(list: readonly number[], n: number): number[] {
  return [...list, n].sort((a, b) => a - b);
}

function without(list: readonly number[], gone: readonly number[]): number[] {
  return list.filter((n) => !gone.includes(n));
}
