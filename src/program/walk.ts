/** Adds one run to the history trees: events that are known must recur, and new ones are added. */
import { Status } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import { describeWaitStatus } from '../channel/wait-status';
import { DristaError } from '../base/errors';
import { callAndFile, type Events } from './events';
import type { Forest, Node } from './history';
import {
  closes,
  describeThread,
  ErrorKind,
  isReadLike,
  Kind,
  label,
  type Label,
  type SiteId,
  type ThreadId,
  type Value,
} from './label';
import { isSameEvent } from './local-states';
import { goesRound } from './operand';
import { Nondeterminism, otherContents, sawOtherFiles } from './outcomes';

/** The position of a thread in its tree. */
interface Position {
  node: Node;
  /** How many values the thread has been given. */
  values: number;
  /** Events of the node's segment so far. */
  at: number;
  /** Events of the thread so far, for messages. */
  seen: number;
  /** Has the thread called exit, and have its handlers finished? */
  exited: boolean;
}

export interface WalkContext {
  readonly forest: Forest;
  readonly events: Events;
  /** Called for each event on a location; the first one in a run shows the initial value of what it touches. */
  touch(l: Label, run: RunResult, i: number, reads: boolean): void;
  /** The label in one line, for messages. */
  text(l: Label): string;
  stack(site: SiteId): readonly Value[];
}

type Pasts = readonly (readonly string[])[];

/** By kind: does it return a value? */
export const readLike: boolean[] = [];
for (let kind = 0; kind < 64; kind++) readLike[kind] = isReadLike(label(kind));

/** The label of the error for a process that ended without a result. */
export function died(run: RunResult): Label {
  const why = run.text === '' ? '' : `: ${run.text}`;
  return label(Kind.Error, {
    op: ErrorKind.Crash,
    text: `the process ended by itself (${describeWaitStatus(run.waitStatus)})${why}`,
  });
}

/** The numbers of the thread's events. */
function eventsOf(run: RunResult, thread: ThreadId): readonly number[] {
  return Array.from({ length: run.events }, (_, i) => i).filter((i) => run.thread(i) === thread);
}

/** The thread that ran last; main if there was no event. */
export function lastThread(run: RunResult): ThreadId {
  for (let i = run.events - 1; i >= 0; i--) if (!run.pending(i)) return run.thread(i);
  return 0;
}

/**
 * Adds the run to the trees. Throws Nondeterminism when a thread did not do what it had done before. `pasts`: where the
 * program hides data, those of the run's schedule (Schedule.pasts). What a thread does beyond them is not added, until
 * `goOn` says more of them.
 */
export function walk(run: RunResult, context: WalkContext, pasts?: Pasts): Walk {
  const adding = new Walk(run, context, pasts);
  adding.walk();
  return adding;
}

/** One run that is added to the trees. */
export class Walk {
  private readonly positions: Position[] = [];
  /** Is there an event at which a thread goes round a loop for ever? */
  goesRound = false;
  /** Threads that have come where no past is known, each with the number of the event after which it is needed. */
  private readonly beyond = new Map<ThreadId, number>();
  private readonly own: (readonly number[] | undefined)[] = [];
  private hasDied = false;

  constructor(
    private readonly run: RunResult,
    private readonly context: WalkContext,
    private pasts: Pasts | undefined,
  ) {}

  /** Adds the run, as far as the pasts go. Throws Nondeterminism when a thread did not do what it had done before. */
  walk(): void {
    const { run } = this;
    for (let i = 0; i < run.events; i++) {
      const kind: Kind = run.kind(i);
      if (kind === Kind.Begin && !this.begin(i)) this.beyond.set(run.thread(i), i);
      if (this.beyond.has(run.thread(i))) this.touch(i, readLike[kind]);
      else this.event(i, kind);
    }
    this.finish();
  }

  /** Adds what threads do beyond the pasts that were known. `pasts`: these, and more. */
  goOn(pasts: Pasts): void {
    this.pasts = pasts;
    for (const [thread, i] of [...this.beyond]) {
      const kind: Kind = this.run.kind(i);
      const begins = kind === Kind.Begin;
      if (!(begins ? this.begin(i) : this.descend(this.position(thread), i))) continue;
      this.beyond.delete(thread);
      const own = (this.own[thread] ??= eventsOf(this.run, thread));
      for (let k = own.indexOf(i) + Number(!begins); k < own.length && !this.beyond.has(thread); k++)
        this.event(own[k], this.run.kind(own[k]));
    }
    this.finish();
  }

  private event(i: number, kind: Kind): void {
    const position = this.position(this.run.thread(i));
    if (this.run.handles(i)) {
      position.exited = false;
      return;
    }
    if (readLike[kind]) this.wait(position, i);
    else this.pass(position, i, kind);
    position.seen++;
  }

  /** The thread begins; false: its past is not known. */
  private begin(i: number): boolean {
    const thread = this.run.thread(i);
    const past = thread === 0 && this.pasts !== undefined ? '' : this.pasts?.[thread]?.[0];
    if (this.pasts !== undefined && past === undefined) return false;
    const start = this.context.events.start(this.run, i);
    const node = this.context.forest.growRoot(thread, start, past);
    this.positions[thread] = { node, values: 0, at: 0, seen: 0, exited: false };
    return true;
  }

