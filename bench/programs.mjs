/**
 * Whole programs from Debian's sources, built with drista and checked while they compress or sort a file of a few bytes
 * with two threads; and the same with a bug put in, which must be found; and memcached with a client of one packet.
 * `npm run bench -- programs [--write] [--only TEXT] [--time-limit SECONDS] [--memcached PATH] [--pfscan PATH]`;
 * --write updates bench/programs.md. --memcached names a clone of memcached's repository, from which older versions are
 * taken, and --pfscan a folder with the sources of pfscan 1.0; nothing of these is copied into this repository.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { optionsOf, top, within } from '../scripts/steps.mjs';
import { Coverage, coverageFlags, missing } from './coverage.mjs';
import { Failed, changedCopy, check, checkDebian, drista, headline, run, sourcePackage, table } from './debian.mjs';
import * as memcached from './memcached.mjs';

const options = optionsOf({
  write: { type: 'boolean' },
  only: { type: 'string' },
  'time-limit': { type: 'string', default: '60' },
  memcached: { type: 'string' },
  pfscan: { type: 'string' },
});
const folder = within('build/libraries');
const relative = (path) => path.replace(`${top}/`, '');

const zopfli = [
  'deflate',
  'blocksplitter',
  'tree',
  'lz77',
  'cache',
  'hash',
  'util',
  'squeeze',
  'katajainen',
  'symbols',
];
const programs = {
  pigz: {
    language: 'cc',
    sources: ['pigz.c', 'yarn.c', 'try.c', ...zopfli.map((each) => `zopfli/src/zopfli/${each}.c`)],
    library: 'zlib',
    libraries: ['-lm', '-lpthread'],
    flags: [],
    changes: [],
    program: ['-k', '-f', '-p', '2'],
    ending: 'gz',
    input: 'hello, hello, hello\n',
  },
  pbzip2: {
    language: 'c++',
    sources: ['pbzip2.cpp', 'BZ2StreamScanner.cpp', 'ErrorContext.cpp'],
    library: 'bzip2',
    libraries: ['-lpthread'],
    flags: [
      '-Wno-reserved-user-defined-literal',
      '-D_FILE_OFFSET_BITS=64',
      '-D_LARGEFILE64_SOURCE',
      '-D_POSIX_PTHREAD_SEMANTICS',
      '-DUSE_STACKSIZE_CUSTOMIZATION',
    ],
    // Blocks of 8 bytes instead of 100000, and as many less of them in memory: so that a tiny file has two.
    changes: [
      ['pbzip2.cpp', 'atoi(cmdLineTemp)*100000;', 'atoi(cmdLineTemp)*8;'],
      ['pbzip2.cpp', '(blockSize < 100000)', '(blockSize < 8)'],
      ['pbzip2.cpp', 'atoi(cmdLineTemp)*1000000;', 'atoi(cmdLineTemp)*100;'],
      ['pbzip2.cpp', '(maxMemory < 1000000)', '(maxMemory < 100)'],
    ],
    program: ['-k', '-f', '-b1', '-m1', '-p2'],
    ending: 'bz2',
    input: 'hello, hello',
  },
  // GNU sort has a makefile, which makes much else: it is configured as usual, and drista compiles what sort consists
  // of. Threads sort 4 lines each, rather than 131072.
  sort: {
    source: 'coreutils',
    targets: ['src/sort'],
    made: 'src/sort',
    changes: [['src/sort.c', 'SUBTHREAD_LINES_HEURISTIC = 128 * 1024', 'SUBTHREAD_LINES_HEURISTIC = 4']],
    configure: [
      '--disable-nls',
      '--without-selinux',
      '--disable-acl',
      '--disable-xattr',
      '--without-libgmp',
      '--without-openssl',
    ],
    program: ['--parallel=2'],
    input: 'd\nc\nb\na\nh\ng\nf\ne\n',
  },
  // Its main thread waits for the workers for 300 ms at a time. Its CRC by carry-less multiplication reads whole
  // vectors, beyond the end of blocks.
  xz: {
    source: 'xz-utils',
    targets: ['-C src/liblzma', '-C src/xz xz'],
    made: 'src/xz/xz',
    changes: [],
    configure: [
      '--disable-nls',
      '--disable-shared',
      '--disable-assembler',
      '--disable-clmul-crc',
      '--disable-xzdec',
      '--disable-lzmadec',
    ],
    program: ['-k', '-f', '-T2', '--block-size=8'],
    ending: 'xz',
    input: 'hello, hello',
  },
  // A plain makefile. A job has at least 1 KB rather than 512.
  zstd: {
    source: 'libzstd',
    targets: ['-C programs zstd'],
    made: 'programs/zstd',
    changes: [['lib/compress/zstdmt_compress.h', '(512 KB)', '(1 KB)']],
    flags: '-g -O1 -w',
    variables: [
      ...['HAVE_ZLIB=0', 'HAVE_LZMA=0', 'HAVE_LZ4=0'],
      ...['ZSTD_NO_ASM=1', 'ZSTD_LEGACY_SUPPORT=0', 'BACKTRACE=0', 'BUILD_DIR=built'],
    ],
    program: ['-q', '-f', '-T2', '-B1024'],
    ending: 'zst',
    input: 'hello, hello, hello\n',
  },
};

/** Looks for a word in two files with two threads. Its files define variables in common, as was usual before gcc 10. */
const pfscan = {
  language: 'cc',
  sources: ['pfscan.c', 'pqueue.c', 'bm.c', 'version.c'],
  libraries: ['-lpthread'],
  flags: ['-fcommon'],
  inputs: { a: 'hello, word\n', b: 'hello\n' },
  program: ['-n', '2', 'word'],
};

