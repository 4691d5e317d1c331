/** Colours of the report for people, as SGR sequences (ECMA-48, 8.3.117). */

/** `--color`. */
export const colorChoices = ['auto', 'always', 'never'] as const;

/** How the parts of a report look. Each function returns its text with colours, or as it is. */
export interface Style {
  readonly error: (text: string) => string;
  readonly heading: (text: string) => string;
  readonly note: (text: string) => string;
  readonly good: (text: string) => string;
  readonly faint: (text: string) => string;
}

const asItIs = (text: string): string => text;
const sgr =
  (on: string, off: number) =>
  (text: string): string =>
    text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`;

export const plain: Style = { error: asItIs, heading: asItIs, note: asItIs, good: asItIs, faint: asItIs };
export const colored: Style = {
  error: sgr('31', 39),
  heading: sgr('1', 22),
  note: sgr('36', 39),
  good: sgr('32', 39),
  faint: sgr('2', 22),
};

/**
 * Are there colours? `auto`: as FORCE_COLOR says (0, false: no), else none with NO_COLOR (no-color.org), else on
 * terminals that have colours.
 */
export function hasColors(
  choice: (typeof colorChoices)[number],
  isTerminal: boolean,
  { FORCE_COLOR: force, NO_COLOR: none = '', TERM: terminal }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (force !== undefined) return force !== '0' && force !== 'false';
  return none === '' && isTerminal && terminal !== 'dumb';
}
