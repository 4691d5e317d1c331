/** The header of a hostile program: lines `// drista: ...` in the comment at its top. */

export type Verdict = 'verified' | 'error' | 'inconclusive' | 'refused';

export interface Expectation {
  readonly verdict: Verdict;
  /** Of the first error: its kind, and the line that it names (undefined: any). */
  readonly kind: string | undefined;
  readonly line: number | undefined;
  readonly options: readonly string[];
  readonly build: readonly string[];
  readonly builtWith: 'drista' | 'plain';
  readonly environment: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  /** What drista's client sends (--client): given as a JSON string. */
  readonly client: string | undefined;
  readonly says: readonly string[];
  readonly neverSays: readonly string[];
  /** Checked with default options only. */
  readonly once: boolean;
  /** Checked under every combination of options by `npm test`, too. */
  readonly matrix: boolean;
  /** Checked by `DRISTA_HOSTILE=all npm run jest -- hostile` only. */
  readonly long: boolean;
}

export const exitCodes: Readonly<Record<Verdict, number>> = { verified: 0, error: 1, refused: 2, inconclusive: 3 };

/**
 * Reads the header of a program's text. Throws an Error for a line that it does not know, and where the verdict is
 * missing.
 */
export function expectationOf(text: string): Expectation {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  const said = lines
    .slice(0, end < 0 ? lines.length : end)
    .flatMap((line) => /^\/\/ drista: (.*)$/.exec(line)?.[1] ?? []);
  const left = new Set(said);

  const all = (word: string): string[] =>
    said.flatMap((line) => {
      if (line !== word && !line.startsWith(`${word} `)) return [];
      left.delete(line);
      return [line.slice(word.length + 1)];
    });
  const words = (word: string): string[] => all(word).flatMap((rest) => rest.split(/ +/).filter((w) => w !== ''));
  const flag = (word: string): boolean => all(word).length > 0;

  const errors = all('error').map(
    (rest) => /^(?<kind>\S+)(?: at (?:(?<wrong>WRONG)|\S*:(?<line>\d+)))?$/.exec(rest)?.groups,
  );
  const [error] = errors;
  const verdicts: Verdict[] = [
    ...errors.map(() => 'error' as const),
    ...(['verified', 'inconclusive', 'refused'] as const).filter(flag),
  ];
  if (verdicts.length !== 1 || (errors.length > 0 && error === undefined))
    throw new Error('the header states not one verdict');
  const expectation: Expectation = {
    verdict: verdicts[0],
    kind: error?.kind,
    line: error?.wrong === undefined ? numberOf(error?.line) : lineOf(lines),
    options: words('options'),
    build: words('build'),
    builtWith: words('built-with')[0] === 'plain' ? 'plain' : 'drista',
    environment: Object.fromEntries(
      all('environment').map((rest) => [rest.split('=')[0], rest.slice(rest.indexOf('=') + 1)]),
    ),
    arguments: words('arguments'),
    client: all('client').map((text) => JSON.parse(text) as string)[0],
    says: all('says'),
    neverSays: all('never says'),
    once: flag('once'),
    matrix: flag('matrix'),
    long: flag('long'),
  };
  if (left.size > 0) throw new Error(`the header has lines that are not known: ${[...left].join('; ')}`);
  return expectation;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function lineOf(lines: readonly string[]): number {
  const line = lines.findIndex((text) => /\/\/ WRONG$|\/\* WRONG \*\//.test(text)) + 1;
  if (line === 0) throw new Error('no line is marked with WRONG');
  return line;
}
