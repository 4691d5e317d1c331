/** Hashes that name executions and detect damaged files. The library is loaded when it is first needed. */

let sha256Hex: ((data: Uint8Array | string) => string) | undefined;

/** SHA-256 (FIPS 180-4) of bytes or of a text in UTF-8, as hexadecimal digits. */
export function sha256(data: Uint8Array | string): string {
  // Several workers name each execution by a hash: a look for the library each time would cost more than the rest.
  sha256Hex ??= load();
  return sha256Hex(data);
}

function load(): (data: Uint8Array | string) => string {
  /* eslint-disable @typescript-eslint/no-require-imports -- see above */
  const { sha256: hash } = require('@noble/hashes/sha2') as typeof import('@noble/hashes/sha2');
  const { bytesToHex } = require('@noble/hashes/utils') as typeof import('@noble/hashes/utils');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return (data) => bytesToHex(hash(data));
}
