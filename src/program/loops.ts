/** Finds the loop that made an execution too long: the call site that a thread reached most often. */
import { describeThread, type SiteId, type ThreadId } from './label';

interface At {
  readonly thread: ThreadId;
  readonly site: SiteId;
}

/** A call site of a thread, and how often the thread was there. */
export interface Busiest extends At {
  readonly times: number;
}

/** The thread and call site that most of the events have; undefined when no place is known. */
export function busiestSite(events: readonly At[]): Busiest | undefined {
  const counts = new Map<string, At & { times: number }>();
  let most: (At & { times: number }) | undefined;
  for (const { thread, site } of events) {
    if (site < 0) continue;
    const key = `${thread} ${site}`;
    let found = counts.get(key);
    if (found === undefined) counts.set(key, (found = { thread, site, times: 0 }));
    found.times++;
    if (most === undefined || found.times > most.times) most = found;
  }
  return most;
}

/** The text for the loop. `place`: the placeholder of the call site. */
export function loopText({ thread, times }: Busiest, place: string): string {
  return `${describeThread(thread)} was at ${place} ${times} times`;
}
