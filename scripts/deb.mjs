/**
 * Makes a package for Debian and Ubuntu of what `npm pack` packs, once `npm run prepack` has made that:
 * build/drista_VERSION-1_amd64.deb, with the pass for this system's clang. It has no script that runs where it is
 * installed, so it lacks what scripts/install.mjs would build there.
 *
 *     npm run deb     needs dpkg-dev
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { unpack } from './libraries.mjs';
import { fail, run, within } from './steps.mjs';

const { version, description } = JSON.parse(readFileSync(within('package.json'), 'utf8'));
/** As Debian's own tools take it from the environment. */
const { DEBFULLNAME = 'the drista authors', DEBEMAIL = 'drista@example.org' } = process.env;
const maintainer = `${DEBFULLNAME} <${DEBEMAIL}>`;
const root = within('build', 'deb');
const own = '/usr/lib/drista';

/** What only builds drista, or only npm needs. */
const notInstalled = [
  /^(LICENSE|README\.md|binding\.gyp)$/,
  /^(native|scripts|examples)\//,
  /^build\/package\/(napi\/|drista\.1$|LICENSES$|libraries\.br$)/,
  /^runtime\/(?!include\/|effects\/.*\.effects$|gcc\/|fuzz-entry\/)/,
];

const at = (path) => join(root, path);

/** A file of the package, in whose folders everybody may look. */
function write(path, content, mode = 0o644) {
  mkdirSync(dirname(at(path)), { recursive: true, mode: 0o755 });
  writeFileSync(at(path), content);
  chmodSync(at(path), mode);
}

const compressed = (text) => gzipSync(text, { level: 9 });

/** Of all files that npm would pack, those that run. Which are executable is as in the clone. */
function copyFiles() {
  const packed = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], 'see above'));
  for (const { path } of packed[0].files.filter((file) => !notInstalled.some((pattern) => pattern.test(file.path)))) {
    const isProgram = (statSync(within(path)).mode & 0o100) !== 0 && !/\.(so|node)$/.test(path);
    write(join(own, path), readFileSync(within(path)), isProgram ? 0o755 : 0o644);
  }
  unpack(readFileSync(within('build', 'package', 'libraries.br')), at(join(own, 'build/runtime/entry-preload')));
  cpSync(within('build', 'pass', 'clangs'), at(join(own, 'build/pass/clangs')));
  const libc = 'build/pass/libc-instrumented/libc-instrumented.a';
  if (existsSync(within(libc))) write(join(own, libc), readFileSync(within(libc)));
}

/** Removes what only linkers and debuggers need of the libraries; their paths. */
function finishLibraries() {
  const files = readdirSync(at(own), { recursive: true }).map((name) => at(join(own, name)));
  const libraries = files.filter((path) => /\.(so|node)(\.\d+)?$/.test(path));
  for (const path of libraries) {
    chmodSync(path, 0o644);
    run('strip', ['--strip-unneeded', path], 'install binutils');
  }
  return libraries;
}

/** Versions of libraries, as dpkg-shlibdeps finds them; it wants a source package around. */
function libraryPackages(libraries) {
  const source = within('build', 'deb-source');
  mkdirSync(join(source, 'debian'), { recursive: true });
  writeFileSync(join(source, 'debian', 'control'), 'Source: drista\n\nPackage: drista\nArchitecture: amd64\n');
  const names = libraries.map((path) => `-e${path}`);
  const done = spawnSync('dpkg-shlibdeps', ['-O', ...names], { cwd: source, encoding: 'utf8' });
  rmSync(source, { recursive: true });
  if (done.error) fail('dpkg-shlibdeps is missing: install dpkg-dev');
  if (done.status !== 0) fail(`dpkg-shlibdeps failed: ${done.stderr}`);
  return /^shlibs:Depends=(.*)$/m.exec(done.stdout)[1];
}

/** Where commands, manual pages, completions, CMake and pkg-config look. */
function integrate() {
  mkdirSync(at('/usr/bin'), { recursive: true });
  symlinkSync('../lib/drista/drista', at('/usr/bin/drista'));
  write('/usr/share/man/man1/drista.1.gz', compressed(readFileSync(within('build', 'package', 'drista.1'))));
  for (const [shell, path] of [
    ['bash', 'bash-completion/completions/drista'],
    ['zsh', 'zsh/vendor-completions/_drista'],
    ['fish', 'fish/vendor_completions.d/drista.fish'],
  ])
    write(join('/usr/share', path), run(within('drista'), ['completion', shell], 'see above'));
  for (const name of ['drista-config', 'drista-config-version'])
    write(`/usr/lib/cmake/drista/${name}.cmake`, `include("${own}/share/drista/${name}.cmake")\n`);
  const description = readFileSync(within('share', 'drista', 'drista.pc'), 'utf8');
  write('/usr/share/pkgconfig/drista.pc', description.replace(/^root=.*$/m, `root=${own}`));
}

function document() {
  const documents = '/usr/share/doc/drista';
  const texts = [within('LICENSE'), within('build', 'package', 'LICENSES')].map((path) => readFileSync(path, 'utf8'));
  const others = 'The command and the add-on contain code of these packages of npm:';
  const notices = texts[1].replace(
    / *Apache License\s+Version 2\.0[^]*?END OF TERMS AND CONDITIONS\n/g,
    'Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0\n',
  );
  write(`${documents}/copyright`, `drista is under this licence:\n\n${texts[0]}\n${others}\n\n${notices}`);
  write(
    '/usr/share/lintian/overrides/drista',
    '# It is not uploaded to Debian, where a bug would say that somebody intends to package it.\n' +
      'drista: initial-upload-closes-no-bugs\n',
  );
  write(`${documents}/changelog.gz`, compressed(readFileSync(within('CHANGELOG.md'))));
  const date = run('git', ['log', '-1', '--format=%aD'], 'the date of the package is that of the commit').trim();
  const entry = `drista (${version}-1) unstable; urgency=medium\n\n  * Version ${version}; see changelog.gz.\n\n`;
  write(`${documents}/changelog.Debian.gz`, compressed(`${entry} -- ${maintainer}  ${date}\n`));
}

/** All files, without links. */
const files = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !path.startsWith('DEBIAN/'))
    .sort();

function control(libraries) {
  const size = files().reduce((sum, path) => sum + Math.ceil(statSync(join(root, path)).size / 1024), 0);
  const text = [
    'Package: drista',
    `Version: ${version}-1`,
    'Architecture: amd64',
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${size}`,
    `Depends: ${libraryPackages(libraries)}, nodejs (>= 20), clang | gcc, libc6-dev, llvm`,
    'Recommends: clang, g++',
    'Suggests: gdb, cmake',
    'Section: devel',
    'Priority: optional',
    'Description: stateless model checker for C and C++ programs with threads',
    ` ${description}.`.replace(/(.{60,78}) /g, '$1\n '),
    '',
  ];
  write('/DEBIAN/control', text.join('\n'));
  const sums = files().map((path) => {
    const sum = createHash('md5')
      .update(readFileSync(join(root, path)))
      .digest('hex');
    return `${sum}  ${path}\n`;
  });
  write('/DEBIAN/md5sums', sums.join(''));
}

process.umask(0o022);
rmSync(root, { recursive: true, force: true });
copyFiles();
const libraries = finishLibraries();
integrate();
document();
control(libraries);
const target = within('build', `drista_${version}-1_amd64.deb`);
run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, target], 'install dpkg');
rmSync(root, { recursive: true });
