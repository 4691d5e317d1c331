/**
 * Programs generated from the table of effects (runtime/effects). For each row whose function can be called with simple
 * arguments there are two: two threads that call it with the same memory race if and only if the row says that
 * memory, or state that callers share, is written; a loop that calls it has more than one round if and only if the row
 * says that hidden state is written. The program for all rows is compiled once.
 * `node dist/test/effects/row-pairs.js [NAME...]` prints the rows for which drista says otherwise.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseRow, namesIn } from '../../runtime/effects/parse.cjs';
import { effectsFolder } from '../../src/base/paths';
import { explore } from '../../src/explore/explorer';
import { buildText, withProgram } from '../support/compiled';

type Row = Exclude<ReturnType<typeof parseRow>, string>;

/** Calls with these effects change the machine, or do not come back. */
const refusedState =
  /^(files|process|signals|threads|network|terminal|timers|mappings|break|descriptor\d+|streams?\d*)$/;
const refusedFlags = ['blocks', 'no-return', 'returns-twice', 'init', 'draft'];

/** Can the function be called with a few bytes, small numbers and no callbacks? */
function isSimple(row: Row): boolean {
  return (
    row.accesses.every(({ kind, extent }) => extent !== undefined && extent.kind !== 'any' && kind !== 'frees') &&
    row.state.every(({ name, isWritten }) => !isWritten || !refusedState.test(name)) &&
    !refusedFlags.some((flag) => row.flags.has(flag as never)) &&
    (row.accesses.length > 0 || row.state.length > 0)
  );
}

/** Arguments that the functions accept, where they do not those made from the row. */
const accepted: Readonly<Record<string, string>> = {
  strfromd: 'bytes[1], 4l, "%g", 1.0',
  posix_memalign: 'bytes[1], 16l, 16l',
  pthread_attr_setschedparam: 'bytes[1], bytes[2] + 8',
  pthread_mutexattr_setprioceiling: 'bytes[1], 1l',
  pthread_getattr_np: 'pthread_self(), bytes[2]',
  pthread_getname_np: 'pthread_self(), bytes[2], 16l',
  pthread_setname_np: 'pthread_self(), bytes[2]',
  pthread_getaffinity_np: 'pthread_self(), 128l, bytes[3]',
  pthread_getschedparam: 'pthread_self(), bytes[2], bytes[3]',
  timespec_get: 'bytes[1], 1l',
  setlocale: '0l, "C"',
  __wcrtomb_chk: 'bytes[1], 0l, bytes[3], 16l',
  getpwnam: '"root"',
  getgrnam: '"root"',
  getspnam: '"root"',
  sched_getaffinity: '0l, 128l, bytes[3]',
  getloadavg: 'bytes[1], 3l',
  __gethostname_chk: 'bytes[1], 64l, 8192l',
  __getdomainname_chk: 'bytes[1], 64l, 8192l',
  sigaddset: 'bytes[1], 1l',
  getcwd: 'bytes[1], 4096l',
  __getcwd_chk: 'bytes[1], 4096l, 8192l',
  readlink: '"/proc/self/exe", bytes[2], 4l',
  __readlink_chk: '"/proc/self/exe", bytes[2], 4l, 8192l',
  readlinkat: '-100l, "/proc/self/exe", bytes[3], 4l',
  backtrace: 'bytes[1], 4l',
  re_compile_pattern: 'bytes[1], 1l, bytes[3] + 8',
};

/** Functions for which the programs tell nothing, and why. */
const excepted: Readonly<Record<string, string>> = {
  pthread_getspecific: 'needs a key',
  tss_get: 'needs a key',
  pthread_getcpuclockid: 'is refused',
  perror: 'writes to a file that threads share',
  psignal: 'writes to a file that threads share',
  psiginfo: 'writes to a file that threads share',
  tzset: 'changes nothing when it is called again',
  uselocale: 'changes nothing when it is called again',
  fchdir: 'needs a directory',
  getlogin_r: 'needs a terminal',
  __getlogin_r_chk: 'needs a terminal',
  sched_getcpu: 'returns the same in each run',
  sysconf: 'returns the same in each run',
  get_nprocs_conf: 'returns the same in each run',
  get_nprocs: 'returns the same in each run',
};

/** The arguments of a call: memory where the row has an access, a count where one is meant, else 0. */
function argumentsOf(name: string, row: Row): string {
  if (accepted[name] !== undefined) return accepted[name];
  const counts = new Set<number>();
  let last = 0;
  const memory = new Map<number, string>();
  for (const { argument, extent } of row.accesses) {
    memory.set(argument, `bytes[${argument}]`);
    last = Math.max(last, argument);
    const mentioned =
      extent?.kind === 'argument'
        ? [extent.argument]
        : extent?.kind === 'product'
          ? extent.arguments
          : extent?.kind === 'text' || extent?.kind === 'wide'
            ? [extent.atMost ?? 0]
            : [];
    for (const each of mentioned.filter((n) => n > 0)) {
      counts.add(each);
      last = Math.max(last, each);
    }
  }
  return Array.from(
    { length: Math.max(last, 6) },
    (_, i) => memory.get(i + 1) ?? (counts.has(i + 1) ? '4l' : '0l'),
  ).join(', ');
}