  /** An event of which no more is known than what it accesses. */
  private touch(i: number, reads: boolean): void {
    if (this.run.handles(i)) return;
    const l = this.context.events.label(this.run, i);
    if (l.loc >= 0) this.context.touch(l, this.run, i, reads);
  }

  private position(thread: ThreadId): Position {
    const position = this.positions[thread];
    if (position === undefined && this.run.events === 0)
      throw new DristaError(
        `the process ended before main (${describeWaitStatus(this.run.waitStatus)} ${this.run.text}): please ` +
          'report this with the program',
      );
    if (position === undefined)
      throw new DristaError(
        `the runtime reported an event of ${describeThread(thread)}, which has not begun: please report this ` +
          'with the program',
      );
    return position;
  }

  /** An event that needs no value. */
  private pass(position: Position, i: number, kind: Kind): void {
    const { node } = position;
    const { context } = this;
    const { events } = context;
    if (position.at < node.segment.length) {
      if (!events.same(node.segment[position.at], this.run, i)) throw this.changed(position, i);
    } else {
      if (node.complete) throw this.changed(position, i);
      const l = events.label(this.run, i);
      node.segment.push(l);
      if (closes(l)) {
        context.forest.locate(node, 0);
        this.complete(position);
      }
    }
    if (kind === Kind.Exit) position.exited = true;
    const l = node.segment[position.at++];
    if (l.loc >= 0) context.touch(l, this.run, i, false);
  }

  /** A read-like event: performed, or pending when the run stopped. */
  private wait(position: Position, i: number): void {
    const { node } = position;
    const { context } = this;
    const { events, forest } = context;
    if (position.at < node.segment.length) throw this.changed(position, i);
    if (node.pending === null) {
      if (node.complete) throw this.changed(position, i);
      node.pending = events.label(this.run, i);
      node.stores = Number(this.run.stores(i));
      forest.locate(node, this.run.state(i));
      this.complete(position);
    } else if (!events.same(node.pending, this.run, i)) {
      throw this.changed(position, i);
    }
    this.goesRound ||= goesRound(node.pending);
    if (node.pending.loc >= 0) context.touch(node.pending, this.run, i, true);
    if (this.run.pending(i)) return;
    position.values++;
    if (!this.descend(position, i)) this.beyond.set(node.thread, i);
  }

  /** The thread goes on after event i, which has returned a value; false: its past is not known. */
  private descend(position: Position, i: number): boolean {
    const { node, values } = position;
    const { forest, events } = this.context;
    const past = this.pasts?.[node.thread]?.[values];
    if (this.pasts !== undefined && past === undefined) return false;
    position.node = forest.growChild(forest.meet(node), events.returned(this.run, i), past);
    position.at = 0;
    return true;
  }

  /** Marks the node as complete. If its twin is known, both must be the same. */
  private complete({ node, seen, at }: Position): void {
    if (node.complete) return;
    node.complete = true;
    const { twin } = node;
    if (twin === undefined || twin === node) return;
    const [there, here] = [twin, node].map((n) => (n.pending === null ? n.segment : [...n.segment, n.pending]));
    for (let i = 0; i < Math.max(there.length, here.length); i++) {
      const [before, now] = [there.at(i), here.at(i)];
      if (before === undefined || now === undefined || !isSameEvent(before, now))
        throw new Nondeterminism(node.thread, seen - at + i, this.textOf(before), this.textOf(now));
    }
  }

  private textOf(l: Label | undefined): string {
    return l === undefined ? 'its end' : this.context.text(l);
  }

  /**
   * Handles the end of the run, which ends the threads that have called exit and the thread that has ended the process.
   */
  private finish(): void {
    const { run } = this;
    const last = lastThread(run);
    if (run.status === Status.Died && !this.hasDied && !this.beyond.has(last)) {
      this.hasDied = true;
      this.die(this.position(last));
    }
    this.positions.forEach((position, thread) => {
      const { node, at, exited } = position;
      if (exited && !this.beyond.has(thread) && at === node.segment.length && node.pending === null)
        this.complete(position);
    });
  }

  private die(position: Position): void {
    const { node, at } = position;
    const end = died(this.run);
    const known = this.known(position);
    if (known === undefined) {
      node.segment.push(end);
      this.complete(position);
    } else if (known === null || known.kind !== Kind.Error || known.text !== end.text) {
      throw new Nondeterminism(
        node.thread,
        position.seen,
        known === null ? 'its end' : this.context.text(known),
        this.context.text(end),
      );
    }
    position.at = at + 1;
  }

  /** The thread's next event according to the trees; null: the thread has ended; undefined: not known. */
  private known({ node, at }: Position): Label | null | undefined {
    return node.segment[at] ?? (node.complete ? node.pending : undefined);
  }

  private changed(position: Position, i: number): Nondeterminism {
    const known = this.known(position);
    const now = this.context.events.label(this.run, i),
      stack = this.context.stack(now.site);
    if (known && sawOtherFiles(known, now))
      return otherContents(position.node.thread, position.seen, now.text, stack, callAndFile(this.run, i)[1]);
    const before = known ? this.context.text(known) : 'its end';
    return new Nondeterminism(position.node.thread, position.seen, before, this.context.text(now), { stack });
  }
}
