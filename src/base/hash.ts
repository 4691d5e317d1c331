/** Hashes that name executions and detect damaged files. The library is loaded when it is first needed. */

let sha256Hex: ((data: Uint8Array | string) => string) | undefined;

/** SHA-256 (FIPS 180-4) of bytes or of a text in UTF-8, as hexadecimal digits. */
export function sha256(data: Uint8Array | string): string {
  // Several workers name each execution by a hash: a look for the library each time would cost more than the rest.
  sha256Hex ??= load();
  return sha256Hex(data);
}

/** The first 128 bits of it, 32 hexadecimal digits: enough to name things. */
export function shortHash(data: Uint8Array | string): string {
  return sha256(data).slice(0, 32);
}

function load(): (data: Uint8Array | string) => string {
  /* eslint-disable @typescript-eslint/no-require-imports -- see above */
  const { sha256: hash } = require('@noble/hashes/sha2') as typeof import('@noble/hashes/sha2');
  const { bytesToHex } = require('@noble/hashes/utils') as typeof import('@noble/hashes/utils');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return (data) => bytesToHex(hash(data));
}

/** The codes of the digits 0 and 9, and that of which the digit a is the tenth. */
const ZERO = 0x30,
  NINE = 0x39,
  TEN = 0x57;

/**
 * Sets the words to those of a hash, eight hexadecimal digits each, and returns them. Hundreds of thousands are
 * converted: no text is cut.
 */
export function wordsOf(hash: string, words: Int32Array): Int32Array {
  for (let word = 0, at = 0; word < words.length; word++) {
    let n = 0;
    for (let end = at + 8; at < end; at++) {
      const digit = hash.charCodeAt(at);
      n = (n << 4) | (digit <= NINE ? digit - ZERO : digit - TEN);
    }
    words[word] = n;
  }
  return words;
}
