/**
 * Hashes of combinations of histories that all workers agree on. Numbers of nodes and histories differ between workers,
 * because each has trees of its own. A hash of 128 bits (truncated SHA-256) identifies the values that were read by one
 * thread; those of all threads differ, since each contains the number of its thread, and combine by exclusive or.
 */
import type { GraphEvent } from '../../graph/event';
import { shortHash, wordsOf } from '../../base/hash';
import type { HistoryNode, Program } from '../../program/program';
import type { HistoryIds } from './history-ids';

export class HistoryHashes {
  private readonly byNumber: string[] = [''];
  private readonly byNode: string[] = [];
  private readonly words = new Map<string, Int32Array>();
  private readonly combined = new Int32Array(4);

  constructor(
    private readonly names: HistoryIds,
    private readonly program: Program,
  ) {}

  /** The combination of what the threads' reads have returned, and of the sources that count. */
  ofSources(threads: readonly (readonly GraphEvent[] | undefined)[]): string {
    this.combined.fill(0);
    for (const events of threads) if (events !== undefined) this.combine(this.ofNumber(this.names.of(events)));
    return hexadecimal(this.combined);
  }

  /** The combination of what the threads' reads have returned. */
  ofValues(threads: readonly (readonly GraphEvent[] | undefined)[]): string {
    this.combined.fill(0);
    for (const events of threads) if (events?.length) this.combine(this.ofNode(events.at(-1)!.node!));
    return hexadecimal(this.combined);
  }

  /** Executions are many, histories of threads few: so a hash of all is not computed from text each time. */
  private combine(hash: string): void {
    if (hash === '') return;
    let words = this.words.get(hash);
    if (words === undefined) this.words.set(hash, (words = wordsOf(hash, new Int32Array(4))));
    for (let i = 0; i < 4; i++) this.combined[i] ^= words[i];
  }

  private ofNumber(number: number): string {
    const known = this.byNumber[number];
    if (known !== undefined) return known;
    // From the first one that is not known, for histories may be long.
    const chain: number[] = [];
    for (let n = number; this.byNumber[n] === undefined; n = this.names.rule(n)[0]) chain.push(n);
    for (const n of chain.reverse()) {
      const [before, node, thread, index] = this.names.rule(n);
      this.byNumber[n] = shortHash(
        `${this.byNumber[before]} ${this.ofNode(this.program.nodes[node])} ${thread} ${index}`,
      );
    }
    return this.byNumber[number];
  }

  private ofNode(node: HistoryNode): string {
    const chain: HistoryNode[] = [];
    for (let n: HistoryNode | null = node; n !== null && this.byNode[n.id] === undefined; n = n.parent) chain.push(n);
    for (const n of chain.reverse())
      this.byNode[n.id] = shortHash(`${n.parent === null ? n.thread : this.byNode[n.parent.id]} ${n.value}`);
    return this.byNode[node.id];
  }
}

/** 32 hexadecimal digits for four words. */
function hexadecimal(words: Int32Array): string {
  let text = '';
  for (const word of words) text += (word >>> 0).toString(16).padStart(8, '0');
  return text;
}
