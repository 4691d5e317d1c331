/** The package that `npm pack` makes: what is in it, and that it works where npm has installed it. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { top } from '../support/paths';

const folder = mkdtempSync(join(tmpdir(), 'drista-package-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** An environment in which npm has not called the tests, and writes nothing outside the folder. */
const ownEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_cache: join(folder, 'cache'),
  npm_config_update_notifier: 'false',
};

function run(command: string, args: readonly string[], cwd = folder, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...ownEnv, ...env },
    input: '',
  });
  return { status, stdout, stderr };
}

/** The output of a command that must succeed. */
function output(command: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv): string {
  const done = run(command, args, cwd, env);
  expect([done.status, done.status === 0 ? '' : done.stderr]).toEqual([0, '']);
  return done.stdout;
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Beside the sources of the runtime and of the add-on, and the passes of the clangs that are here. */
const golden = `
LICENSE
README.md
binding.gyp
build/Release/drista.node
build/command/cluster-io.js
build/command/html/drawing.js
build/command/main-HASH.js
build/command/main.js
build/command/page.css
build/command/page.js
build/command/solver-worker.js
build/command/svg/graphviz.js
build/command/worker-thread-HASH.js
build/command/worker-thread.js
build/package/LICENSES
build/package/built.json
build/package/drista.1
build/package/libraries.br
build/package/napi/napi-inl.deprecated.h
build/package/napi/napi-inl.h
build/package/napi/napi.h
build/package/sbom.cdx.json
build/runtime/exports.list
build/runtime/include/sanitizer/linux_syscall_hooks.h
build/runtime/libdrista.a
docs/config.schema.json
docs/litmus.schema.json
docs/orders.schema.json
docs/outcomes.schema.json
docs/report.schema.json
docs/spec.schema.json
docs/tests.schema.json
drista
examples/store-buffering.c
package.json
scripts/install.mjs
scripts/kept-code.mjs
scripts/libraries.mjs
scripts/napi-headers.mjs
scripts/packages.mjs
scripts/pass.mjs
scripts/steps.mjs
share/drista/drista-config-version.cmake
share/drista/drista-config.cmake
share/drista/drista.cmake
share/drista/drista.pc
share/drista/gdb.py
share/drista/googletest.cc
share/drista/launcher
src/compiler/cc.sh
`;

const { version } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { version: string };
const archive = join(folder, `drista-${version}.tgz`);
const program = 'int x;\nstatic void *f(void *a) { x++; return a; }\n';
const main = 'int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); WAIT x++; LAST return 0; }\n';
const join1 = 'pthread_join(t, 0);';
const text = (wait: string, last: string): string =>
  `#include <pthread.h>\n${program}${main.replace('WAIT', wait).replace('LAST', last)}`;

beforeAll(() => {
  // As `npm run prepack` does, but for the set-up, which has been done.
  output('node', ['scripts/prepack.mjs'], top);
  output('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], top);
  writeFileSync(join(folder, 'right.c'), text(join1, ''));
  writeFileSync(join(folder, 'wrong.c'), text('', join1));
  mkdirSync(join(folder, 'tests'));
  writeFileSync(join(folder, 'tests', 'a.drista.c'), `// drista: verified\n${text(join1, '')}`);
}, 300_000);

test('it holds what runs, what builds that, and nothing else', () => {
  const rust = ['cargo-drista', 'drista', 'drista-macros'].map((name) => `rust/${name}`);
  const tracked = lines(output('git', ['ls-files', 'runtime', 'native', ...rust], top));
  const clangs = lines(readFileSync(join(top, 'build', 'pass', 'clangs'), 'utf8'));
  const passes = clangs.map((line) => `build/pass/${line.split(' ')[0]}/drista-pass.so`);
  const found = lines(output('tar', ['tzf', archive])).map((name) =>
    name.replace(/^package\//, '').replace(/(?<=-)[0-9a-f]{12}(?=\.js)/, 'HASH'),
  );
  expect(found.sort()).toEqual([...lines(golden), ...tracked, ...passes].sort());
  expect(statSync(archive).size).toBeLessThan(3e6);
  const description = JSON.parse(output('tar', ['xzOf', archive, 'package/package.json'])) as object;
  expect(description).not.toHaveProperty('dependencies');
  const notices = output('tar', ['xzOf', archive, 'package/build/package/LICENSES']);
  for (const name of ['@noble/hashes', 'yargs', 'tinyglobby', 'node-addon-api'])
    expect(notices).toMatch(new RegExp(`^${name}\n\n.*(MIT|Copyright)`, 'm'));
});

/** Installs the package. */
function installed(name: string, ...options: string[]): { prefix: string; package: string; drista: string } {
  const prefix = join(folder, name);
  output('npm', ['install', '-g', '--offline', '--prefix', prefix, ...options, archive]);
  return { prefix, package: join(prefix, 'lib/node_modules/drista'), drista: join(prefix, 'bin/drista') };
}

test('installed, it works from anywhere, and leaves nothing when it is removed', () => {
  const { prefix, package: own, drista } = installed('prefix', '--allow-scripts=drista');
  expect(existsSync(join(prefix, 'lib/node_modules/.package-lock.json'))).toBe(false);
  const work = join(folder, 'work');
  mkdirSync(work);
  const here = (...args: string[]) => run(drista, args, work);
  for (const name of ['right', 'wrong']) output(drista, ['cc', '-o', name, `../${name}.c`], work);
  expect(here('./right')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^verified: .*\(1 execution, /) as string,
  });
  const wrong = here('./wrong');
  expect(wrong.stdout).toMatch(/^error: data race on x/);
  expect(wrong.status).toBe(1);
  const [saved] = readdirSync(join(work, 'drista-out'));
  expect(here('replay', `drista-out/${saved}`)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/data race/) as string,
  });
  expect(here('doctor', './right').stdout).toContain(`loops         `);
  expect(here('--report', 'html=e.html', '--report', 'svg=e.svg', './wrong')).toMatchObject({ status: 1, stderr: '' });
  expect(readFileSync(join(work, 'e.html'), 'utf8')).toMatch(/^<!doctype html>/);
  expect(readFileSync(join(work, 'e.svg'), 'utf8')).toContain('</svg>');
  output('cc', ['-o', 'plain', '../right.c', '-pthread'], work);
  expect(here('./plain')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/no errors at the level/) as string,
  });
  expect(here('test', '../tests')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^ ✓ \.\.\/tests\/a\.drista\.c \(1 execution, /) as string,
  });
  const modules = output(drista, ['cmake-dir'], work).trimEnd();
  expect(modules).toBe(join(own, 'share/drista'));
  expect(output(drista, ['completion', 'bash'])).toContain('complete -o default');
  const shown = output(drista, ['--version']);
  expect(shown.startsWith(`drista ${version}`)).toBe(true);
  expect(shown).toMatch(/\nruntime: .*clang.*\npass: .*\nnode: v/);
  // Code for this Node, of the bundles that it starts.
  const bundles = readdirSync(join(own, 'build/command')).filter((name) => /-[0-9a-f]{12}\.js/.test(name));
  expect(bundles.filter((name) => name.endsWith('.code'))).toHaveLength(2);
  expect(bundles).toHaveLength(4);
  const pass = readFileSync(join(top, 'build', 'pass', 'clangs'), 'utf8');
  expect(readFileSync(join(own, 'build/pass/clangs'), 'utf8')).toBe(pass);
  expect(readFileSync(join(prefix, 'share/man/man1/drista.1'), 'utf8')).toMatch(/^\.TH DRISTA 1/);
  expect(readdirSync(join(own, 'build/runtime/entry-preload'))).toEqual(
    readdirSync(join(top, 'build/runtime/entry-preload')),
  );

  output('npm', ['uninstall', '-g', '--prefix', prefix, 'drista']);
  expect(output('find', [prefix, '-not', '-type', 'd'])).toBe('');
  expect(output('find', [prefix, '-name', '*drista*'])).toBe('');
});

