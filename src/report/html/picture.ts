/** What the HTML report shows, as plain data. Events are named by their places in the execution. */

/** A picture of one check, or of one saved execution. */
export interface Picture {
  readonly version: 1;
  readonly program: string;
  readonly model: string;
  /** The verdict in one line; empty for a saved execution. */
  readonly verdict: string;
  readonly notes: readonly string[];
  readonly errors: readonly PicturedError[];
  readonly sources: readonly SourceText[];
}

/** The lines of a source file that a page shows, in blocks. */
export interface SourceText {
  readonly file: string;
  readonly blocks: readonly { readonly from: number; readonly lines: readonly string[] }[];
}

export interface PicturedError {
  readonly kind: string;
  /** The error in one line. */
  readonly headline: string;
  /** The command that runs the execution again. */
  readonly replay?: string;
  readonly execution: string;
  readonly threads: readonly string[];
  readonly events: readonly PicturedEvent[];
  /** What is computed from the execution graph; undefined: the execution was saved without it, or was changed. */
  readonly graph?: PicturedGraph;
}

/** A memory order matters to readers, the rest is in the text of the operation. */
export type EventShape = 'read' | 'write' | 'update' | 'fence' | 'object' | 'thread' | 'other';

export interface PicturedEvent {
  readonly thread: number;
  readonly operation: string;
  readonly file?: string;
  readonly line?: number;
  readonly function?: string;
  readonly wrong?: true;
  readonly matters?: true;
  readonly pending?: true;
  readonly shape: EventShape;
  /** Place in `locations`. */
  readonly location?: number;
}

/** From one event to another. */
export type DrawnEdge = readonly [from: number, to: number];

export interface Edges {
  /** Reads-from. */
  readonly rf: readonly DrawnEdge[];
  /** Synchronizes-with: by which happens-before comes from other threads. */
  readonly sw: readonly DrawnEdge[];
  /** Coherence: each write with the next one to its location. */
  readonly co: readonly DrawnEdge[];
  /** From-reads: each read with the write that comes next after its source. */
  readonly fr: readonly DrawnEdge[];
}

/** A write in a set: its place in the execution, or one of these. */
export const INITIAL = -1;
/** A plain access that is not ordered with a write, so that reading would be a data race. */
export const RACE = -2;

/** Why a write cannot be read. */
export type Exclusion =
  /** A later write to the location happens before the read. */
  | 'overwritten'
  /** An event that happens before the read has read a later write already. */
  | 'read-later'
  /** Another read-modify-write has read it: nothing can come between the two (atomicity). */
  | 'taken'
  /** No order of the events that the model puts in one order (seq_cst ones, or all) allows it. */
  | 'sc'
  /** It depends on the read itself. */
  | 'depends'
  /** The thread has ended. */
  | 'ended';

/** A write that cannot be read, why, and by which event (INITIAL: none in particular). */
export type Excluded = readonly [write: number, why: Exclusion, by: number];

/** A change of what a thread may read of a location, after the event `at`. */
export interface ViewChange {
  readonly at: number;
  readonly thread: number;
  readonly location: number;
  readonly added: readonly number[];
  readonly removed: readonly Excluded[];
}

/** What a read could have returned, beyond what its thread could read at that point. */
export interface ReadChoices {
  readonly event: number;
  /** Writes that an access of this kind cannot read, although the thread might. */
  readonly excluded: readonly Excluded[];
  /** Writes that come later in this order and that it could have read, had it come later. */
  readonly later: readonly number[];
  /** Later ones that it could not have read. */
  readonly laterExcluded: readonly Excluded[];
  /** Why it returned an older value than the last one, in a sentence. */
  readonly stale?: string;
}

export interface PicturedLocation {
  readonly name: string;
  readonly initial: string;
  readonly isObject: boolean;
  /** Its writes, in coherence order. */
  readonly writes: readonly number[];
}

export interface PicturedGraph {
  /** The memory model under which it was computed. */
  readonly model: string;
  readonly locations: readonly PicturedLocation[];
  /** By event: the value that it wrote; null: none. */
  readonly written: readonly (string | null)[];
  readonly edges: Edges;
  readonly views: readonly ViewChange[];
  /** Views and choices are known from this event on only: the execution is too long. */
  readonly viewsFrom: number;
  readonly choices: readonly ReadChoices[];
  /** Changes of the states of objects: after the event, the state in words; empty: as at first. */
  readonly objects: readonly { readonly at: number; readonly location: number; readonly state: string }[];
  /** What explains the error, in sentences. */
  readonly explanation: readonly string[];
  /** A missing edge of synchronisation between two events. */
  readonly missing?: DrawnEdge;
  /** Who waits for whom, in the end. */
  readonly waits: readonly PicturedWait[];
}

export interface PicturedWait {
  readonly thread: number;
  /** Its event that waits. */
  readonly event: number;
  readonly text: string;
  /** The threads that it waits for, each with the event by which it took the object (INITIAL: none). */
  readonly on: readonly { readonly thread: number; readonly since: number }[];
  readonly inCycle: boolean;
}
