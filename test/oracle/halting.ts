/** Programs of which a thread stops after so many reads, as --tune unroll stops it (Kind.LoopBound). */
import { Kind, label, type ThreadId } from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';

/** The program, whose thread stops once its read-like events have returned so many values. */
export function halting(program: Program, thread: ThreadId, reads: number): Program {
  function halt(node: HistoryNode): HistoryNode {
    const changed = node as { segment: HistoryNode['segment']; pending: HistoryNode['pending'] };
    if (node.thread !== thread || node.pending === null || depth(node) !== reads) return node;
    changed.segment = [...node.segment, label(Kind.LoopBound)];
    changed.pending = null;
    return node;
  }
  return {
    ...program,
    root: (...begin) => halt(program.root(...begin)),
    child: (...step) => halt(program.child(...step)),
  };
}

function depth({ parent }: HistoryNode): number {
  return parent === null ? 0 : 1 + depth(parent);
}
