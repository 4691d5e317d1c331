/**
 * Litmus tests in C as herd7 reads them: a name, initial values of locations, threads, and a condition on final states.
 */
import {
  placesIn,
  placeText,
  readNumber,
  readPlace,
  readProposition,
  type Place,
  type Proposition,
  type Quantifier,
} from './final-condition';
import { readThread, type LitmusThread } from './c-threads';
import { beginsType, readType } from './c-types';
import { LitmusLexer } from './litmus-lexer';

export interface LitmusLocation {
  /** The type in C. */
  readonly type: string;
  readonly initial: bigint;
}

export interface LitmusTest {
  readonly name: string;
  readonly locations: ReadonlyMap<string, LitmusLocation>;
  readonly threads: readonly LitmusThread[];
  /** The places that states show, in the order of herd7: registers by thread and name, then locations by name. */
  readonly shown: readonly Place[];
  /** Other states are left out. */
  readonly filter: Proposition | undefined;
  readonly quantifier: Quantifier;
  readonly proposition: Proposition;
}

/** Reads the test in the text of a file. Throws a DristaError that names the file and the line. */
export function readLitmus(text: string, file: string): LitmusTest {
  const lexer = new LitmusLexer(text, file);
  const name = readHead(lexer);
  const types = new Map<string, string>();
  const initials = readInitials(lexer, types);
  const threads: LitmusThread[] = [];
  while (lexer.is(`P${threads.length}`) || lexer.is('static') || lexer.is('void')) {
    const { line } = lexer.token;
    const thread = readThread(lexer, threads.length);
    for (const [location, { base }] of thread.parameters) {
      const before = types.get(location);
      if (before !== undefined && before !== base)
        throw lexer.error(`'${location}' has the types '${before}' and '${base}'`, line);
      types.set(location, base);
    }
    threads.push(thread);
  }
  if (threads.length === 0) throw lexer.unexpected('thread P0');
  for (const location of initials.keys()) if (!types.has(location)) types.set(location, 'int');
  const locations = new Map([...types].map(([x, type]) => [x, { type, initial: initials.get(x) ?? 0n }]));
  return { name, locations, threads, ...readFinal(lexer, threads, locations) };
}

/** The first line (`C NAME`), and lines of information, which are passed over. */
function readHead(lexer: LitmusLexer): string {
  const first = lexer.takeMatch(/(\S+)[ \t]+(\S+)[^\n]*/);
  if (first === undefined) throw lexer.error('a litmus test begins with a line `C NAME`', 1);
  const [, language, name] = first;
  if (language !== 'C') throw lexer.error(`tests in ${language} are not supported, only in C`, 1);
  while (lexer.takeMatch(/"[^"]*"|\w+=[^\n]*/) !== undefined);
  lexer.advance();
  return name;
}

/** `{ x = 1; int y; [z] = 2; }` */
function readInitials(lexer: LitmusLexer, types: Map<string, string>): Map<string, bigint> {
  const initials = new Map<string, bigint>();
  lexer.expect('{');
  while (!lexer.is('}')) {
    if (lexer.accept(';')) continue;
    const type = beginsType(lexer) ? readType(lexer).base : undefined;
    const { line } = lexer.token;
    if (lexer.is('*')) throw lexer.error('locations that are pointers are not supported', line);
    const place = readPlace(lexer);
    if (lexer.token.kind === 'name') throw lexer.error(`the type '${place.name}' is not supported`, line);
    if (place.thread >= 0) throw lexer.error('initial values of registers are not supported', line);
    if (initials.has(place.name)) throw lexer.error(`'${place.name}' has two initial values`, line);
    let value: bigint | undefined = 0n;
    if (lexer.accept('=')) {
      value = readNumber(lexer);
      if (value === undefined) throw lexer.error('initial values that are no numbers are not supported', line);
    }
    initials.set(place.name, value);
    if (type !== undefined) types.set(place.name, type);
    if (!lexer.is('}')) lexer.expect(';');
  }
  lexer.advance();
  return initials;
}

type Final = Pick<LitmusTest, 'shown' | 'filter' | 'quantifier' | 'proposition'>;

/** `locations [...]`, `filter ...`, and the condition; without one, every state will do. */
function readFinal(lexer: LitmusLexer, threads: readonly LitmusThread[], locations: LitmusTest['locations']): Final {
  const { line } = lexer.token;
  const extra: Place[] = [];
  let filter: Proposition | undefined;
  for (;;) {
    if (lexer.accept('filter')) filter = readProposition(lexer);
    else if (lexer.accept('locations')) extra.push(...readLocations(lexer));
    else break;
  }
  let quantifier: Quantifier = 'forall';
  let proposition: Proposition = { kind: 'and', of: [] };
  if (!lexer.atEnd) {
    if (lexer.accept('exists')) quantifier = 'exists';
    else if (lexer.accept('~')) {
      lexer.expect('exists');
      quantifier = '~exists';
    } else if (!lexer.accept('forall'))
      throw lexer.token.kind === 'name'
        ? lexer.error(`'${lexer.token.text}' is not supported`)
        : lexer.unexpected('exists, ~exists or forall');
    proposition = readProposition(lexer);
    if (!lexer.atEnd) throw lexer.unexpected('the end of the file');
  }
  const named = [...extra, ...placesIn(proposition)];
  for (const place of [...named, ...(filter === undefined ? [] : placesIn(filter))])
    if (!(place.thread < 0 ? locations.has(place.name) : threads[place.thread]?.registers.has(place.name)))
      throw lexer.error(`the condition names ${placeText(place)}, which is not declared`, line);
  const shown = new Map(named.map((place) => [placeText(place), place]));
  return { shown: [...shown.values()].sort(comparePlaces), filter, quantifier, proposition };
}

function readLocations(lexer: LitmusLexer): Place[] {
  const places: Place[] = [];
  lexer.expect('[');
  while (!lexer.accept(']')) {
    places.push(readPlace(lexer));
    if (!lexer.is(']')) lexer.expect(';');
  }
  return places;
}

function comparePlaces(a: Place, b: Place): number {
  if (a.thread < 0 !== b.thread < 0) return a.thread < 0 ? 1 : -1;
  return a.thread - b.thread || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
