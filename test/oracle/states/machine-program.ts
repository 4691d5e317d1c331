/**
 * The `Program` of a machine. Location x is location x; after these come mutexes, condition variables, read-write
 * locks, semaphores, barriers and onces. A label's `site` tells the thread and the instruction.
 */
import { ChoiceOf, ErrorKind, isReadLike, Kind, label, MutexFlag, RmwOp, WaitFlag } from '../../../src/program/label';
import type { Label, LocationId, ThreadId, Value } from '../../../src/program/label';
import { goesRound } from '../../../src/program/operand';
import type { HistoryNode, Program } from '../../../src/program/program';
import { orders } from '../data-labels';
import { firstPlace, instructionAt, nextPlace, valueOf } from './machine';
import type { Machine, Ordered, Place, Shared } from './machine';

/**
 * What is known of histories: the number of the local state, or also fingerprints in loops; then histories of
 * one local state are merged if the search asks for it.
 */
export type Knowledge = 'states' | 'both';

/** A node, and the place of the thread before its pending event. */
interface PlacedNode extends HistoryNode {
  readonly place: Place;
}

const SITES = 1000;

/** The place in the text, for comparisons: thread and instruction. */
export function siteText(site: number): string {
  return `${Math.floor(site / SITES)}:${site % SITES}`;
}

export function machineProgram(machine: Machine, knowledge: Knowledge = 'states'): Program {
  let roots = new Map<ThreadId, PlacedNode>();
  const states = new Map<string, number>();
  let nodes: PlacedNode[] = [];
  /** Where histories are merged, by local state: the first node. */
  let firsts: Map<number, PlacedNode> | undefined;
  /** The trees from before the last change. */
  let other: { readonly firsts: typeof firsts; readonly roots: typeof roots; readonly nodes: typeof nodes } | undefined;
  const events = new Events(machine);

  /**
   * What the thread does from the place on; `segment`: what comes before that. Where it comes back to a place without
   * an event that returns a value, it goes round for ever (goesRound), from then on at each place.
   */
  function grow(t: ThreadId, parent: PlacedNode | null, value: Value, from: Place, segment: Label[]): PlacedNode {
    let place = from;
    let pending: Label | null = null;
    const seen = new Set<string>();
    const rounds = parent !== null && goesRound(parent.pending!);
    for (;;) {
      if (seen.has(JSON.stringify(place)) || (rounds && seen.size > 0)) {
        pending = label(Kind.Choose, { op: 1, value: 1, site: SITES * t + place.pc });
        break;
      }
      seen.add(JSON.stringify(place));
      const next = events.at(t, place);
      if (next === undefined || next.kind === Kind.Error || next.kind === Kind.AssumeFailed) {
        segment.push(next ?? label(Kind.End));
        break;
      }
      if (isReadLike(next)) {
        pending = next;
        break;
      }
      segment.push(next);
      place = events.after(t, place, 0);
    }
    const text = JSON.stringify([t, place, pending?.kind === Kind.Choose && pending.op === 1]);
    if (!states.has(text)) states.set(text, states.size + 1);
    const number = states.get(text)!;
    const inLoop = knowledge === 'both';
    const made: PlacedNode = {
      id: nodes.length,
      thread: t,
      parent,
      value,
      segment,
      pending: pending !== null && inLoop && mayBeginIteration(pending) ? { ...pending, spin: number } : pending,
      state: number,
      children: new Map(),
      place,
    };
    nodes.push(made);
    if (firsts?.has(number) === false) firsts.set(number, made);
    return made;
  }

  function meet(node: HistoryNode): PlacedNode {
    return (node.pending === null ? undefined : firsts?.get(node.state!)) ?? (node as PlacedNode);
  }

  return {
    root(t) {
      let root = roots.get(t);
      if (root === undefined) roots.set(t, (root = grow(t, null, 0, firstPlace(machine, t), [label(Kind.Begin)])));
      return root;
    },
    child(node, value) {
      const parent = meet(node);
      const { place, thread } = parent;
      const children = parent.children as Map<Value, PlacedNode>;
      let child = children.get(value);
      if (child === undefined) {
        const after = goesRound(parent.pending!) ? place : events.after(thread, place, Number(value));
        children.set(value, (child = grow(thread, parent, value, after, [])));
      }
      return child;
    },
    meet,
    mergeHistories(merge) {
      if (knowledge !== 'both' || merge === (firsts !== undefined)) return;
      const left = { firsts, roots, nodes };
      ({ firsts, roots, nodes } = other ?? { firsts: new Map(), roots: new Map(), nodes: [] });
      other = left;
    },
    get nodes() {
      return nodes;
    },
    initial: (loc) => machine.semaphores?.[loc - events.semaphore] ?? 0,
  };
}

/** Events at which the runtime would take a fingerprint. */
function mayBeginIteration({ kind }: Label): boolean {
  return [
    Kind.Load,
    Kind.Rmw,
    Kind.MutexLock,
    Kind.MutexTrylock,
    Kind.CondBlock,
    Kind.RwRdlock,
    Kind.RwWrlock,
    Kind.RwTryrdlock,
    Kind.RwTrywrlock,
  ].includes(kind);
}

const rmwOps = { add: RmwOp.Add, xor: RmwOp.Xor, xchg: RmwOp.Xchg, cas: RmwOp.Cas };

/** The events of instructions. Those that wait for a condition variable, or at a barrier, have several. */
class Events {
  readonly semaphore: LocationId;
  private readonly cond: LocationId;
  private readonly rwlock: LocationId;
  private readonly barrier: LocationId;
  private readonly once: LocationId;

