/** Inputs for people. */

/** The objects as C declarations with their bytes as initialisers. */
export function inputText(objects: readonly { readonly name: string; readonly bytes: Uint8Array }[]): string {
  return objects.map(({ name, bytes }) => `unsigned char ${identifier(name)}[] = { ${cBytes(bytes)} };`).join(' ');
}

const INPUT = '; the input: ';

/** What an error says, with the input that leads to it. */
export function withInput(message: string, input: string): string {
  return message + INPUT + input;
}

/** The same without the input. */
export function withoutInput(message: string): string {
  return message.split(INPUT)[0];
}

/** The bytes as initialisers in C. */
export function cBytes(bytes: Uint8Array): string {
  return [...bytes].map((b) => `0x${b.toString(16).padStart(2, '0')}`).join(', ');
}

/** The bytes as a string in C. */
export function stringText(bytes: Uint8Array): string {
  const text = [...bytes].map((b) => {
    if (b === 0x22 || b === 0x5c) return `\\${String.fromCharCode(b)}`;
    return b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : `\\x${b.toString(16).padStart(2, '0')}`;
  });
  return `"${text.join('')}"`;
}

function identifier(name: string): string {
  const word = name.replace(/\W/g, '_');
  return /^[A-Za-z_]/.test(word) ? word : `_${word}`;
}
