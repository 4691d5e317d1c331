/**
 * Libraries from Debian's packages: what a program needs to use one. Those that are more than headers are compiled with
 * drista, too.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { within } from '../scripts/steps.mjs';
import { binaryPackage, changedCopy, drista, run, sourcePackage } from './debian.mjs';
import { openmp } from './openmp.mjs';

/** Where everything is put. */
export const folder = within('build/libraries');

/** Libraries that are more than headers: compiled with drista too. */
const compiled = {
  libcds: {
    sources: (tree) =>
      readdirSync(join(tree, 'src'))
        .filter((each) => /^(init|hp|dhp|urcu_..|thread_data|topology_linux)\.cpp$/.test(each))
        .map((each) => `src/${each}`),
    flags: (tree) => ['-std=c++17', `-I${tree}`],
    language: 'c++',
  },
  nsync: {
    sources: () => [
      ...[
        'common',
        'counter',
        'cv',
        'debug',
        'dll',
        'mu',
        'mu_wait',
        'note',
        'once',
        'sem_wait',
        'time_internal',
        'wait',
      ].map((each) => `internal/${each}.c`),
      'platform/linux/src/nsync_semaphore_futex.c',
      ...['nsync_panic', 'per_thread_waiter', 'time_rep', 'yield'].map((each) => `platform/posix/src/${each}.c`),
    ],
    // As in its builds/x86_64.linux.gcc.atm-c11: with C11's atomics.
    flags: (tree) => [
      '-DNSYNC_ATOMIC_C11',
      '-D_POSIX_C_SOURCE=200809L',
      ...[
        'platform/c11',
        'platform/gcc',
        'platform/linux',
        'platform/x86_64',
        'platform/posix',
        'public',
        'internal',
      ].map((each) => `-I${join(tree, each)}`),
    ],
    language: 'cc',
  },
  // With gcc's builtins instead of inline assembly, which drista does not see, and the fences of a machine that
  // reorders.
  ck: {
    prepare: (tree) => run('./configure', ['--memory-model=rmo'], { cwd: tree }),
    sources: () => [],
    flags: (tree) => ['-w', '-DCK_USE_CC_BUILTINS=1', '-DCK_PR_DISABLE_DOUBLE', `-I${join(tree, 'include')}`],
    language: 'cc',
  },
  liburcu: {
    prepare: (tree) => run('./configure', [], { cwd: tree }),
    sources: () => ['urcu', 'urcu-pointer', 'wfcqueue', 'compat_futex', 'compat_arch'].map((each) => `src/${each}.c`),
    flags: (tree) => ['-DRCU_MEMBARRIER', `-I${join(tree, 'include')}`, `-I${join(tree, 'src')}`],
    language: 'cc',
  },
  libzstd: {
    sources: (tree) =>
      ['common', 'compress', 'decompress'].flatMap((part) =>
        readdirSync(join(tree, 'lib', part))
          .filter((each) => each.endsWith('.c'))
          .map((each) => `lib/${part}/${each}`),
      ),
    flags: (tree) => ['-DZSTD_MULTITHREAD', '-DZSTD_DISABLE_ASM', `-I${join(tree, 'lib')}`],
    language: 'cc',
  },
  sqlite3: {
    prepare: (tree) => {
      run('./configure', ['--disable-tcl'], { cwd: tree });
      run('make', ['sqlite3.c'], { cwd: tree });
    },
    sources: () => ['sqlite3.c'],
    flags: (tree) => ['-DSQLITE_OMIT_LOAD_EXTENSION', `-I${tree}`],
    language: 'cc',
  },
  libuv1: {
    sources: () =>
      [
        ...[
          'fs-poll',
          'idna',
          'inet',
          'random',
          'strscpy',
          'strtok',
          'threadpool',
          'timer',
          'uv-common',
          'uv-data-getter-setters',
          'version',
        ],
        ...[
          'async',
          'core',
          'dl',
          'fs',
          'getaddrinfo',
          'getnameinfo',
          'loop-watcher',
          'loop',
          'pipe',
          'poll',
          'process',
          'random-devurandom',
          'random-getrandom',
          'random-sysctl-linux',
          'signal',
          'stream',
          'tcp',
          'thread',
          'tty',
          'udp',
          'proctitle',
          'linux-core',
          'linux-inotify',
          'linux-syscalls',
          'procfs-exepath',
          'epoll',
        ].map((each) => `unix/${each}`),
      ].map((each) => `src/${each}.c`),
    flags: (tree) => [
      '-D_GNU_SOURCE',
      '-D_FILE_OFFSET_BITS=64',
      '-D_LARGEFILE_SOURCE',
      `-I${join(tree, 'include')}`,
      `-I${join(tree, 'src')}`,
    ],
    language: 'cc',
  },
};