/** The rows by the name of one of their functions, each only once. */
function rows(): Map<string, Row> {
  const found = new Map<string, Row>(),
    seen = new Set<string>();
  for (const file of readdirSync(effectsFolder()).filter((each) => /^lib[cm]\.effects$/.test(each)))
    for (const [name, text] of namesIn(readFileSync(join(effectsFolder(), file), 'utf8'))) {
      const row = parseRow(text);
      if (typeof row === 'string' || !isSimple(row) || seen.has(text) || excepted[name]) continue;
      seen.add(text);
      found.set(name, row);
    }
  return found;
}

/** Names that the linker finds in libc and libm. */
function isThere(names: readonly string[]): ReadonlySet<string> {
  const listing = ['libc.so.6', 'libm.so.6'].map(
    (library) =>
      spawnSync('sh', ['-c', `nm -D --defined-only "$(gcc -print-file-name=${library})"`], { encoding: 'utf8' }).stdout,
  );
  const exported = new Set([...listing.join('\n').matchAll(/ [TWi] (\w+)@@/g)].map(([, name]) => name));
  return new Set(names.filter((name) => exported.has(name)));
}

function programOf(all: readonly (readonly [string, Row])[]): string {
  return `
typedef struct { void *of; } pthread_t;
int pthread_create(unsigned long *, void *, void *(*)(void *), void *), pthread_join(unsigned long, void **);
int atoi(const char *);
unsigned long pthread_self(void);
static char bytes[8][8192] = {${'"/\\0\\0\\0\\0\\0\\0\\0",'.repeat(8)}};
static int which, flag, rounds;
${all.map(([name]) => `extern long ${name}();`).join('\n')}
static void call(void) {
	switch (which) {
${all.map(([name, row], i) => `	case ${i}: ${name}(${argumentsOf(name, row)}); break;`).join('\n')}
	}
}
static void *calls(void *unused) { call(); return unused; }
static void *loops(void *unused) {
	while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST)) call();
	return unused;
}
static void *ends(void *unused) { __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST); return unused; }
int main(int argc, char **argv) {
	unsigned long a, b;
	which = atoi(argv[2]);
	int twice = *argv[1] == 't';
	pthread_create(&a, 0, twice ? calls : loops, 0);
	pthread_create(&b, 0, twice ? calls : ends, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return argc < 0;
}
`;
}

/** Hidden state that does not make an iteration of a loop progress (runtime/effects/announce.c). */
const covered = /^(heap|errno|raised|rounding|exception|stdout|stderr)$/;

/** Does a call of the function count as progress of a loop? Allocating in each round is, if the block is kept. */
function isProgress(row: Row): boolean {
  return (
    row.state.some(({ name, isWritten }) => isWritten && !covered.test(name)) ||
    row.flags.has('outside') ||
    row.accesses.some(({ kind, extent }) => extent?.kind === 'any' && kind !== 'reads')
  );
}

/** What drista says of the program's case: an error's kind, or whether all executions were explored. */
function check(program: string, form: string, which: number): string {
  try {
    return withProgram(
      program,
      (p) => {
        const { errors, limitsHit } = explore(p, {
          model: 'rc11',
          equivalence: 'observational',
          maxExecutions: 8,
          maxSteps: 200,
        });
        return errors[0]?.kind ?? (limitsHit.length > 0 ? 'inconclusive' : 'verified');
      },
      {},
      [form, `${which}`],
    );
  } catch (error) {
    return (error as Error).message.slice(0, 150);
  }
}

const wanted = process.argv.slice(2);
const all = [...rows()].filter(([name]) => wanted.length === 0 || wanted.includes(name));
const there = isThere(all.map(([name]) => name));
const cases = all.filter(([name]) => there.has(name));
const program = buildText(programOf(cases), ['-w', '-fno-builtin', '-O1', '-lm']);
let wrong = 0;
cases.forEach(([name, row], i) => {
  process.stderr.write(`${i}/${cases.length} ${name}\n`);
  const writes =
    row.accesses.some(({ kind }) => kind === 'writes' || kind === 'reads-writes') ||
    row.state.some(({ name: state, isWritten }) => isWritten && (state === 'env' || /^(race:|&)/.test(state)));
  const progress = isProgress(row),
    allocates = row.state.some(({ name: state, isWritten }) => isWritten && state === 'heap');
  const race = check(program, 't', i),
    loop = check(program, 'l', i);
  const problems = [
    ...(race === (writes ? 'data-race' : 'verified')
      ? []
      : [`two threads: ${race}, the row ${writes ? 'writes' : 'does not write'}`]),
    ...(writes || (allocates && !progress) || loop === (progress ? 'inconclusive' : 'verified')
      ? []
      : [`loop: ${loop}, the row ${progress ? 'changes' : 'does not change'} state`]),
  ];
  // It has been given a null pointer, or an object that is not initialised.
  if (problems.length > 0 && race !== 'crash' && loop !== 'crash') {
    wrong++;
    console.log(`${name}(${argumentsOf(name, row)}): ${problems.join('; ')}`);
  }
});
console.log(`${cases.length} functions, ${wrong} differ from their rows`);
process.exitCode = wrong > 0 ? 1 : 0;