/**
 * The libraries that compress, compiled with drista too: what they do with the buffers that threads hand over is seen.
 */
const libraries = {
  zlib: [
    'adler32',
    'compress',
    'crc32',
    'deflate',
    'gzclose',
    'gzlib',
    'gzread',
    'gzwrite',
    'infback',
    'inffast',
    'inflate',
    'inftrees',
    'trees',
    'uncompr',
    'zutil',
  ],
  bzip2: ['blocksort', 'huffman', 'crctable', 'randtable', 'compress', 'decompress', 'bzlib'],
};

const calc =
  '            possess(job->calc);\n            wait_for(job->calc, TO_BE, 1);\n            release(job->calc);\n';
const rows = [
  { name: 'pigz', program: 'pigz', expected: 'verified' },
  { name: 'pigz, decompressing', program: 'pigz', extra: ['-d'], expected: 'verified' },
  { name: 'pigz, at random', program: 'pigz', options: ['--strategy', 'random'], expected: 'inconclusive' },
  {
    name: 'pigz, with a bug',
    program: 'pigz',
    expected: 'error',
    changes: [['pigz.c', calc, '']],
    note: 'the thread that writes does not wait for the check value',
  },
  {
    name: 'GNU sort',
    program: 'sort',
    expected: 'error',
    note: 'its own: who works on a node looks at its parent, which another thread may be merging into',
  },
  { name: 'GNU sort, without chance', program: 'sort', options: ['--tune', 'chance=0'], expected: 'inconclusive' },
  { name: 'xz', program: 'xz', expected: 'inconclusive' },
  { name: 'zstd', program: 'zstd', expected: 'verified' },
  {
    name: 'zstd, two jobs',
    program: 'zstd',
    input: 'hello\n'.repeat(180),
    options: ['--max-steps', '1000000'],
    expected: 'inconclusive',
  },
  { name: 'pbzip2', program: 'pbzip2', expected: 'inconclusive' },
  { name: 'pbzip2, at random', program: 'pbzip2', options: ['--strategy', 'random'], expected: 'inconclusive' },
  {
    name: 'pbzip2, with a bug',
    program: 'pbzip2',
    expected: 'error',
    note: 'it asks whether the producer is done without its mutex',
    changes: [
      [
        'pbzip2.cpp',
        '\tsafe_mutex_lock(ProducerDoneMutex);\n\tret = producerDone;\n\tsafe_mutex_unlock(ProducerDoneMutex);',
        '\tret = producerDone;',
      ],
    ],
  },
  { name: 'pfscan', from: 'pfscan', expected: 'verified' },
  ...[undefined, '1.5.19', '1.5.20', '1.5.21'].map((version) => ({
    name: version === undefined ? 'memcached' : `memcached ${version}`,
    memcached: true,
    version,
    from: version === undefined ? undefined : 'memcached',
    options: ['--keep-going', '--tune', 'minimise=off', '--tune', 'timeouts=1', '--volatile', 'relaxed'],
    expected: 'error',
  })),
];

