/** Text in lines of limited length. */

/** Stands for a space at which no line may end. */
export const NO_BREAK = '\u00a0';

/**
 * The text in lines of at most so many characters, all but the first indented by `indent` characters. A line ends at a
 * space, which is left out, as are spaces after it; a longer word is cut.
 */
export function wrapped(text: string, width: number, indent = 0): string[] {
  const lines: string[] = [];
  let rest = [...text];
  for (let first = true; rest.length > 0; first = false) {
    const most = Math.max(1, first ? width : width - indent);
    const lead = first ? '' : ' '.repeat(indent);
    if (rest.length <= most) {
      lines.push(lead + rest.join(''));
      break;
    }
    const at = rest.lastIndexOf(' ', most);
    const end = at > 0 && rest.slice(0, at).some((c) => c !== ' ') ? at : most;
    lines.push((lead + rest.slice(0, end).join('')).trimEnd());
    rest = rest.slice(end);
    while (rest[0] === ' ' || rest[0] === NO_BREAK) rest.shift();
  }
  return (lines.length === 0 ? [''] : lines).map((line) => line.replaceAll(NO_BREAK, ' '));
}

/** The text in at most so many characters: with `…` where it is cut. */
export function shortened(text: string, width: number): string {
  const all = [...text];
  return all.length <= width ? text : `${all.slice(0, Math.max(0, width - 1)).join('')}…`;
}
