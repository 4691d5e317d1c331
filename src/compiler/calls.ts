/** Which calls that matter to drista a program makes, as far as its symbols tell. */
import { strings, symbolsOf, type Elf } from '../debug-info/elf';
import { effectOf } from '../effects/effects';

export interface Calls {
  /** Calls on threads and their synchronisation objects that drista knows. */
  readonly known: readonly string[];
  /** Calls that end a check. */
  readonly unsupported: readonly string[];
}

/** Calls that affect threads; querying and setting attributes does not. */
const ofThreads = /^(pthread_(?!.*attr)|sem_|mtx_|cnd_|thrd_|tss_|call_once$)/;
/** Calls that libstdc++ makes for a program that uses these of its functions. */
const ofLibstdcxx: readonly (readonly [string, RegExp])[] = [
  ['pthread_create', /^_ZNSt6thread15_M_start_thread/],
  ['pthread_join', /^_ZNSt6thread4join/],
  ['pthread_detach', /^_ZNSt6thread6detach/],
  ['pthread_cond_wait', /^_ZNSt18condition_variable4wait|^_ZNSt3_V222condition_variable_any/],
  ['pthread_cond_signal', /^_ZNSt18condition_variable10notify_one/],
  ['pthread_cond_broadcast', /^_ZNSt18condition_variable10notify_all/],
];

/** Is it a call without an effect on threads? */
function isDull(name: string): boolean {
  return effectOf(name)?.state.every((state) => state.name === 'thread-names') ?? false;
}

/** The names of unsupported calls (runtime/libc/unsupported.c), which the runtime lists in a section. */
export function unsupportedNames(runtime: Elf): ReadonlySet<string> {
  return new Set(strings(runtime.sections.get('drista_unsupported')));
}

/**
 * The calls of the program. `inside`: the runtime is part of the program. Undefined if the runtime is inside and the
 * symbols were stripped.
 */
export function callsOf(elf: Elf, inside: boolean, unsupported: ReadonlySet<string>): Calls | undefined {
  const wanted = (name: string): boolean =>
    ofThreads.test(name) || unsupported.has(name) || ofLibstdcxx.some(([, pattern]) => pattern.test(name));
  const found = inside ? called(elf, wanted) : elf.imports;
  if (found === undefined) return undefined;
  // There some of libstdc++'s functions are defined by the runtime, and others are imported.
  const asked = [...found, ...elf.imports];
  const fromLibrary = ofLibstdcxx
    .filter(([, pattern]) => asked.some((name) => pattern.test(name)))
    .map(([name]) => name);
  const all = [...new Set([...found, ...fromLibrary])].filter((name) => !isDull(name)).sort();
  return {
    known: all.filter((name) => ofThreads.test(name) && !unsupported.has(name)),
    unsupported: all.filter((name) => unsupported.has(name)),
  };
}

/**
 * Whether the program's own code loads libraries while it runs. `inside`: the runtime is part of the program. Undefined
 * if the runtime is inside and the symbols were stripped.
 */
export function loadsLibraries(elf: Elf, inside: boolean): boolean | undefined {
  const names = ['dlopen', 'dlmopen'];
  if (!inside) return names.some((name) => elf.imports.has(name));
  const calls = called(elf, (name) => names.includes(name));
  return calls === undefined ? undefined : calls.size > 0;
}

/**
 * Is the code of a program that contains the runtime instrumented? Then a constructor calls __tsan_init. True where the
 * symbols were stripped.
 */
export function announces(elf: Elf): boolean {
  return called(elf, (name) => name === '__tsan_init')?.size !== 0;
}

const EXECUTABLE = 4;
const CALL = 0xe8,
  JUMP = 0xe9;

/**
 * The functions inside the program that its own code calls: the targets of all byte sequences that look like call
 * instructions (few others do).
 */
function called(elf: Elf, wanted: (name: string) => boolean): Set<string> | undefined {
  // Calls of the runtime's own entry code (runtime/thread-state/spin.h) do not count.
  const symbols = symbolsOf(elf.sections, '.symtab').filter(
    (s) => s.defined && wanted(s.name) && !s.name.endsWith('_entered'),
  );
  if (symbols.length === 0) return undefined;
  const at = new Map(symbols.map((s) => [s.address, s.name]));
  const found = new Set<string>();
  for (const [name, { flags, address, bytes }] of elf.sections) {
    if ((flags & EXECUTABLE) === 0 || name === 'drista_text') continue;
    for (let i = 0; i + 5 <= bytes.length; i++) {
      if (bytes[i] !== CALL && bytes[i] !== JUMP) continue;
      const target = at.get(address + i + 5 + bytes.readInt32LE(i + 1));
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}