function objects(language, tree, sources, flags, into) {
  mkdirSync(into, { recursive: true });
  return sources.map((source) => {
    const object = join(into, `${basename(source).replace(/\.\w+$/, '')}.o`);
    drista(language, '-w', '-g', ...coverageFlags, ...flags, '-c', '-o', object, join(tree, source));
    return object;
  });
}

/**
 * Configures with the system's compiler, for that takes many small calls, and makes the program with drista's. What is
 * not configured is made where its source is.
 */
function make({ targets, made, configure, flags = '-g -w', variables = [] }, tree, into) {
  if (configure === undefined) return madeIn(tree, targets, made, flags, variables);
  mkdirSync(into, { recursive: true });
  run(join(tree, 'configure'), ['--quiet', ...configure], {
    cwd: into,
    env: { ...process.env, FORCE_UNSAFE_CONFIGURE: '1' },
  });
  writeFileSync(join(into, 'sources.mk'), 'include Makefile\nbuilt-sources: $(BUILT_SOURCES)\n');
  run('make', ['-f', 'sources.mk', 'built-sources'], { cwd: into });
  return madeIn(into, targets, made, flags, variables);
}

function madeIn(folder, targets, made, flags, variables) {
  for (const target of targets)
    run(
      'make',
      [
        ...target.split(' '),
        `CC=${within('drista')} cc`,
        `CFLAGS=${[flags, ...coverageFlags].join(' ')}`,
        ...variables,
      ],
      { cwd: folder },
    );
  return join(folder, made);
}

const built = new Map();
const once = (key, make) => {
  if (!built.has(key)) built.set(key, make());
  return built.get(key);
};

/** Compiles the program's files, and the library that compresses. */
function compile({ language, sources, library, libraries: linked, flags }, tree, into, path) {
  const other = sourcePackage(library, folder);
  const compressor = once(library, () =>
    objects(
      'cc',
      other.tree,
      libraries[library].map((each) => `${each}.c`),
      ['-D_FILE_OFFSET_BITS=64', '-DHAVE_UNISTD_H'],
      join(folder, 'built', library),
    ),
  );
  drista(
    language,
    ...coverageFlags,
    '-o',
    path,
    ...objects(language, tree, sources, [...flags, `-I${other.tree}`], into),
    ...compressor,
    ...linked,
  );
}

/** All findings, each by its places. */
function findings(result) {
  const found = [...(result.errors ?? []).map((error) => headline({ errors: [error] })), ...initialisedAgain(result)];
  return found.length === 0 ? headline(result) : [...new Set(found)].join('; ');
}

/** Objects that are initialised statically and by a call, which is undefined: drista notes them. */
function initialisedAgain({ notes = [] }) {
  return notes.flatMap((note) => {
    const [, what, place] = /^the (.*) has a static initialiser and is initialised again at ([^ ,]+)/.exec(note) ?? [];
    return place === undefined ? [] : [`${what} is initialised twice (${basename(place)})`];
  });
}

function told(row, result) {
  console.log(
    `${row.name}: ${result.verdict} (${result.executions} executions, ${result.runs} runs, ` +
      `${result.seconds} s) ${findings(result)}`,
  );
  if (result.verdict !== row.expected) console.log(`  expected: ${row.expected}`);
}

function checkedAndCounted(row, path, args) {
  const coverage = new Coverage(join(folder, 'coverage'));
  const result = check(['--time-limit', options['time-limit'], ...args], coverage.environment);
  told(row, result);
  return { row, result, lines: coverage.of(path), command: `drista ${args.join(' ')}` };
}

function checkedServer(row) {
  const path = join(folder, 'programs', 'memcached');
  mkdirSync(join(folder, 'programs'), { recursive: true });
  const version = memcached.build(row.version, options.memcached, folder, path);
  const client = join(folder, 'programs', 'packet');
  writeFileSync(client, memcached.packet);
  const args = ['--client', relative(client), ...row.options, relative(path), '--', ...memcached.program];
  return { version, ...checkedAndCounted(row, path, args) };
}

