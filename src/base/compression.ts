/** Compressed bytes (RFC 1950). Node's zlib is loaded when it is first needed: most checks need none. */

/** Compresses quickly rather than well. */
export function deflate(bytes: Uint8Array): Buffer {
  return zlib().deflateSync(bytes, { level: 1 });
}

/** The bytes that were compressed. Throws an Error if they are malformed, or more than `most`. */
export function inflate(compressed: Uint8Array, most: number): Buffer {
  return zlib().inflateSync(compressed, { maxOutputLength: most });
}

function zlib(): typeof import('node:zlib') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('node:zlib') as typeof import('node:zlib');
}
