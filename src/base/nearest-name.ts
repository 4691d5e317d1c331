/** The name that a mistyped one was probably meant to be. */

/**
 * A question for an error message, in parentheses and behind a space; empty if no name is near enough. `shown`: the
 * name as the message has it.
 */
export function suggestion(
  given: string,
  names: readonly string[],
  shown = (name: string): string => `'${name}'`,
): string {
  const near = nearestName(given, names);
  return near === undefined ? '' : ` (did you mean ${shown(near)}?)`;
}

function nearestName(given: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.name;
}

/**
 * How many characters must be inserted, removed, replaced, or swapped with the next one (Damerau, 1964; no character
 * twice).
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? before[j - 2] + 1 : Infinity;
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1), swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