function checkedScanner(row) {
  const { language, sources, libraries: linked, flags, inputs, program } = pfscan;
  const path = join(folder, 'programs', 'pfscan');
  const place = join(folder, 'programs', 'scanned');
  mkdirSync(place, { recursive: true });
  for (const [name, text] of Object.entries(inputs)) writeFileSync(join(place, name), text);
  const made = objects(language, options.pfscan, sources, flags, join(folder, 'built', 'pfscan'));
  drista(language, ...coverageFlags, '-o', path, ...made, ...linked);
  return { version: '1.0', ...checkedAndCounted(row, path, [relative(path), '--', ...program, relative(place)]) };
}

function checked(row) {
  if (row.memcached) return checkedServer(row);
  if (row.from === 'pfscan') return checkedScanner(row);
  const how = programs[row.program];
  const { source = row.program, changes, program, ending, input } = how;
  const { tree, version } = sourcePackage(source, folder);
  const bug = row.changes ?? [];
  const name = bug.length === 0 ? row.program : `${row.program}-bug`;
  const path = join(folder, 'programs', name);
  once(name, () => {
    mkdirSync(join(folder, 'programs'), { recursive: true });
    const changed = changedCopy(tree, join(folder, 'changed', name), [...changes, ...bug]);
    if (how.targets === undefined) compile(how, changed, join(folder, 'built', name), path);
    else copyFileSync(make(how, changed, join(folder, 'built', name)), path);
  });
  const file = join(folder, 'programs', 'input');
  writeFileSync(file, row.input ?? input);
  if (row.extra === undefined) rmSync(`${file}.${ending}`, { force: true });
  const args = [
    ...(row.options ?? []),
    relative(path),
    '--',
    ...program,
    ...(row.extra ?? []),
    relative(row.extra === undefined ? file : `${file}.${ending}`),
  ];
  return { version, ...checkedAndCounted(row, path, args) };
}

const written = (all) => `# Whole programs

Made by \`npm run bench -- programs --write\`, which builds the programs and the libraries that compress for them (zlib,
bzip2) from Debian's sources with \`drista cc\` and \`drista c++\`. They compress a file of a few bytes with two
threads, in blocks as small as can be (pbzip2's: 8 bytes, by a change). A
row is checked for ${options['time-limit']} seconds at most. Each run reads the file again, and one that
compresses writes its output over the last one's: with \`-k -f\`. Without \`-k\`
the first run would take the file away from all others.

memcached serves one client that drista plays ([--client](../docs/how-to/servers.md)), with two workers; the row has
all that \`--keep-going\` finds. libevent is compiled by drista, too. Versions that Debian has no more come from a clone
of memcached's repository (\`-- --memcached PATH\`), and pfscan's sources from a folder (\`--pfscan PATH\`).

\`lines\`: the part of the program's lines that runs have reached which came to their end
([coverage](../docs/how-to/coverage.md)). Empty: no run did, or clang's library for that is not installed.

${table(
  ['program', 'version', 'command', 'verdict', 'executions', 'runs', 'seconds', 'lines', 'found'],
  all.map(({ row, version, result, lines, command }) => [
    `${row.name}${row.note === undefined ? '' : `: ${row.note}`}`,
    version,
    `\`${command}\``,
    result.verdict,
    result.executions ?? '',
    result.runs ?? '',
    result.seconds?.toFixed(1) ?? '',
    lines,
    findings(result),
  ]),
)}
`;

try {
  checkDebian();
  if (missing !== undefined) console.log(missing);
  const all = rows
    .filter(({ name }) => options.only === undefined || name.includes(options.only))
    .filter(({ name, from }) => {
      const possible = from === undefined || options[from] !== undefined;
      if (!possible) console.log(`${name}: left out: its source is where --${from} PATH says`);
      return possible;
    })
    .map(checked);
  if (options.write) writeFileSync(within('bench/programs.md'), written(all));
  else console.log(`\n${written(all)}`);
  process.exitCode = all.every(({ row, result }) => result.verdict === row.expected) ? 0 : 1;
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`programs: ${error.message}`);
  process.exitCode = 2;
}
