/**
 * What is known of a program as plain data in rows: trees are deep, and what writes data to files would call itself for
 * every level.
 */
import type { Atom, ThreadName } from '../channel/protocol';
import { Forest, type Node } from './history';
import { Kind, label, type Label, type ThreadId, type Value } from './label';

export interface ProgramCheckpoint {
  readonly atoms: readonly Atom[];
  readonly names: readonly ThreadName[];
  /** Address and size, by number. */
  readonly locations: readonly (readonly [Value, number])[];
  /** By location; undefined: no run has touched it since the trees were begun. */
  readonly initials: readonly (Value | undefined)[];
  /** Return address and caller, by number. */
  readonly stacks: readonly (readonly [Value, number])[];
  readonly statistics: { readonly runs: number; readonly events: number };
  /** Notes of runs, by what tells them apart. */
  readonly noted: readonly (readonly [string, string])[];
  readonly forest: KeptForest;
  /** What the program's runtime remembers. */
  readonly runtime: Uint8Array;
}

export interface KeptForest {
  /** By number of the node. */
  readonly nodes: readonly KeptNode[];
  /** Of all nodes one after the other, each node's segment, then its pending event. */
  readonly labels: readonly KeptLabel[];
}

/**
 * Thread, number of the parent (-1: none), value, is it complete, length of the segment, has it a pending event, its
 * stores, the fingerprint of its local state.
 */
export type KeptNode = readonly [ThreadId, number, Value, boolean, number, boolean, number, Value];

export type KeptLabel = readonly unknown[];

const fields = Object.keys(label(Kind.Fence)) as (keyof Label)[];

/** The trees as rows, for `forestOf`. */
export function keepForest(forest: Forest): KeptForest {
  const labels: KeptLabel[] = [];
  const nodes = forest.nodes.map((node) => keepNode(node, labels));
  return { nodes, labels };
}

/** The node as a row; its labels are added to `labels`. */
export function keepNode(node: Node, labels: KeptLabel[]): KeptNode {
  const { thread, parent, value, complete, segment, pending, stores, local } = node;
  for (const l of segment) labels.push(keepLabel(l));
  if (pending !== null) labels.push(keepLabel(pending));
  return [thread, parent?.id ?? -1, value, complete, segment.length, pending !== null, stores, local?.fingerprint ?? 0];
}

/** The trees again, with the same numbers of nodes. The rows are not checked. */
export function forestOf({ nodes, labels }: KeptForest): Forest {
  const forest = new Forest();
  const made: Node[] = [];
  let at = 0;
  for (const [thread, parent, value, complete, length, waits, stores, state] of nodes) {
    const node = parent < 0 ? forest.growRoot(thread, value) : forest.growChild(made[parent], value);
    node.stores = stores;
    for (let i = 0; i < length; i++) node.segment.push(labelOf(labels[at++]));
    if (waits) node.pending = labelOf(labels[at++]);
    forest.locate(node, state);
    node.complete = complete;
    made.push(node);
  }
  return forest;
}

function keepLabel(l: Label): KeptLabel {
  return fields.map((name) => l[name]);
}

/** The label that a row stands for. */
export function labelOf(row: KeptLabel): Label {
  return Object.fromEntries(fields.map((name, i) => [name, row[i]])) as unknown as Label;
}
