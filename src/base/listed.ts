/** Lists in texts. */
const MAX_LISTED = 5;

/** A list as text; a long one is cut. */
export function listed(all: readonly string[]): string {
  return all.length <= MAX_LISTED
    ? all.join(', ')
    : `${all.slice(0, MAX_LISTED).join(', ')} and ${all.length - MAX_LISTED} more`;
}
