/** drista and another model checker side by side: a table in Markdown, and what it comes to. */
import { median } from './measure';
import type { PeerRun } from './peer';
import { digits, markdown } from './table';

/** A program at a scale, checked by both in turns. */
export interface Comparison {
  readonly peer: string;
  readonly program: string;
  readonly scale: string;
  /** drista's executions, complete and blocked ones together; it may count more coarsely than by reads-from. */
  readonly executions: number;
  /** Seconds of each check, and of compiling the program. */
  readonly seconds: readonly number[];
  readonly compile: number;
  /** Of each time; undefined: it did not end within the limit. */
  readonly runs: readonly (PeerRun | undefined)[];
}

/** Median seconds of the peer; undefined: it did not end in time. */
function peerSeconds({ runs }: Comparison): number | undefined {
  const ended = runs.filter((run) => run !== undefined);
  return ended.length < runs.length ? undefined : median(ended.map(({ seconds }) => seconds));
}

/** `limit`: seconds that the peer had. */
export function peerTable(all: readonly Comparison[], limit: number): string {
  const name = all[0].peer;
  return markdown(
    ['program', 'scale', 'executions', `${name}: complete`, 'blocked', 'seconds', 'drista cc', name, `drista/${name}`],
    all.map((one) => {
      const seconds = median(one.seconds),
        peer = peerSeconds(one),
        [run] = one.runs;
      return [
        one.program,
        one.scale,
        one.executions,
        run?.complete ?? '-',
        run?.blocked ?? '-',
        seconds.toFixed(2),
        one.compile.toFixed(2),
        peer === undefined ? `>${limit}` : peer.toFixed(2),
        peer === undefined ? `<${digits(seconds / limit)}` : digits(seconds / peer),
      ];
    }),
  );
}

/** How drista stands over all programs that both could check. */
export function peerSummary(all: readonly Comparison[]): string {
  const both = all.flatMap((one) => {
    const peer = peerSeconds(one);
    return peer === undefined ? [] : [median(one.seconds) / peer];
  });
  const name = all[0].peer;
  if (both.length === 0) return `${name} ended in time with none of them`;
  const mean = Math.exp(both.reduce((sum, ratio) => sum + Math.log(ratio), 0) / both.length);
  const slower = both.filter((ratio) => ratio > 1).length;
  return (
    `drista's time over ${name}'s, geometric mean of ${both.length}: ${digits(mean)}; ` +
    `slower in ${slower}; ${name} not in time: ${all.length - both.length}`
  );
}
