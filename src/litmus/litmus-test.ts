/**
 * Litmus tests in C as herd7 reads them: a name, initial values of locations, threads, and a condition on final states.
 */
import {
  addressesIn,
  placesIn,
  placeText,
  readNumber,
  readPlace,
  readProposition,
  type LitmusValue,
  type Place,
  type Proposition,
  type Quantifier,
} from './final-condition';
import { readThread, type LitmusThread } from './c-threads';
import { beginsType, isSameType, readBase, readStars, typeName, type ValueType } from './c-types';
import { LitmusLexer } from './litmus-lexer';

/** An object with its initial value: a location, or a register. */
export interface LitmusObject {
  readonly type: ValueType;
  readonly initial: LitmusValue;
}

export interface LitmusTest {
  readonly name: string;
  readonly locations: ReadonlyMap<string, LitmusObject>;
  readonly threads: readonly LitmusThread[];
  /** The registers of each thread. */
  readonly registers: readonly ReadonlyMap<string, LitmusObject>[];
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
  const initials = readInitials(lexer);
  const types = new Map<string, ValueType>();
  for (const { place, type } of initials) if (place.thread < 0 && type !== undefined) types.set(place.name, type);
  const threads: LitmusThread[] = [];
  while (lexer.is(`P${threads.length}`) || lexer.is('static') || lexer.is('void')) {
    const { line } = lexer.token;
    const own = initials.filter(({ place }) => place.thread === threads.length);
    const declared = own.flatMap(({ place, type }): [string, ValueType][] =>
      type === undefined ? [] : [[place.name, type]],
    );
    const thread = readThread(lexer, threads.length, new Map(declared));
    for (const [location, { value }] of thread.parameters) {
      const before = types.get(location);
      if (before !== undefined && !isSameType(before, value))
        throw lexer.error(`'${location}' has the types '${typeName(before)}' and '${typeName(value)}'`, line);
      types.set(location, value);
    }
    threads.push(thread);
  }
  if (threads.length === 0) throw lexer.unexpected('thread P0');
  const { locations, registers } = objectsOf(lexer, initials, types, threads);
  return { name, locations, threads, registers, ...readFinal(lexer, registers, locations) };
}

