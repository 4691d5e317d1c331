/** Lists in texts. */
const MOST = 5;

/** A list as text; a long one is cut. */
export function listed(all: readonly string[]): string {
  return all.length <= MOST ? all.join(', ') : `${all.slice(0, MOST).join(', ')} and ${all.length - MOST} more`;
}
