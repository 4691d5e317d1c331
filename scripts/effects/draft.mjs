/**
 * Drafts rows of the table of effects (docs/explanation/effects.md) for functions of the installed libraries that have
 * none, from headers and from the ATTRIBUTES of manual pages (Debian: manpages-dev). A person reads a draft, corrects
 * it, and takes the flag `draft` away.
 *
 *     node scripts/effects/draft.mjs [--unknown]    --unknown: writes test/effects/unknown.list, the functions that
 *                                                   were looked at and have no row
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import parser from '../../runtime/effects/parse.cjs';
import { optionsOf, within } from '../steps.mjs';
import { installedLibraries } from './libraries.mjs';

const headers = [
  ...['aio', 'argz', 'ctype', 'dirent', 'dlfcn', 'envz', 'err', 'error', 'fcntl', 'fenv', 'fnmatch', 'fts', 'ftw'],
  ...['getopt', 'glob', 'grp', 'iconv', 'ifaddrs', 'inttypes', 'langinfo', 'locale', 'malloc', 'math', 'mntent'],
  ...['mqueue', 'netdb', 'poll', 'pthread', 'pwd', 'regex', 'sched', 'search', 'semaphore', 'setjmp', 'shadow'],
  ...['signal', 'spawn', 'stdio', 'stdlib', 'string', 'strings', 'termios', 'threads', 'time', 'uchar', 'ucontext'],
  ...['unistd', 'utmpx', 'wchar', 'wctype', 'wordexp', 'arpa/inet', 'net/if', 'sys/epoll', 'sys/mman', 'sys/msg'],
  ...['sys/prctl', 'sys/resource', 'sys/select', 'sys/sem', 'sys/shm', 'sys/socket', 'sys/stat', 'sys/statvfs'],
  ...['sys/sysinfo', 'sys/time', 'sys/times', 'sys/uio', 'sys/utsname', 'sys/wait', 'sys/xattr', 'syslog'],
];

/** The declarations of the C library's headers, by names. */
function declarations() {
  const input = headers.map((name) => `#include <${name}.h>\n`).join('');
  const { stdout } = spawnSync('cc', ['-E', '-P', '-D_GNU_SOURCE', '-'], { input, encoding: 'utf8' });
  const found = new Map();
  for (const [, name, parameters, rest] of (stdout ?? '')
    .replace(/\s+/g, ' ')
    .matchAll(/\bextern [^;{}()]*?\b(\w+) \(((?:[^()]|\([^()]*\))*)\)([^;{}]*);/g))
    found.set(name, { parameters: parameters.split(/,(?![^(]*\))/), rest });
  return found;
}

const accessKinds = { __read_only__: 'r', __write_only__: 'w', __read_write__: 'rw' };

/** How a declared function uses the memory of its arguments, as far as types and attributes tell. */
function accessesOf({ parameters, rest }) {
  const told = new Map(
    [...rest.matchAll(/__access__ \((\w+), (\d+)(?:, (\d+))?\)/g)].map(([, kind, argument, size]) => [
      Number(argument),
      `${accessKinds[kind] ?? 'rw'}${argument}:${size === undefined ? 'any' : `*${size}`}`,
    ]),
  );
  const guessed = parameters.map((text, i) => {
    if (/\(\*/.test(text)) return `c${i + 1}`;
    if (!/[*[]/.test(text)) return '';
    const kind = /\bconst\b[^*]*\*/.test(text) ? 'r' : 'rw';
    return `${kind}${i + 1}:${kind === 'r' && /\bchar\b/.test(text) ? 'text' : 'any'}`;
  });
  return guessed.map((guess, i) => told.get(i + 1) ?? guess).filter((text) => text !== '');
}

/** By names: hidden state, from the ATTRIBUTES of manual pages. */
function attributes() {
  const found = new Map();
  for (const section of ['man2', 'man3'])
    for (const page of pagesIn(join('/usr/share/man', section))) {
      const [, table = ''] = /^\.SH ATTRIBUTES\n([^]*?)\n\.TE/m.exec(page) ?? [];
      for (const [, interfaces, value] of table.matchAll(
        /T\{\n([^]*?)\nT\}\tThread safety\t(?:T\{\n)?([^]*?)(?=\nT\}|$)/g,
      ))
        for (const [, name] of interfaces.matchAll(/\b(\w+) *\(\)/g)) found.set(name, stateOf(value));
    }
  return found;
}

function pagesIn(folder) {
  try {
    return readdirSync(folder).map((name) => gunzipSync(readFileSync(join(folder, name))).toString());
  } catch {
    return []; // there are no manual pages
  }
}

/** `MT-Unsafe race:getopt env`: getopt+ env. */
function stateOf(value) {
  const words = value.split(/\s+/).filter((word) => /^(race|const|env|locale|cwd|sig|timer|hostid|term)\b/.test(word));
  return [
    ...new Set(
      words.map((word) => {
        const [kind, name = ''] = word.split(/:|\/.*/);
        const isWritten = kind !== 'env' && kind !== 'locale';
        return `${name === '' || kind === 'sig' ? kind : name}${isWritten ? '+' : ''}`;
      }),
    ),
  ];
}

function rowsOf(file) {
  return parser.namesIn(readFileSync(within('runtime', 'effects', file), 'utf8')).map(([name]) => name);
}

const options = optionsOf({ unknown: { type: 'boolean' } });
const known = new Set(
  readdirSync(within('runtime', 'effects'))
    .filter((name) => name.endsWith('.effects'))
    .flatMap(rowsOf),
);
const others = new Map(
  [...installedLibraries()].map(([file, { functions }]) => [file, [...functions].filter((name) => !known.has(name))]),
);
if (options.unknown) {
  const list = [...new Set([...others.values()].flat())].sort();
  writeFileSync(within('test', 'effects', 'unknown.list'), `${list.join('\n')}\n`);
} else {
  const declared = declarations(),
    described = attributes();
  for (const [file, names] of others) {
    console.log(`# ${file}.effects`);
    for (const name of names.sort()) {
      const declaration = declared.get(name),
        state = described.get(name);
      if (declaration === undefined && state === undefined) continue;
      const accesses = declaration === undefined ? [] : accessesOf(declaration);
      const isPure = /__(pure|const)__/.test(declaration?.rest ?? '');
      console.log(`${name} | ${accesses.join(' ')} | ${isPure ? '' : (state ?? ['unread+']).join(' ')} | draft`);
    }
  }
}
