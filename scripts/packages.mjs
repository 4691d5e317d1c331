/** The programs outside npm that drista needs, and the Debian packages that have them. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, run, say } from './steps.mjs';

/**
 * Any one of the commands will do. `builds`: needed only to build drista itself. Optional ones come along when
 * something is installed anyway.
 */
export const needs = [
  { commands: ['clang'], package: 'clang', why: 'compiles checked programs and the runtime' },
  { commands: ['cmake'], package: 'cmake', why: 'builds the runtime', builds: true },
  { commands: ['make'], package: 'make', why: 'builds the add-on', builds: true },
  { commands: ['g++'], package: 'g++', why: "builds the add-on, and brings the C library's headers" },
  { commands: ['python3'], package: 'python3', why: 'node-gyp is written in it', builds: true },
  {
    commands: ['llvm-symbolizer', 'llvm-symbolizer-14', 'llvm-symbolizer-16', 'llvm-symbolizer-19'],
    package: 'llvm',
    why: 'finds source places',
  },
  {
    commands: ['clang-format-14', 'clang-format'],
    package: 'clang-format',
    why: '`npm run lint` for C files',
    optional: true,
  },
  { commands: ['gdb'], package: 'gdb', why: '`drista replay --gdb`', optional: true },
  { commands: ['meson'], package: 'meson', why: 'the test of the example for Meson', optional: true },
  { commands: ['ninja'], package: 'ninja-build', why: 'the test of the example for Meson', optional: true },
  { commands: ['man'], package: 'man-db', why: 'the test of the manual page', optional: true },
  { commands: ['pkg-config'], package: 'pkg-config', why: 'the test of drista.pc', optional: true },
];

/** What only tests need, which are skipped where it cannot be had. */
const forTests = [
  { commands: ['chromium'], package: 'chromium', why: 'tests of the HTML report' },
  // redis-check-rdb is the server, too. The package redis-server would run one as a service.
  { commands: ['redis-server', 'valkey-server', 'redis-check-rdb'], package: 'redis-tools', why: 'tests of `--on`' },
  { commands: ['lintian'], package: 'lintian', why: 'tests of the Debian package' },
  { file: '/usr/include/gtest/gtest.h', package: 'libgtest-dev', why: 'tests of the recipe for GoogleTest' },
  { file: '/usr/src/googletest/googletest', package: 'googletest', why: 'tests of the recipe for GoogleTest' },
  { file: '/usr/include/catch2/catch.hpp', package: 'catch2', why: 'tests of the recipe for Catch2' },
];

const isThere = ({ file, commands }) => (file === undefined ? commands.some(found) : existsSync(file));

/** Where PATH has the command; undefined: nowhere. */
export function commandPath(command) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

const found = (command) => commandPath(command) !== undefined;

/** The version of LLVM that clang is part of, as Debian installs it; undefined: not known. */
function llvmVersion() {
  const clang = commandPath('clang');
  return clang === undefined ? undefined : /\/llvm-(\d+)\/bin\//.exec(realpathSync(clang))?.[1];
}

/** The folders of the headers of LLVM that are there, by its version. */
export function llvmHeaders() {
  const names = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return new Map(
    names.flatMap((name) => {
      const version = /^llvm-(\d+)$/.exec(name)?.[1];
      const folder = join('/usr/lib', name, 'include');
      return version !== undefined && existsSync(join(folder, 'llvm', 'Passes', 'PassPlugin.h'))
        ? [[version, folder]]
        : [];
    }),
  );
}

/** Headers of LLVM, for the pass of `drista cc`: those for clang, or any where its version is not known. */
function headersMissing() {
  const version = llvmVersion();
  const headers = llvmHeaders();
  if (version === undefined ? headers.size > 0 : headers.has(version)) return [];
  const name = version === undefined ? 'llvm-dev' : `llvm-${version}-dev`;
  return [{ commands: [name], package: name, why: 'the pass of `drista cc` (exact states of loops)', optional: true }];
}

/** What drista needs of the programs above, and is not there. */
export function missingPrograms() {
  return needs.filter((need) => need.optional !== true && !need.commands.some(found));
}

/** Can packages be installed without a question? */
export function mayInstall() {
  if (!found('apt-get')) return false;
  return (
    process.getuid() === 0 || (found('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0)
  );
}

/**
 * Installs what is missing with apt-get; fails, saying what to install, where that cannot be done. `tests`: also what
 * only tests need, where that can be done without a question.
 */
export function installSystemPackages(tests = false) {
  const wanted = tests ? forTests.filter((need) => !isThere(need)) : [];
  const installs = wanted.length > 0 && mayInstall();
  if (!installs)
    for (const need of wanted)
      say(`${need.file ?? need.commands[0]} is missing: ${need.why} are skipped (package ${need.package})`);
  const missing = [
    ...needs.filter((need) => !need.commands.some(found)),
    ...headersMissing(),
    ...(installs ? wanted : []),
  ];
  const required = missing.filter((need) => !need.optional);
  for (const need of required) say(`${need.commands[0]} is missing (${need.why})`);
  if (required.length === 0) {
    for (const need of missing)
      say(`${need.file ?? need.commands[0]} is missing; only ${need.why} needs it (package ${need.package})`);
    return say('system packages: complete');
  }
  const packages = missing.map((need) => need.package);
  const byHand = `install ${packages.join(' ')} by hand`;
  if (!found('apt-get')) fail(`there is no apt-get here: ${byHand}`);
  const isRoot = process.getuid() === 0;
  if (!isRoot && !found('sudo')) fail(`packages are missing, and you are not root and there is no sudo: ${byHand}`);
  say(
    `system packages: installing ${packages.join(' ')} with ${isRoot ? '' : 'sudo '}apt-get, which takes a minute ...`,
  );
  if (!isRoot) askForPassword();
  const [update, install] = installing(packages);
  run(...update, 'check the network and /etc/apt/sources.list');
  run(...install, byHand);
}

/** The commands that install packages, one after the other, each with its arguments. */
export function installing(packages) {
  const aptGet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const [command, ...first] = process.getuid() === 0 ? aptGet : ['sudo', ...aptGet];
  return [
    [command, [...first, 'update', '-q']],
    [command, [...first, 'install', '-y', '-q', '--no-install-recommends', ...packages]],
  ];
}

/** sudo may want a password: it asks on the terminal, which the quiet commands have not. */
function askForPassword() {
  const asked = spawnSync('sudo', process.stdin.isTTY ? ['-v'] : ['-n', 'true'], { stdio: 'inherit' });
  if (asked.status !== 0) fail('sudo refused: run this as root, or install the packages by hand');
}
