/** How a report names the threads of an execution. */
import type { FoundError } from '../explore/common/verdict';
import { Kind, type ThreadId } from '../program/label';
import { shortFunction } from '../debug-info/function-name';
import { isLibrary, type ReportPlace } from './source-places';
import type { NameSource } from './report';

type Execution = Pick<FoundError, 'trace' | 'involved'>;

/** The name of each thread: `main`, or its number and the function of the program that it runs. */
export function threadTitles(e: Execution, names: NameSource): string[] {
  const count = Math.max(...e.trace.map((t) => t.thread), ...e.involved.map((i) => i.thread)) + 1;
  return Array.from({ length: count }, (_, t) => {
    if (t === 0) return 'main';
    const begin = e.trace.find((x) => x.thread === t && x.label.kind === Kind.Begin);
    const start = begin === undefined ? undefined : names.stack(begin.label)[0];
    const own = start === undefined || isLibrary(start) ? outermost(e, names, t) : start;
    return own?.function ? `thread ${t} (${shortFunction(own.function)})` : `thread ${t}`;
  });
}

/** The outermost function of the program in the call stacks of the thread's events. */
function outermost(e: Execution, names: NameSource, t: ThreadId): ReportPlace | undefined {
  for (const { thread, label } of [...e.trace, ...e.involved]) {
    const own = thread === t ? names.stack(label).findLast((p) => !isLibrary(p) && p.file !== '') : undefined;
    if (own !== undefined) return own;
  }
  return undefined;
}
