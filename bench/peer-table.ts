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
  /** Seconds of each check by drista; `late`: it did not end within the limit. */
  readonly seconds: readonly number[];
  readonly late: boolean;
  /** Seconds of compiling the program. */
  readonly compile: number;
  /** Of each time; undefined: it did not end within the limit. */
  readonly runs: readonly (PeerRun | undefined)[];
}

/** Median seconds of the peer; undefined: it did not end in time. */
function peerSeconds({ runs }: Comparison): number | undefined {
  const ended = runs.filter((run) => run !== undefined);
  return ended.length < runs.length ? undefined : median(ended.map(({ seconds }) => seconds));
}

/** `limit`: seconds that each check had. */
export function peerTable(all: readonly Comparison[], limit: number): string {
  const name = all[0].peer;
  return markdown(
    ['program', 'scale', 'executions', `${name}: complete`, 'blocked', 'seconds', 'drista cc', name, `drista/${name}`],
    all.map((one) => {
      const seconds = one.late ? limit : median(one.seconds),
        peer = peerSeconds(one),
        [run] = one.runs;
      const [least, most] = [one.late ? '>' : '', peer === undefined ? '<' : ''];
      return [
        one.program,
        one.scale,
        one.executions,
        run?.complete ?? '-',
        run?.blocked ?? '-',
        one.late ? `>${limit}` : seconds.toFixed(2),
        one.compile.toFixed(2),
        peer === undefined ? `>${limit}` : peer.toFixed(2),
        one.late && peer === undefined ? '' : least + most + digits(seconds / (peer ?? limit)),
      ];
    }),
  );
}

/** How drista stands over all programs that both could check. */
export function peerSummary(all: readonly Comparison[]): string {
  const both = all.flatMap((one) => {
    const peer = peerSeconds(one);
    return peer === undefined || one.late ? [] : [median(one.seconds) / peer];
  });
  const name = all[0].peer;
  const late = `not in time: drista ${all.filter((one) => one.late).length}, ${name} ${
    all.filter((one) => peerSeconds(one) === undefined).length
  }`;
  if (both.length === 0) return late;
  const mean = Math.exp(both.reduce((sum, ratio) => sum + Math.log(ratio), 0) / both.length);
  const slower = both.filter((ratio) => ratio > 1).length;
  return (
    `drista's time over ${name}'s, geometric mean of ${both.length}: ${digits(mean)}; ` + `slower in ${slower}; ${late}`
  );
}
