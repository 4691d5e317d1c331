/** Outcomes as text. */
import type { Outcome } from './outcome';

/**
 * The outcome in one line: the values (`r1=0 r2=1`), or what was printed in quotes, then the exit code unless it is 0.
 * `said`: replaces placeholders of names in values.
 */
export function outcomeText({ values, printed, exitCode }: Outcome, said = (text: string): string => text): string {
  const parts = values.map(({ name, value }) => `${name}=${said(value)}`);
  if (printed !== '') parts.push(quoted(printed));
  if (exitCode !== 0) parts.push(`exit code ${exitCode}`);
  return parts.length === 0 ? 'nothing' : parts.join(' ');
}

/** The text as a string of C: one line, whatever is in it. */
function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t').replaceAll('\0', '\\0');
  return `"${escaped}"`;
}