test('--symbolic asks for Z3, and takes the one that is installed beside', () => {
  const { prefix, drista } = installed('symbolic', '--allow-scripts=drista');
  const input = 'unsigned x; drista_symbolic(&x, sizeof x, "x"); if (x > 7) drista_assert(x != 10); return 0;';
  writeFileSync(join(folder, 'input.c'), `#include <drista.h>\nint main(void) { ${input} }\n`);
  output(drista, ['cc', '--symbolic', '-o', 'input', 'input.c']);
  const check = () => run(drista, ['--symbolic', './input']);
  expect(check()).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^drista: --symbolic needs the package z3-solver .*`npm install -g .*\n$/) as string,
  });
  symlinkSync(join(top, 'node_modules/z3-solver'), join(prefix, 'lib/node_modules/z3-solver'));
  expect(check()).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/the input: unsigned char x\[\] = \{ 0x0a, 0x00, 0x00, 0x00 \}/) as string,
  });
});

test('pkg-config finds drista.h, and compilers', () => {
  const { package: own } = installed('pkg-config', '--ignore-scripts');
  const env = { PKG_CONFIG_PATH: join(own, 'share/drista') };
  const of = (...args: string[]) => output('pkg-config', [...args, 'drista'], folder, env).trim();
  expect(of('--modversion')).toBe(version);
  expect(of('--libs')).toBe('');
  writeFileSync(join(folder, 'choice.c'), '#include <drista.h>\nint main(void) { return (int)drista_choose(2); }\n');
  output('cc', [...of('--cflags').split(' '), '-o', 'choice', 'choice.c']);
  expect(run('./choice', [])).toMatchObject({ status: 0, stdout: '', stderr: '' });
  output('sh', ['-c', `${of('--variable=cc')} -o choice choice.c`]);
  expect(output(join(own, 'drista'), ['./choice'])).toMatch(/\(2 executions, /);
});

describe('its script', () => {
  test('is not needed for programs of `drista cc`; for others drista says so', () => {
    const { drista } = installed('without', '--ignore-scripts');
    output(drista, ['cc', '-o', 'without-script', 'right.c']);
    expect(run(drista, ['./without-script']).stdout).toMatch(/^verified: .*\(1 execution, /);
    output('cc', ['-o', 'plain', 'right.c', '-pthread']);
    for (const args of [['./plain'], ['doctor', './without-script']])
      expect(run(drista, args)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(
          /^drista: drista's runtime .*libdrista\.so is missing: .*npm rebuild.*\n$/,
        ) as string,
      });
    expect(output(drista, ['--version'])).toMatch(/\nruntime: missing\npass: none\n/);
  });

  /** A folder of commands that only write down how they were called. */
  function recorders(name: string, commands: readonly string[]): { path: string; calls: () => string[] } {
    const path = join(folder, name);
    mkdirSync(path);
    for (const command of commands) {
      writeFileSync(join(path, command), `#!/bin/sh\necho ${command} "$@" >>${path}/calls\n`);
      chmodSync(join(path, command), 0o755);
    }
    const file = join(path, 'calls');
    // Not those of the example whose check Node's code is kept of.
    const calls = () => lines(readFileSync(file, 'utf8')).filter((line) => !line.includes('/examples/'));
    return { path, calls: () => (existsSync(file) ? calls() : []) };
  }

  const builders = ['clang', 'cmake', 'make', 'g++', 'python3', 'llvm-symbolizer', 'node-gyp'];

  test('builds what does not fit the system', () => {
    const own = join(folder, 'unfit');
    output('tar', ['xzf', archive]);
    cpSync(join(folder, 'package'), own, { recursive: true });
    const script = join(own, 'scripts/install.mjs');
    const fine = recorders('fine', builders);
    const install = (path: string) => run(process.execPath, [script], own, { PATH: path });
    expect(install(fine.path)).toMatchObject({ status: 0, stderr: '', stdout: '' });
    expect(fine.calls()).toEqual(['clang --version']);

    writeFileSync(join(own, 'build/Release/drista.node'), 'of another system');
    const bare = install(recorders('bare', ['node-gyp', 'make']).path);
    expect(bare.status).toBe(1);
    expect(bare.stderr).toBe(
      'setup: the prebuilt add-on does not fit this system, and to build it needs what is missing here: ' +
        'install clang cmake g++ python3 llvm\n',
    );
    const other = recorders('other', builders);
    expect(install(other.path)).toMatchObject({ status: 0, stderr: '' });
    expect(other.calls()).toEqual(['node-gyp configure build', 'clang --version']);
  });

  test('builds the runtime where the loader does not take it', () => {
    const own = join(folder, 'unloadable');
    output('tar', ['xzf', archive]);
    cpSync(join(folder, 'package'), own, { recursive: true });
    const made = join(folder, 'made');
    mkdirSync(made);
    writeFileSync(join(made, 'libdrista.so'), 'of another system');
    const pack = join(top, 'scripts/libraries.mjs');
    const code = `import { pack } from ${JSON.stringify(pack)}; process.stdout.write(pack(${JSON.stringify(made)}));`;
    const packed = spawnSync(process.execPath, ['--input-type=module', '-e', code]).stdout;
    writeFileSync(join(own, 'build/package/libraries.br'), packed);
    const all = recorders('all', builders);
    const done = run(process.execPath, [join(own, 'scripts/install.mjs')], own, { PATH: all.path });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    const build = join(own, 'build/runtime');
    expect(all.calls()).toEqual([
      `cmake -S ${join(own, 'runtime')} -B ${build} -DCMAKE_BUILD_TYPE=Release`,
      `cmake --build ${build} --parallel`,
      'clang --version',
    ]);
  });
});

