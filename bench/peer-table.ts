/** drista and another model checker side by side: a table in Markdown, and what it comes to. */
import { median } from './measure';
import type { PeerRun } from './peer';
import { digits, markdown } from './table';

/** A program at a scale, checked by both in turns. */
export interface Comparison {
  readonly program: string;
  readonly scale: string;
  /** drista's executions, complete and blocked ones together; it may count more coarsely than by reads-from. */
  readonly executions: number;
  /** Seconds of each check by drista; `late`: it did not end within the limit. */
  readonly seconds: readonly number[];
  readonly late: boolean;
  /** Seconds of compiling the program. */
  readonly compile: number;
  /** What the peer said, by each way to run it; undefined: it did not end within the limit. */
  readonly runs: Readonly<Record<string, readonly (PeerRun | undefined)[]>>;
}

/** Median seconds of the peer, run in that way; undefined: it did not end in time. */
function peerSeconds({ runs }: Comparison, way: string): number | undefined {
  const ended = runs[way].filter((run) => run !== undefined);
  return ended.length < runs[way].length ? undefined : median(ended.map(({ seconds }) => seconds));
}

/** `limit`: seconds that each check had. */
export function peerTable(all: readonly Comparison[], limit: number): string {
  const ways = Object.keys(all[0].runs);
  return markdown(
    [
      ...['program', 'scale', 'executions', 'seconds', 'drista cc'],
      ...ways.flatMap((way) => [`${way}: complete`, 'blocked', 'seconds', `drista/${way}`]),
    ],
    all.map((one) => {
      const seconds = one.late ? limit : median(one.seconds);
      return [
        one.program,
        one.scale,
        one.executions,
        one.late ? `>${limit}` : seconds.toFixed(2),
        one.compile.toFixed(2),
        ...ways.flatMap((way) => {
          const peer = peerSeconds(one, way),
            [run] = one.runs[way];
          const [least, most] = [one.late ? '>' : '', peer === undefined ? '<' : ''];
          return [
            run?.complete ?? '-',
            run?.blocked ?? '-',
            peer === undefined ? `>${limit}` : peer.toFixed(2),
            one.late && peer === undefined ? '' : least + most + digits(seconds / (peer ?? limit)),
          ];
        }),
      ];
    }),
  );
}

/** How drista stands over all programs that both could check: a line for each way, and for the better of each. */
export function peerSummary(all: readonly Comparison[]): string {
  const ways = Object.keys(all[0].runs);
  const lines = ways.map((way) => summary(all, way, (one) => peerSeconds(one, way)));
  const better = (one: Comparison): number | undefined => {
    const ended = ways.map((way) => peerSeconds(one, way)).filter((seconds) => seconds !== undefined);
    return ended.length === 0 ? undefined : Math.min(...ended);
  };
  return [...lines, ...(ways.length > 1 ? [summary(all, 'the better', better)] : [])].join('\n');
}

function summary(all: readonly Comparison[], name: string, secondsOf: (one: Comparison) => number | undefined): string {
  const both = all.flatMap((one) => {
    const peer = secondsOf(one);
    return peer === undefined || one.late ? [] : [median(one.seconds) / peer];
  });
  const late = `not in time: drista ${all.filter((one) => one.late).length}, ${name} ${
    all.filter((one) => secondsOf(one) === undefined).length
  }`;
  if (both.length === 0) return `drista/${name}: ${late}`;
  const mean = Math.exp(both.reduce((sum, ratio) => sum + Math.log(ratio), 0) / both.length);
  const slower = both.filter((ratio) => ratio > 1).length;
  return `drista/${name}: geometric mean of ${both.length}: ${digits(mean)}; slower in ${slower}; ${late}`;
}
