/** Reads types: specifiers and pointers (C11 6.7.2 to 6.7.7), structs, and enumeration constants. */
import type { DristaError } from '../../base/errors';
import { errorAt, type CToken, type CPosition } from './c-lexer';
import {
  arrayOf,
  int,
  integerOf,
  isScalar,
  namedTypes,
  pointerTo,
  structOf,
  typeText,
  typeWords,
  voidType,
  type CType,
  type StructType,
} from './machine-types';

const qualifiers = new Set(['const', 'volatile', 'restrict', '_Atomic', 'static', 'extern', 'inline', 'register']);
const refused = new Set(['float', 'double', 'union', 'typedef', '_Thread_local', 'auto', '_Complex', '_Alignas']);
const later: Readonly<Record<string, string>> = {
  pthread_cond_t: 'condition variables',
  pthread_rwlock_t: 'read-write locks',
  pthread_barrier_t: 'barriers',
  pthread_once_t: 'pthread_once',
  sem_t: 'semaphores',
  __int128: 'integers of 128 bits',
};

export abstract class TypeParser {
  token: CToken;
  private at = 0;
  /** Enumeration constants. */
  protected readonly constants = new Map<string, bigint>();
  private readonly structs = new Map<string, StructType>();

  constructor(
    private readonly tokens: readonly CToken[],
    protected readonly file: string,
  ) {
    [this.token] = tokens;
  }

  protected abstract constant(): bigint;

  /** The error that something is wrong or not supported at the position (default: the next word). */
  error(what: string, at: CPosition = this.token): DristaError {
    return errorAt(this.file, at, what);
  }

  /** Goes on to the next word; returns the one before. */
  advance(): CToken {
    const { token } = this;
    if (token.kind !== 'end') this.token = this.tokens[++this.at];
    return token;
  }

  /** Is the next word this one? */
  is(text: string): boolean {
    return this.token.text === text && (this.token.kind === 'sign' || this.token.kind === 'name');
  }

  /** Is the word after the next one this one? */
  isAfter(text: string): boolean {
    return this.tokens[this.at + 1]?.text === text;
  }

  /** Is the next word this one? If so, goes on. */
  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.advance();
    return true;
  }

  /** Goes on past this word. Throws a DristaError if another one is there. */
  expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected(`'${text}'`);
  }

  /** The error that something else is here than what is expected. */
  unexpected(expected: string): DristaError {
    const { kind, text } = this.token;
    return this.error(`${kind === 'end' ? 'the program ends' : `'${text}' stands`} where ${expected} is expected`);
  }

  /** A name. Throws a DristaError if something else is there. */
  name(what: string): string {
    if (this.token.kind !== 'name') throw this.unexpected(what);
    return this.advance().text;
  }

  /** Does the word (default: the next one) begin a type? */
  beginsType({ kind, text }: CToken = this.token): boolean {
    if (kind !== 'name') return false;
    return (
      typeWords.has(text) ||
      namedTypes.has(text) ||
      qualifiers.has(text) ||
      refused.has(text) ||
      Object.hasOwn(later, text) ||
      ['void', 'struct', 'enum'].includes(text)
    );
  }

  /** The token after this one begins a type. */
  protected typeFollows(): boolean {
    return this.beginsType(this.tokens[this.at + 1]);
  }

  /** Reads the specifiers of a declaration. */
  specifiers(): { type: CType; isStatic: boolean } {
    const { token: first } = this;
    const words: string[] = [];
    let type: CType | undefined;
    let [atomic, volatile, isStatic] = [false, false, false];
    for (;;) {
      const { text, kind } = this.token;
      if (kind !== 'name') break;
      if (refused.has(text)) throw this.error(`'${text}' is not supported in the playground: check it with drista cc`);
      if (Object.hasOwn(later, text))
        throw this.error(`${later[text]} are not supported in the playground: check the program with drista cc`);
      if (text === '_Atomic' && this.isAfter('(')) {
        this.advance();
        this.expect('(');
        type = this.typeName();
        this.expect(')');
        atomic = true;
      } else if (qualifiers.has(text)) {
        atomic ||= text === '_Atomic';
        volatile ||= text === 'volatile';
        isStatic ||= text === 'static';
        this.advance();
      } else if (typeWords.has(text)) words.push(this.advance().text);
      else if (type !== undefined || words.length > 0) break;
      else if (text === 'void') {
        this.advance();
        type = voidType;
      } else if (text === 'struct') type = this.struct();
      else if (text === 'enum') type = this.enumeration();
      else if (namedTypes.has(text)) type = namedTypes.get(this.advance().text)!;
      else break;
    }
    if (words.length > 0) type = integerOf(words);
    if (type === undefined) {
      const { kind, text } = this.token;
      throw kind === 'name'
        ? this.error(`the type '${text}' is not known here: declare it, or use int`)
        : this.unexpected('a type');
    }
    return { type: this.qualified(type, atomic, volatile, first), isStatic };
  }

  private qualified(type: CType, atomic: boolean, volatile: boolean, at: CPosition): CType {
    if (!atomic && !volatile) return type;
    if (!isScalar(type)) {
      if (atomic) throw this.error(`_Atomic is not supported for ${typeText(type)}`, at);
      return type;
    }
    return { ...type, atomic: type.atomic === true || atomic, volatile };
  }

  /** Reads the stars after a type, with their qualifiers. */
  stars(of: CType): CType {
    let type = of;
    while (this.token.kind === 'sign' && this.is('*')) {
      const { token: at } = this;
      this.advance();
      let [atomic, volatile] = [false, false];
      for (; ['const', 'volatile', 'restrict', '_Atomic'].includes(this.token.text); this.advance()) {
        atomic ||= this.token.text === '_Atomic';
        volatile ||= this.token.text === 'volatile';
      }
      type = this.qualified(pointerTo(type), atomic, volatile, at);
    }
    return type;
  }

  /** Reads a type as in a cast. */
  typeName(): CType {
    return this.stars(this.specifiers().type);
  }

  private struct(): CType {
    this.expect('struct');
    const { token: at } = this;
    const name = this.name('the name of a struct');
    if (!this.accept('{')) {
      const known = this.structs.get(name);
      if (known === undefined) throw this.error(`struct ${name} is not declared before`, at);
      return known;
    }
    const members: { name: string; type: CType }[] = [];
    while (!this.accept('}')) {
      const { type: base } = this.specifiers();
      do {
        const type = this.stars(base);
        const member = this.name('the name of a member');
        members.push({ name: member, type: this.accept('[') ? this.array(type) : type });
      } while (this.accept(','));
      this.expect(';');
    }
    const type = structOf(name, members);
    this.structs.set(name, type);
    return type;
  }

  private array(of: CType): CType {
    const length = Number(this.constant());
    this.expect(']');
    return arrayOf(of, length);
  }

  private enumeration(): CType {
    this.expect('enum');
    if (this.token.kind === 'name') this.advance();
    if (!this.accept('{')) return int;
    let next = 0n;
    while (!this.accept('}')) {
      const name = this.name('the name of a constant');
      if (this.accept('=')) next = this.constant();
      this.constants.set(name, next++);
      if (!this.is('}')) this.expect(',');
    }
    return int;
  }
}
