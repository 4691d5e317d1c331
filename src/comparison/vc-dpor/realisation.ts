/**
 * Runs the sequences that annotated partial orders are realised by (`annotated-order.ts`), and reads from them how the
 * threads go on.
 */
import { isWrite, type GraphEvent } from '../../graph/event';
import { isReadLike, Kind, type ThreadId } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { waysToChoose } from '../../explore/extend/faults';
import { Sequence, type NextEvent } from '../sequences/sequence';
import type { SearchContext } from '../../explore/strategy/strategy';
import { realise, type AnnotatedOrder, type OrderedEvent } from './annotated-order';
import type { NewEvent } from './extend';
import { requireLifetimes, requireSupported } from './supported';

/** The root: the first thread that main creates. */
const ROOT: ThreadId = 1;

/** A thread that waits to read. */
export interface NextRead {
  readonly next: Pick<NextEvent, 'thread' | 'label'>;
  /** The read, without its writes and its value. */
  readonly event: Omit<OrderedEvent, 'good' | 'value'>;
  /** The numbers of events that it comes after in any case. */
  readonly after: readonly number[];
  /** A Choose: how many values it may return. */
  readonly ways: number;
}

/** How an annotated partial order goes on. */
export interface Continuation {
  /** What threads do without reading, in an order that each thread permits. */
  readonly fresh: readonly NewEvent[];
  /** Threads that wait to read, by number, the root first. */
  readonly reads: readonly NextRead[];
  /** By thread: the index of its last event that waits; -1: it has none; undefined: it has not begun. */
  readonly reached: readonly number[];
}

/** An event that was performed, and how long the sequence was after it. */
interface Done {
  readonly event: OrderedEvent;
  readonly length: number;
}

export class Realisation {
  readonly sequence: Sequence;
  /** The events that the sequence begins with. */
  private readonly done: Done[] = [];
  private begun = false;

  constructor(private readonly context: SearchContext) {
    this.sequence = new Sequence(context);
  }

  /** Performs a sequence that realises the order. False where the execution ends before. */
  follow(annotated: AnnotatedOrder): boolean {
    if (!this.begin()) return false;
    const { done, sequence } = this;
    const wanted = realise(annotated)
      .map((e) => annotated.events[e])
      .filter((e) => !e.joined);
    let common = 0;
    while (common < done.length && common < wanted.length && isSame(done[common].event, wanted[common])) common++;
    done.length = common;
    sequence.shrink(done.at(-1)?.length ?? 0);
    for (const event of wanted.slice(common)) {
      if (!this.take(event)) return false;
      done.push({ event, length: sequence.events.length });
    }
    return true;
  }

  /** Lets each thread go on until it needs a value that others may write. False where the execution ends. */
  goOn(): boolean {
    for (;;) {
      const next = this.sequence.next().find(mayGoOn);
      if (next === undefined) return true;
      if (!this.perform(next)) return false;
    }
  }

  /** Reports it if a thread is about to misuse a mutex, such as to lock again what it has locked. Does one? */
  isMisused(): boolean {
    const misuse = this.sequence.next().find(({ enabled }) => enabled?.candidate?.misuse !== undefined);
    if (misuse !== undefined) this.perform(misuse);
    return misuse !== undefined;
  }

  /** Can no thread go on, to read or otherwise? */
  get isStuck(): boolean {
    return this.sequence.next().every(({ enabled }) => enabled === undefined);
  }

  /** Where the thread stands. */
  nodeOf(t: ThreadId): HistoryNode {
    return this.sequence.graph.last(t)!.node!;
  }

