/** Inputs for people. */

/** The objects as C declarations with their bytes as initialisers. */
export function inputText(objects: readonly { readonly name: string; readonly bytes: Uint8Array }[]): string {
  return objects.map(({ name, bytes }) => `unsigned char ${identifier(name)}[] = { ${cBytes(bytes)} };`).join(' ');
}

/** The bytes as initialisers in C. */
export function cBytes(bytes: Uint8Array): string {
  return [...bytes].map((b) => `0x${b.toString(16).padStart(2, '0')}`).join(', ');
}

function identifier(name: string): string {
  const word = name.replace(/\W/g, '_');
  return /^[A-Za-z_]/.test(word) ? word : `_${word}`;
}
