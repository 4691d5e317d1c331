/** Where a limit ends a state search: names what may have infinitely many values, such as a counter. */
import type { ExecutionGraph } from '../../../../graph/graph';
import type { SearchContext } from '../../strategy';
import type { StateKey } from '../key/state-key';

/** A location with so many values may be one that grows for ever. */
const MANY = 100;

/** Adds a note on the location of the graph that had most values in the states of the key, if these are many. */
export function noteGrowth({ program, session }: SearchContext, graph: ExecutionGraph, key: StateKey): void {
  const found = key.mostVaried();
  if (found === undefined || found.contents < MANY) return;
  const { loc, contents } = found;
  const { label } = graph.location(loc).writes.at(-1)!;
  const at = label.site < 0 || program.place === undefined ? '' : ` (${program.place(label.site)})`;
  const what = `${program.data?.(loc) || 'a value in memory'}${at}`;
  session.noteOnLimit(`${what} had ${contents} values so far: if it keeps growing, there is no end of states`);
}
