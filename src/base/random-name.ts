/** Names that nobody else chooses. Node's crypto is loaded when one is needed: most checks need none. */

/** Random bytes, as hexadecimal digits. */
export function randomName(bytes: number): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  const { randomBytes } = require('node:crypto') as typeof import('node:crypto');
  return randomBytes(bytes).toString('hex');
}
