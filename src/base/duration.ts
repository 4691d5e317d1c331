/** Times as people write them. */

const units: Readonly<Record<string, number>> = { ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400 };

/** How times are written, for messages. */
export const DURATIONS = 'seconds, or a time such as 90s, 5m or 1h30m';

/** The seconds that the text says: a number of seconds, or numbers with units, the largest first. NaN: malformed. */
export function secondsIn(text: string): number {
  if (/^\s*$/.test(text)) return NaN;
  if (!/[a-z]/i.test(text)) return Number(text);
  if (!/^(?:\d+(?:\.\d+)?d)?(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m)?(?:\d+(?:\.\d+)?s)?(?:\d+(?:\.\d+)?ms)?$/.test(text))
    return Number(text); // 1e3, and what is malformed
  const parts = [...text.matchAll(/([\d.]+)(ms|[smhd])/g)];
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * units[unit], 0);
}