/** Libraries that are built in other ways, or are as they are installed: then drista does not see into them. */
const others = {
  glib: () => {
    const version = binaryPackage('libglib2.0-dev', folder);
    const root = join(folder, 'root/usr');
    return {
      version,
      flags: [
        '-isystem',
        join(root, 'include/glib-2.0'),
        '-isystem',
        join(root, 'lib/x86_64-linux-gnu/glib-2.0/include'),
      ],
      archives: ['/usr/lib/x86_64-linux-gnu/libglib-2.0.so.0'],
    };
  },
  libgomp: () => ({
    version: run('gcc', ['-dumpfullversion']).trim(),
    flags: ['--drista-compiler=gcc', '-fopenmp'],
    archives: [],
  }),
  'libomp, compiled with drista': () => openmp(folder),
  libomp: () => {
    const version = binaryPackage('libomp5-14', folder);
    binaryPackage('libomp-14-dev', folder);
    const llvm = join(folder, 'root/usr/lib/llvm-14/lib');
    return {
      version,
      flags: ['-fopenmp', '-isystem', join(llvm, 'clang/14.0.6/include')],
      archives: [`-L${llvm}`, `-Wl,-rpath,${llvm}`],
    };
  },
};

/** Builds the library's own sources, once for each set of changes. */
function build(name, tree, into) {
  const { prepare, sources, flags, language } = compiled[name];
  const archive = join(into, 'library.a');
  if (existsSync(archive)) return { archive, flags: flags(tree) };
  mkdirSync(into, { recursive: true });
  prepare?.(tree);
  const objects = sources(tree).map((source) => {
    const object = join(into, `${basename(source).replace(/\.\w+$/, '')}.o`);
    drista(language, '-w', '-c', ...flags(tree), '-o', object, join(tree, source));
    return object;
  });
  run('ar', ['rcs', archive, ...objects]);
  return { archive, flags: flags(tree) };
}

/** What a row needs of its library: flags for the compiler, archives for the linker; and its version. */
export function library({ name, library, package: debian, copied, changes = [], repairs = [] }) {
  if (others[library] !== undefined) return others[library]();
  const all = [...repairs, ...changes];
  if (compiled[library] === undefined) {
    const version = binaryPackage(debian, folder);
    const root = join(folder, 'root/usr/include');
    const before = all.length === 0 ? [] : ['-isystem', changedFolder(join(root, copied), copied, name, all)];
    return { version, flags: ['-std=c++17', ...before, '-isystem', root], archives: [] };
  }
  const { tree, version } = sourcePackage(library, folder);
  const key =
    all.length === 0
      ? library
      : `${library}-${createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 8)}`;
  const { archive, flags } = build(
    library,
    all.length === 0 ? tree : copyOnce(tree, join(folder, 'changed', key), all),
    join(folder, 'built', key),
  );
  return { version, flags, archives: [archive] };
}

const copyOnce = (from, to, changes) => (existsSync(to) ? to : changedCopy(from, to, changes));

function changedFolder(from, inside, name, changes) {
  const place = join(folder, 'changed', name);
  changedCopy(from, join(place, inside), changes);
  return place;
}
