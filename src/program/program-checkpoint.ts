/**
 * The checkpoint of a program. Its history trees become rows: the trees are deep, and serialisation would recurse once
 * for every level.
 */
import type { Atom, ThreadName } from '../channel/protocol';
import { Forest, type Node } from './history';
import { Kind, label, withLocations, type Label, type ThreadId, type Value } from './label';

export interface ProgramCheckpoint {
  readonly atoms: readonly Atom[];
  readonly names: readonly ThreadName[];
  /** Address and size, by number. */
  readonly locations: readonly (readonly [Value, number])[];
  /** By location; undefined: no run has accessed it since the trees were begun. */
  readonly initials: readonly (Value | undefined)[];
  /** Return address and caller, by number. */
  readonly stacks: readonly (readonly [Value, number])[];
  readonly statistics: { readonly runs: number; readonly events: number; readonly copied: number };
  /** Notes of runs, each with its key. */
  readonly noted: readonly (readonly [string, string])[];
  readonly forest: ForestRows;
  /** The trees that `mergeHistories` brings back. */
  readonly otherForest: ForestRows | undefined;
  /** Did some run go on until a limit ended it? */
  readonly endless: boolean;
  /** Did an atomic object hold an expression of inputs? */
  readonly holdsInputs: boolean;
  /** The state that the program's runtime has collected over all runs. */
  readonly runtime: Uint8Array;
}

export interface ForestRows {
  /** Are histories with the same local state merged? */
  readonly merges: boolean;
  /** By number of the node. */
  readonly nodes: readonly NodeRow[];
  /** The labels of all nodes in order: each node's segment, then its pending event. */
  readonly labels: readonly LabelRow[];
  /** By local state, in the order of their numbers: the number of its first node. */
  readonly firsts: readonly number[];
}

/**
 * Thread, number of the parent (-1: none), value, whether it is complete, length of the segment, whether it has a
 * pending event, number of stores, fingerprint of the local state, past.
 */
export type NodeRow = readonly [ThreadId, number, Value, boolean, number, boolean, number, Value, string?];

export type LabelRow = readonly unknown[];

const fields = Object.keys(label(Kind.Fence)) as (keyof Label)[];

/** The trees as rows, for `forestOf`. */
export function rowsOfForest(forest: Forest): ForestRows {
  const labels: LabelRow[] = [];
  const nodes = forest.nodes.map((node) => rowOfNode(node, labels));
  return { merges: forest.merges, nodes, labels, firsts: forest.states.all.map(({ first }) => (first as Node).id) };
}

/** The node as a row; its labels are added to `labels`. */
export function rowOfNode(node: Node, labels: LabelRow[]): NodeRow {
  const { thread, parent, value, past, complete, segment, pending, stores, local } = node;
  for (const l of segment) labels.push(rowOfLabel(l));
  if (pending !== null) labels.push(rowOfLabel(pending));
  const waits = pending !== null,
    above = parent?.id ?? -1,
    row = [thread, above, value, complete, segment.length, waits, stores, local?.fingerprint ?? 0] as const;
  return past === undefined ? row : [...row, past];
}

/** The trees of these rows, with the same numbers of nodes and local states. The rows are not checked. */
export function forestOf({ merges, nodes, labels, firsts }: ForestRows): Forest {
  const forest = new Forest(merges);
  const made: Node[] = [];
  let at = 0;
  for (const [thread, parent, value, , length, waits, stores, , past] of nodes) {
    const node = parent < 0 ? forest.growRoot(thread, value, past) : forest.growChild(made[parent], value, past);
    node.stores = stores;
    for (let i = 0; i < length; i++) node.segment.push(labelOf(labels[at++]));
    if (waits) node.pending = labelOf(labels[at++]);
    made.push(node);
  }
  const locate = (id: number): void => {
    const { [id]: row } = nodes;
    forest.locate(made[id], row[7]);
  };
  // Local states have the numbers in which they were found.
  firsts.forEach(locate);
  made.forEach((node, id) => {
    locate(id);
    node.complete = nodes[id][3];
  });
  return forest;
}

function rowOfLabel(l: Label): LabelRow {
  return fields.map((name) => l[name]);
}

const SITE = fields.indexOf('site');

/** The row of the label with other numbers of its locations and its call site. */
export function rowWith(row: LabelRow, location: (loc: number) => number, site: (site: number) => number): LabelRow {
  const other = [...rowOfLabel(withLocations(labelOf(row), location))];
  other[SITE] = site(row[SITE] as number);
  return other;
}

/** The label of a row. */
export function labelOf(row: LabelRow): Label {
  return Object.fromEntries(fields.map((name, i) => [name, row[i]])) as unknown as Label;
}
