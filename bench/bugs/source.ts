/** Sources that were preprocessed on another machine. */

/**
 * The program without the headers that were expanded in it: each that it included itself is included again. With the
 * declarations of a 32-bit system, objects would be too small on this one. Text that was not preprocessed comes back as
 * it is.
 */
export function withoutHeaders(text: string): string {
  const lines = text.split('\n');
  const main = /^# 1 "([^"]+)"/.exec(lines[0])?.[1];
  if (main === undefined) return text;
  const kept: string[] = [];
  const open: string[] = [main];
  for (const line of lines) {
    const marker = /^# \d+ "([^"]+)"((?: \d)*)\s*$/.exec(line);
    if (marker === null) {
      // Also one that was written into the expanded text afterwards.
      if (open.length === 1 || line.startsWith('#include')) kept.push(line);
      continue;
    }
    const [, file, flags] = marker;
    if (flags.includes('1')) {
      if (open.length === 1) kept.push(includeOf(file));
      open.push(file);
    } else if (flags.includes('2')) {
      open.pop();
    }
  }
  return kept.join('\n');
}

/** Headers of a system lie in a folder `include`, some in one for an architecture below it. */
function includeOf(file: string): string {
  const name = /\/include\/(.+)$/.exec(file)?.[1];
  return name === undefined ? '' : `#include <${name}>`;
}