  constructor(private readonly machine: Machine) {
    const { locs, mutexes = 0, conds = 0, rwlocks = 0, semaphores = [], barriers = [] } = machine;
    this.cond = locs + mutexes;
    this.rwlock = this.cond + conds;
    this.semaphore = this.rwlock + rwlocks;
    this.barrier = this.semaphore + semaphores.length;
    this.once = this.barrier + barriers.length;
  }

  /** The thread's next event; undefined: it has ended. */
  at(t: ThreadId, place: Place): Label | undefined {
    const i = instructionAt(this.machine, t, place);
    return i === undefined ? undefined : { ...this.label(i, place), site: SITES * t + place.pc };
  }

  private label(i: Shared, place: Place): Label {
    const { o = 'sc', fo = 'sc' } = i as Ordered;
    const atomic = { order: orders[o], failOrder: orders[fo], size: 4 };
    const get = (v: Parameters<typeof valueOf>[0]): number => valueOf(v, place, this.machine.modulus);
    switch (i.op) {
      case 'load':
        return label(Kind.Load, { loc: i.x, ...atomic });
      case 'store':
        return label(Kind.Store, { loc: i.x, ...atomic, value: get(i.v) });
      case 'fence':
        return label(Kind.Fence, { order: orders[i.o] });
      case 'read':
        return label(Kind.PlainRead, { loc: i.x, size: 4 });
      case 'write':
        return label(Kind.PlainWrite, { loc: i.x, size: 4, value: get(i.v) });
      case 'free':
        return label(Kind.PlainWrite, { loc: i.x, size: 4, op: 1 });
      case 'add':
      case 'xor':
      case 'xchg':
        return label(Kind.Rmw, { loc: i.x, ...atomic, op: rmwOps[i.op], value: get(i.v) });
      case 'cas':
        return label(Kind.Rmw, { loc: i.x, ...atomic, op: RmwOp.Cas, expected: get(i.e), value: get(i.v) });
      case 'wait':
        return this.waiting(i, place.stage);
      case 'barrier':
        return place.stage === 0
          ? label(Kind.BarrierArrive, { loc: this.barrier + i.b, value: this.machine.barriers![i.b] })
          : label(Kind.BarrierLeave, { loc: this.barrier + i.b });
      case 'choose':
        return i.most === undefined
          ? label(Kind.Choose, { value: i.n })
          : label(Kind.Choose, { value: i.n, op: ChoiceOf.Fault, expected: i.most });
      case 'create':
        return label(Kind.Create, { thread: i.t });
      case 'join':
        return label(Kind.Join, { thread: i.t });
      case 'detach':
        return label(Kind.Detach, { thread: i.t });
      case 'fail':
        return label(Kind.Error, { op: ErrorKind.Assertion, text: 'fails' });
      case 'assume':
        return label(Kind.AssumeFailed);
      default:
        return this.operation(i);
    }
  }

  private waiting({ c, m, timed }: Extract<Shared, { op: 'wait' }>, stage: number): Label {
    const loc = this.cond + c;
    const mutex = { loc: this.machine.locs + m, op: MutexFlag.InWait };
    return [
      label(Kind.CondBlock, { loc, value: mutex.loc }),
      label(Kind.MutexUnlock, mutex),
      label(Kind.CondWake, { loc, op: timed ? WaitFlag.Timed : 0 }),
      label(Kind.MutexLock, mutex),
      label(Kind.MutexLock, mutex),
    ][stage];
  }

  private operation(i: Extract<Shared, { op: keyof typeof kinds }>): Label {
    if ('m' in i) return label(kinds[i.op], { loc: this.machine.locs + i.m });
    if ('c' in i) return label(kinds[i.op], { loc: this.cond + i.c });
    if ('l' in i) return label(kinds[i.op], { loc: this.rwlock + i.l });
    if ('s' in i) return label(kinds[i.op], { loc: this.semaphore + i.s });
    return label(kinds[i.op], { loc: this.once + i.n });
  }

  /** The place after the event, which returned the value. */
  after(t: ThreadId, place: Place, value: number): Place {
    const i = instructionAt(this.machine, t, place)!;
    const next = (v?: number): Place =>
      nextPlace(this.machine, t, place, v === undefined || !('r' in i) ? undefined : { r: i.r, v });
    switch (i.op) {
      case 'load':
      case 'read':
      case 'add':
      case 'xor':
      case 'xchg':
      case 'cas':
      case 'choose':
      case 'begin':
        return next(value);
      case 'trylock':
      case 'tryrdlock':
      case 'trywrlock':
      case 'tryacquire':
        return next(value === 0 ? 0 : 1);
      case 'wait':
        // The last two stages differ in what the wait returns.
        if (place.stage < 2) return { ...place, stage: place.stage + 1 };
        return place.stage === 2 ? { ...place, stage: value === 0 ? 3 : 4 } : next(place.stage - 3);
      case 'barrier':
        return place.stage === 0 && value === 0 ? { ...place, stage: 1 } : next(place.stage === 0 ? value : 0);
      default:
        return next();
    }
  }
}

const kinds = {
  lock: Kind.MutexLock,
  trylock: Kind.MutexTrylock,
  unlock: Kind.MutexUnlock,
  signal: Kind.CondSignal,
  broadcast: Kind.CondBroadcast,
  rdlock: Kind.RwRdlock,
  tryrdlock: Kind.RwTryrdlock,
  rdunlock: Kind.RwRdunlock,
  wrlock: Kind.RwWrlock,
  trywrlock: Kind.RwTrywrlock,
  wrunlock: Kind.RwWrunlock,
  acquire: Kind.SemWait,
  tryacquire: Kind.SemTrywait,
  post: Kind.SemPost,
  begin: Kind.OnceBegin,
  end: Kind.OnceEnd,
} as const;
