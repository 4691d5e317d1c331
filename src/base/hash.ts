/** Hashes that name executions and detect damaged files. The library is loaded when it is first needed. */

/** SHA-256 (FIPS 180-4) of bytes or of a text in UTF-8, as hexadecimal digits. */
export function sha256(data: Uint8Array | string): string {
  /* eslint-disable @typescript-eslint/no-require-imports -- see above */
  const { sha256: hash } = require('@noble/hashes/sha2') as typeof import('@noble/hashes/sha2');
  const { bytesToHex } = require('@noble/hashes/utils') as typeof import('@noble/hashes/utils');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return bytesToHex(hash(data));
}