/** All objects with their types and initial values, of which those in `initials` are given. */
function objectsOf(
  lexer: LitmusLexer,
  initials: readonly Initial[],
  types: Map<string, ValueType>,
  threads: readonly LitmusThread[],
): Pick<LitmusTest, 'locations' | 'registers'> {
  const given = new Map(initials.map((initial) => [placeText(initial.place), initial]));
  const typeOf = ({ thread, name }: Place): ValueType | undefined =>
    thread < 0 ? types.get(name) : threads[thread]?.registers.get(name);
  // A location of which nothing else is said is of the type that a pointer to it has.
  for (const { place, value } of [...initials, ...initials]) {
    const pointer = typeOf(place);
    if (typeof value === 'string' && typeof pointer === 'object' && !types.has(value))
      types.set(value, pointer.to.value);
  }
  for (const { place, value, line } of initials) {
    if (place.thread < 0 && !types.has(place.name)) types.set(place.name, 'int');
    const type = typeOf(place);
    if (type === undefined) throw lexer.error(`${placeText(place)} is not declared in a thread`, line);
    const to = typeof value === 'string' ? types.get(value) : undefined;
    const isRight =
      typeof type === 'string'
        ? typeof value === 'bigint'
        : value === 0n || (to !== undefined && isSameType(to, type.to.value));
    if (!isRight)
      throw lexer.error(`${placeText(place)} of type '${typeName(type)}' cannot be ${value} at first`, line);
  }
  const objects = (thread: number, all: ReadonlyMap<string, ValueType>): ReadonlyMap<string, LitmusObject> =>
    new Map(
      [...all].map(([x, type]) => [x, { type, initial: given.get(placeText({ thread, name: x }))?.value ?? 0n }]),
    );
  return { locations: objects(-1, types), registers: threads.map((thread, i) => objects(i, thread.registers)) };
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

/** What the beginning of a test says of an object. */
interface Initial {
  readonly place: Place;
  readonly type: ValueType | undefined;
  readonly value: LitmusValue;
  readonly line: number;
}

/** `{ x = 1; int y; [z] = 2; int *p = &x; q = x; 0:r = 3; }` */
function readInitials(lexer: LitmusLexer): Initial[] {
  const initials: Initial[] = [];
  lexer.expect('{');
  while (!lexer.is('}')) {
    if (lexer.accept(';')) continue;
    const { line } = lexer.token;
    const type = beginsType(lexer) ? readStars(lexer, readBase(lexer)).value : undefined;
    // Stars without a type say that the value is an address.
    while (type === undefined && lexer.accept('*'));
    const place = readPlace(lexer);
    if (lexer.token.kind === 'name') throw lexer.error(`the type '${place.name}' is not supported`, line);
    if (initials.some((other) => placeText(other.place) === placeText(place)))
      throw lexer.error(`'${placeText(place).replace(/[[\]]/g, '')}' has two initial values`, line);
    initials.push({ place, type, value: lexer.accept('=') ? readValue(lexer) : 0n, line });
    if (!lexer.is('}')) lexer.expect(';');
  }
  lexer.advance();
  return initials;
}

/** An initial value: a number, or the address of a location (`x`, `&x`). */
function readValue(lexer: LitmusLexer): LitmusValue {
  const number = readNumber(lexer);
  if (number !== undefined) return number;
  lexer.accept('&');
  const name = lexer.name('a number or a location');
  if (lexer.is('(')) throw lexer.error(`'${name}' is not supported`);
  return name;
}

type Final = Pick<LitmusTest, 'shown' | 'filter' | 'quantifier' | 'proposition'>;

/** `locations [...]`, `filter ...`, and the condition; without one, every state will do. */
function readFinal(lexer: LitmusLexer, registers: LitmusTest['registers'], locations: LitmusTest['locations']): Final {
  const { line } = lexer.token;
  const typeOf = ({ thread, name }: Place): ValueType | undefined =>
    (thread < 0 ? locations : registers[thread])?.get(name)?.type;
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
        ? lexer.error(`'${lexer.token.text}' is not supported: write exists, ~exists or forall`)
        : lexer.unexpected('exists, ~exists or forall');
    proposition = readProposition(lexer);
    if (!lexer.atEnd) throw lexer.unexpected('the end of the file');
  }
  const named = [...extra, ...placesIn(proposition)];
  const propositions = filter === undefined ? [proposition] : [proposition, filter];
  for (const place of [...named, ...propositions.flatMap(placesIn)])
    if (typeOf(place) === undefined)
      throw lexer.error(`the condition names ${placeText(place)}, which is not declared`, line);
  for (const { place, name } of propositions.flatMap(addressesIn)) {
    if (!locations.has(name)) throw lexer.error(`the condition names ${name}, which is no location`, line);
    if (typeof typeOf(place) === 'string')
      throw lexer.error(`${placeText(place)} holds no address: write [${name}] for the value at ${name}`, line);
  }
  const shown = new Map(named.map((place) => [placeText(place), place]));
  return { shown: [...shown.values()].sort(comparePlaces), filter, quantifier, proposition };
}

function readLocations(lexer: LitmusLexer): Place[] {
  const places: Place[] = [];
  lexer.expect('[');
  while (!lexer.accept(']')) {
    places.push(readPlace(lexer));
    // The type of what is shown is known already.
    if (beginsType(lexer)) readBase(lexer);
    while (lexer.accept('*'));
    if (!lexer.is(']')) lexer.expect(';');
  }
  return places;
}

function comparePlaces(a: Place, b: Place): number {
  if (a.thread < 0 !== b.thread < 0) return a.thread < 0 ? 1 : -1;
  return a.thread - b.thread || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
