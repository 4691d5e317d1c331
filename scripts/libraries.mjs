/**
 * Files as one: a line of JSON with their names and sizes, then their contents, compressed. Brotli finds what a file
 * shares with the one before it, which lies further back than the packages' own gzip looks.
 */
import { Buffer } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** All files of a folder. */
export function pack(folder) {
  const files = readdirSync(folder)
    .sort()
    .map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  const head = JSON.stringify(files.map(({ name, content }) => [name, content.length]));
  const all = Buffer.concat([Buffer.from(`${head}\n`), ...files.map(({ content }) => content)]);
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
  };
  return brotliCompressSync(all, { params });
}

/** Writes the files into a folder. */
export function unpack(packed, folder) {
  const all = brotliDecompressSync(packed);
  let at = all.indexOf('\n') + 1;
  mkdirSync(folder, { recursive: true });
  for (const [name, size] of JSON.parse(all.toString('utf8', 0, at))) {
    writeFileSync(join(folder, name), all.subarray(at, at + size), { mode: 0o755 });
    at += size;
  }
}