describe('the Debian package', () => {
  const deb = join(top, 'build', `drista_${version}-1_amd64.deb`);
  const tree = join(folder, 'deb');
  const withDpkg = findCommand('dpkg-shlibdeps') === undefined ? test.skip : test;
  const withLintian = findCommand('lintian') === undefined ? test.skip : test;

  withDpkg('has all that runs, and checks a program', () => {
    output('node', ['scripts/deb.mjs'], top);
    output('dpkg-deb', ['-x', deb, tree]);
    const drista = join(tree, 'usr/bin/drista');
    output(drista, ['cc', '-o', 'wrong-of-deb', 'wrong.c']);
    expect(run(drista, ['./wrong-of-deb']).stdout).toMatch(/^error: data race on x/);
    output('cc', ['-o', 'plain-of-deb', 'right.c', '-pthread']);
    expect(run(drista, ['./plain-of-deb']).stdout).toMatch(/^no errors at the level/m);
    for (const path of [
      'bash-completion/completions/drista',
      'doc/drista/changelog.Debian.gz',
      'doc/drista/changelog.gz',
      'doc/drista/copyright',
      'fish/vendor_completions.d/drista.fish',
      'man/man1/drista.1.gz',
      'pkgconfig/drista.pc',
      'zsh/vendor-completions/_drista',
    ])
      expect([path, statSync(join(tree, 'usr/share', path)).size > 0]).toEqual([path, true]);
    const description = output('dpkg-deb', ['-f', deb, 'Version', 'Depends']);
    expect(description).toMatch(
      new RegExp(`^Version: ${version}-1\nDepends: libc6 .*, nodejs \\(>= 20\\), clang \\| gcc`),
    );
  });

  withLintian('lintian has neither an error nor a warning', () => {
    expect(run('lintian', ['--fail-on', 'error,warning', deb])).toMatchObject({ status: 0, stdout: '' });
  });
});
