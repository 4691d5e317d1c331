/**
 * What the benchmarks share: packages and sources from Debian, unpacked below build/ (nothing is installed, no root is
 * needed), copies of them with a line changed, and a run of drista.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { top, within } from '../scripts/steps.mjs';

export class Failed extends Error {}

/** Runs a command from the top of the repository; what it printed is told when it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: top,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  if (done.status === 0) return done.stdout;
  throw new Failed(
    `\`${[command, ...args].join(' ').slice(0, 300)}\` failed: ` +
      `${done.error?.message ?? (done.stderr || done.stdout).trim()}`,
  );
}

export function checkDebian() {
  for (const tool of ['apt-get', 'dpkg-deb', 'dpkg-source']) {
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0) {
      throw new Failed(
        `${tool} is not here: this benchmark takes its libraries from Debian's packages and needs Debian or ` +
          'Ubuntu (apt-get, dpkg, dpkg-dev)',
      );
    }
  }
}

const offline = (error) =>
  new Failed(`nothing could be downloaded (no network, or \`apt-get update\` is due): ${error.message}`);

/** Downloads a binary package and unpacks it to `root`, once. Says its version. */
export function binaryPackage(name, folder) {
  const packages = join(folder, 'packages');
  mkdirSync(packages, { recursive: true });
  const file = () => readdirSync(packages).find((each) => each.startsWith(`${name}_`));
  if (file() === undefined) {
    try {
      run('apt-get', ['download', '-q', name], { cwd: packages });
    } catch (error) {
      throw offline(error);
    }
    run('dpkg-deb', ['-x', join(packages, file()), join(folder, 'root')]);
  }
  return run('dpkg-deb', ['-f', join(packages, file()), 'Version']).trim();
}

/** Where sources are asked for, in this order: old ones are sometimes gone from a mirror. */
const releases = () => {
  const own = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  return [...new Set([own ?? 'bookworm', 'bookworm', 'trixie'])];
};

/** apt-get with a configuration of its own, which knows sources; the system's is left alone. */
function apt(folder, release) {
  const own = join(folder, 'apt', release);
  const options = [
    '-q',
    '-o',
    `Dir::Etc::sourcelist=${join(own, 'sources.list')}`,
    '-o',
    'Dir::Etc::sourceparts=-',
    '-o',
    `Dir::State::lists=${join(own, 'lists')}`,
    '-o',
    `Dir::Cache=${join(own, 'cache')}`,
  ];
  if (!existsSync(own)) {
    for (const each of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(own, each), { recursive: true });
    writeFileSync(
      join(own, 'sources.list'),
      'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian ' +
        `${release} main\n`,
    );
    try {
      run('apt-get', [...options, 'update']);
    } catch (error) {
      rmSync(own, { recursive: true });
      throw offline(error);
    }
  }
  return options;
}

/**
 * Downloads the upstream part of a source package and unpacks it, or only its folder `part`, once. Says where, and its
 * version.
 */
export function sourcePackage(name, folder, part = '') {
  const place = join(folder, 'sources', name);
  const note = join(place, 'version');
  for (const release of existsSync(note) ? [] : releases()) {
    mkdirSync(place, { recursive: true });
    try {
      run('apt-get', [...apt(folder, release), 'source', '--download-only', '--tar-only', name], { cwd: place });
    } catch (error) {
      rmSync(place, { recursive: true });
      if (release === releases().at(-1)) throw error;
      continue;
    }
    const archive = readdirSync(place).find((each) => each.includes('.orig.tar') && !each.endsWith('.asc'));
    mkdirSync(join(place, 'tree'));
    const only = part === '' ? [] : ['--wildcards', `*/${part}/*`];
    run('tar', ['-xf', join(place, archive), '-C', join(place, 'tree'), '--strip-components=1', ...only]);
    writeFileSync(note, /_(.*)\.orig/.exec(archive)[1]);
    break;
  }
  return { tree: join(place, 'tree'), version: readFileSync(note, 'utf8') };
}

/** A copy of a folder with lines changed: each change is [file, text, text instead], and must find its text. */
export function changedCopy(from, to, changes) {
  rmSync(to, { recursive: true, force: true });
  // Makefiles would make anew what seems older than what it is made from.
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  for (const [file, text, instead] of changes) {
    const before = readFileSync(join(to, file), 'utf8');
    if (!before.includes(text)) throw new Failed(`${file} of this version does not say \`${text}\``);
    writeFileSync(join(to, file), before.replaceAll(text, instead));
  }
  return to;
}

export const drista = (...args) => run(process.execPath, [within('dist/src/cli/main.js'), ...args]);

/**
 * Checks a program, with `environment` beside the present one; the result is drista's JSON, or a line that says why
 * there is none.
 */
export function check(args, environment = {}) {
  const command = [within('dist/src/cli/main.js'), '--report', 'json=-', '--save', 'build/drista-out/', ...args];
  const done = spawnSync(process.execPath, command, {
    cwd: top,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  if (done.status === null || done.stdout === '')
    return { verdict: 'not checked', why: (done.stderr || `ended by ${done.signal}`).trim().split('\n')[0] };
  return JSON.parse(done.stdout);
}

/** What was found, in one line, without this machine's folders. */
export function headline(result) {
  const [error] = result.errors ?? [];
  if (error === undefined)
    return result.why ?? result.message?.replace(/ \(called by .*/, '') ?? result.limitsHit?.join(', ') ?? '';
  const places = error.locations.map((each) => `${basename(each.file)}:${each.line}`);
  return (
    `${error.message.split(/: \S*\/|: \S+:\d+ /)[0].replace(/\*0x[0-9a-f]+/, 'memory of the heap')} ` +
    `(${[...new Set(places)].join(', ')})`
  );
}

/** A table in Markdown. */
export function table(titles, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
