/**
 * The interface of programs for the exploration: for each thread a tree of local histories.
 *
 * A thread is deterministic: what it does next depends only on the values that its read-like events have
 * returned so far. A node of its tree is such a list of values; it holds the segment of events that follow
 * without needing a value, then the pending read-like event, or nothing when the thread has ended.
 */
import { closes, type Label, type LocationId, type SiteId, type ThreadId, type Value } from './label';

export interface HistoryNode {
  /** Dense number, unique in the program: two equal numbers are the same local history. */
  readonly id: number;
  readonly thread: ThreadId;
  readonly parent: HistoryNode | null;
  /** The value that led here from the parent. */
  readonly value: Value;
  readonly segment: readonly Label[];
  readonly pending: Label | null;
  /**
   * Where the program hides data (Program.hidesData): a name for what the last value told the thread of others, empty
   * where nothing. Undefined in other programs, where values alone distinguish histories.
   */
  readonly past?: string | undefined;
  /** The known children, by the value that `pending` returned; with a `past` that is not empty by both (`childKey`). */
  readonly children: ReadonlyMap<Value | string, HistoryNode>;
  /**
   * Dense number of the thread's local state (docs/explanation/thread-states.md): nodes of one thread with the same
   * number have the same future. 0 or absent: not known.
   */
  readonly state?: number;
  /** Owned by explore/histories/spin-loops.ts: its cache of iterations that end at the node. */
  spinCache?: unknown;
  /** Owned by explore/histories/failed-attempts.ts: the failed attempt that ends at the node. */
  attemptCache?: unknown;
}

/** The initial value of a location on the heap that nothing has initialised. Memory holds 0. */
export const UNINITIALISED = -1;

/** The key of a child in `children`, or of a root. */
export function childKey(value: Value, past: string | undefined): Value | string {
  return past === undefined || past === '' ? value : `${value} ${past}`;
}

/** The known children for the value: several where their pasts differ. */
export function childrenAfter({ children, past }: HistoryNode, value: Value): readonly HistoryNode[] {
  if (past !== undefined) return [...children.values()].filter((child) => child.value === value);
  const child = children.get(value);
  return child === undefined ? [] : [child];
}

/** May the node's segment be longer than what a run that was cut has shown? */
export function isUnfinished({ pending, segment }: HistoryNode): boolean {
  const last = segment.at(-1);
  return pending === null && (last === undefined || !closes(last));
}

/** One decision of an execution: the thread's pending event returns the value. */
export interface Step {
  readonly thread: ThreadId;
  readonly label: Label;
  readonly value: Value;
  /** The write that it reads from: which event of which thread; undefined: not known, or not one. */
  readonly source?: { readonly thread: ThreadId; readonly index: number } | 'initial' | undefined;
}

/**
 * How a run goes on after its schedule: the thread with the highest rank first (explore/strategy/walks/ranks.ts). Ranks
 * are drawn once for each thread; for each event that returns a value, and anew where another one on the same location
 * comes first; or for all threads anew after each such event.
 */
export interface AfterSchedule {
  readonly by: 'threads' | 'events' | 'steps';
  readonly seed: number;
  /** By threads: those that rank below all others, the lowest last. By steps: those that access `loc`, in order. */
  readonly threads?: readonly ThreadId[];
  readonly loc?: LocationId;
}

/**
 * A schedule that brings a program to a state: the steps in order, and the contents of memory afterwards where these
 * are not those of the last write.
 */
export interface Schedule {
  readonly steps: readonly Step[];
  readonly memory: readonly { readonly loc: LocationId; readonly value: Value }[];
  /** Of several threads created between two steps the last one starts first; otherwise the first. */
  readonly reversed?: boolean;
  /** Where the program hides data: by thread, the pasts of its root and of what its steps lead to. */
  readonly pasts?: readonly (readonly string[])[];
  /** How a run of the schedule goes on. Default: by a fixed policy. What that shows is not part of the execution. */
  readonly goesOn?: AfterSchedule | undefined;
}

/**
 * Thrown by a program whose events have changed in kind, which invalidates the exploration so far. `restart` empties
 * the trees.
 */
export class Restart extends Error {}

export interface Program {
  /**
   * Whether the program has code that drista does not see, by which threads may tell each other more than events show,
   * or atomic objects with expressions of inputs, which are more than values.
   * Then two histories with the same values and different pasts are different. Default: no.
   */
  readonly hidesData?: boolean;
  /**
   * Do atomic accesses of several sizes overlap (Label.pieces)? The answer is final while the trees live. Then only the
   * partition by reads-from explores the program. Default: no.
   */
  readonly mixesSizes?: boolean;
  /**
   * The root of a thread: its history before its first read-like event. `argument`: the value of its Create event
   * (main: 0). `past`: what the thread knows of others then, where the program hides data.
   */
  root(thread: ThreadId, argument: Value, context: () => Schedule, past?: string): HistoryNode;
  /**
   * The node after the thread's pending event has returned the value. `context` returns a schedule that leads there and
   * ends with this step. `past`: what the step tells the thread of others, if the program hides data.
   */
  child(node: HistoryNode, value: Value, context: () => Schedule, past?: string): HistoryNode;
  /**
   * If `merge`, all histories with the same local state continue as the first of them from now on. The trees are then
   * an automaton: `child` returns what follows `meet(node)`, and the parent of the result is that node. A change brings
   * back the trees from before the last change, if there are any. Programs without the method never merge.
   */
  mergeHistories?(merge: boolean): void;
  /** Forgets the trees that the last change of `mergeHistories` has left. */
  forgetOther?(): void;
  /** The node whose children follow this one. Default: the node itself. */
  meet?(node: HistoryNode): HistoryNode;
  /** All history nodes that are known, by number: each after its parent. Grows when a tree grows. */
  readonly nodes: readonly HistoryNode[];
  /** The value that a location holds before any event writes it, or UNINITIALISED; of one that has pieces: 0. */
  initial(loc: LocationId): Value;
  /**
   * Is the location accessed both by atomic operations and by others, in an order that creation and joining do not fix?
   * The answer is final while the trees live. Default: no.
   */
  isMixed?(loc: LocationId): boolean;
  /**
   * Other locations that share bytes with what the event accesses, where the program has several sizes of accesses to
   * the same addresses. Default: none.
   */
  rivals?(l: Label): readonly LocationId[];
  /** Reports that one execution has the event and accesses to one of its rivals. Throws Restart. */
  mixSizes?(l: Label, rival: LocationId): never;
  /** The approximate size of the trees in bytes; undefined: estimated from the number of nodes. */
  readonly bytes?: number;
  /** Whether a limit has ended some run, or a thread has gone round a loop for ever in some run. */
  readonly endless?: boolean;
  /** The number of runs of the program. */
  readonly runs?: number;
  /**
   * A name for the call site of an event, or for its object if there is no call site. It is the same in all instances
   * of the program.
   */
  nameOf?(l: Label): string;
  /** Discards the trees, after a Restart. */
  restart?(): void;
  /** The placeholder of a call site in texts (docs/explanation/memory.md, "Names"). */
  place?(site: SiteId): string;
  /** The placeholder of a location's name in texts; empty: it has none. */
  data?(loc: LocationId): string;
  /** Runs the execution as a whole and compares it with the trees. */
  verify?(schedule: Schedule): void;
}
