/** The header of a hostile program: that of a test (docs/how-to/testing.md), and lines `// hostile: ...` beside it. */
import { readHeader, type TestHeader } from '../../src/testing/test-header';

export interface Expectation extends TestHeader {
  /** `built-with plain`: by the compiler alone, not by `drista cc`. */
  readonly plain: boolean;
  /** `client "..."`: what drista's client sends (--client), as a JSON string. */
  readonly client: string | undefined;
  /** Checked with default options only. */
  readonly once: boolean;
  /** Checked under every combination of options by `npm test`, too. */
  readonly matrix: boolean;
  /** Checked by `DRISTA_HOSTILE=all npm run jest -- hostile` only. */
  readonly long: boolean;
}

/** Reads the header of a program's text. Throws an Error for what it does not know, and where it states no verdict. */
export function expectationOf(text: string, file: string): Expectation {
  const header = readHeader(text, file);
  if (header.checks.length === 0) throw new Error(`${file}: it states no verdict`);
  const left = new Set([...text.matchAll(/^\/\/ hostile: (.*)$/gm)].map(([, line]) => line));
  const client = [...left].find((line) => line.startsWith('client '));
  if (client !== undefined) left.delete(client);
  const expectation: Expectation = {
    ...header,
    plain: left.delete('built-with plain'),
    client: client === undefined ? undefined : (JSON.parse(client.slice('client '.length)) as string),
    once: left.delete('once'),
    matrix: left.delete('matrix'),
    long: left.delete('long'),
  };
  if (left.size > 0) throw new Error(`${file}: lines that are not known: ${[...left].join('; ')}`);
  return expectation;
}