  /** What the sequence has beyond the annotated partial order that it realises the beginning of. */
  continuation({ events }: AnnotatedOrder): Continuation {
    const places: number[][] = [];
    const guards: number[] = [];
    const known = [...events.keys()];
    const numbers: number[][] = [];
    for (const e of known) (numbers[events[e].thread] ??= [])[events[e].index] = e;
    /** By thread: the events that its next one comes after. */
    const after: number[][] = [[]];
    const fresh: NewEvent[] = [];
    for (const e of this.sequence.graph.events) {
      const { thread, label } = e;
      requireSupported(thread, label);
      guards[thread] ??= -1;
      places[thread] ??= [];
      after[thread] ??= [];
      if (label.kind === Kind.Create) after[label.thread] = after[thread];
      const shape = shapeOf(e);
      if (shape === undefined) continue;
      const index = places[thread].length;
      let number = numbers[thread]?.[index];
      if (number === undefined) {
        number = events.length + fresh.length;
        const joined = label.kind === Kind.Join ? (after[label.thread] ?? []) : [];
        const { root, loc, good } = { root: thread === ROOT, loc: shape.access === 'none' ? -1 : e.loc, good: [] };
        fresh.push({
          event: { thread, index, root, loc, value: e.written, good, guard: guards[thread], ...shape },
          after: [...after[thread], ...joined],
        });
      }
      if (shape.waits) guards[thread] = index;
      places[thread].push(number);
      after[thread] = [number];
    }
    requireLifetimes(this.sequence.graph);
    const reads: NextRead[] = [];
    for (const next of this.sequence.next()) {
      const { thread, label } = next;
      requireSupported(thread, label);
      if (label.kind === Kind.Join || reads.at(-1)?.next.thread === thread) continue;
      const access = label.kind === Kind.Choose ? 'none' : 'read';
      const loc = access === 'none' ? -1 : label.loc;
      const index = places[thread].length;
      const guard = guards[thread];
      reads.push({
        next,
        event: { thread, index, root: thread === ROOT, access, loc, waits: true, joined: false, guard },
        after: after[thread],
        ways: access === 'none' ? waysToChoose(this.sequence.graph, label) : 0,
      });
    }
    reads.sort((a, b) => Number(b.event.root) - Number(a.event.root));
    return { fresh, reads, reached: guards };
  }

  private begin(): boolean {
    this.begun ||= this.sequence.begin();
    return this.begun;
  }

  private nextOf(t: ThreadId, value?: OrderedEvent['value']): NextEvent | undefined {
    const all = this.sequence.next().filter(({ thread }) => thread === t);
    return value === undefined ? all[0] : (all.find(({ enabled }) => enabled?.candidate?.read === value) ?? all[0]);
  }

  /** False where the execution ends, or goes once round a loop that waits: the same without that is explored, too. */
  private perform(next: NextEvent): boolean {
    const how = this.sequence.perform(next);
    if (how === 'spins') this.context.session.waitingUnknown();
    return how === 'entered';
  }

  /** Performs the event, the next one of its thread. */
  private take(event: OrderedEvent): boolean {
    const wants = event.access === 'write' ? undefined : event.value;
    let next = this.nextOf(event.thread, wants);
    for (; next?.label.kind === Kind.PlainRead; next = this.nextOf(event.thread, wants))
      if (!this.perform(next)) return false;
    if (next?.enabled === undefined) throw new Error(`thread ${event.thread} cannot go on as was asked for`);
    // Plain data that races with atomic accesses may give another value: the race is reported then.
    if (!this.perform(next)) return false;
    if (wants === undefined || next.enabled.candidate?.read === wants) return true;
    throw new Error(`thread ${event.thread} does not read what was asked for`);
  }
}

/** Does the event need no value, or one that is there for it alone? */
function mayGoOn({ label, enabled }: NextEvent): boolean {
  return enabled !== undefined && (!isReadLike(label) || label.kind === Kind.PlainRead);
}

function isSame(a: OrderedEvent, b: OrderedEvent): boolean {
  return a.thread === b.thread && a.index === b.index && a.value === b.value;
}

/** What the event of the graph is in an annotated partial order; undefined: it is not in it. */
function shapeOf(e: GraphEvent): Pick<OrderedEvent, 'access' | 'waits' | 'joined'> | undefined {
  switch (e.label.kind) {
    case Kind.Load:
    case Kind.MutexLock:
      return { access: 'read', waits: true, joined: false };
    case Kind.Choose:
      return { access: 'none', waits: true, joined: false };
    case Kind.Join:
      return { access: 'none', waits: true, joined: true };
    case Kind.Store:
    case Kind.MutexInit:
    case Kind.MutexUnlock:
    case Kind.MutexDestroy:
      return { access: isWrite(e) ? 'write' : 'none', waits: false, joined: false };
    case Kind.PlainWrite:
      return { access: 'write', waits: false, joined: true };
    default:
      return undefined;
  }
}
