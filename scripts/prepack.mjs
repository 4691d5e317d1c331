/**
 * Makes what only the package has, before `npm pack`: the libraries that are loaded before programs, as one file, since
 * they are nearly the same; the headers by which the add-on is built where the prebuilt one does not fit; the licences
 * of bundled packages, and the bill of them; the manual page; the commit.
 */
import { buildSync } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pack } from './libraries.mjs';
import { contained, writeBill } from './sbom.mjs';
import { fail, run, within } from './steps.mjs';

/** Those of the packages whose code is in the bundles, and of the headers. */
function licences() {
  return contained().map((name) => {
    const file = readdirSync(within('node_modules', name)).find((each) => /^licen[cs]e/i.test(each));
    return `${name}\n\n${file === undefined ? described(name) : text(name, file).trim()}\n`;
  });
}

/** What a package without the text of its licence says of it. */
function described(name) {
  const { license, author, repository } = JSON.parse(text(name, 'package.json'));
  if (license === undefined) fail(`prepack: ${name} has no licence`);
  return [license, author?.name ?? author, repository?.url ?? repository].filter(Boolean).join('\n');
}

const text = (name, file) => readFileSync(within('node_modules', name, file), 'utf8');

/** Undefined: it is not packed from a clone. */
function commit() {
  const git = (...args) => spawnSync('git', args, { cwd: within(), encoding: 'utf8' });
  const { status, stdout } = git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*');
  return status === 0 ? stdout.trim() : undefined;
}

const folder = within('build', 'package');

/** Without what only linkers and debuggers need, which would be half of the package. */
function libraries() {
  const stripped = join(folder, 'libraries');
  cpSync(within('build', 'runtime', 'entry-preload'), stripped, { recursive: true });
  for (const name of readdirSync(stripped))
    run('strip', ['--strip-unneeded', join(stripped, name)], 'strip is part of binutils, which comes with g++');
  const packed = pack(stripped);
  rmSync(stripped, { recursive: true });
  return packed;
}

/** What a module of src exports. */
function exportsOf(...path) {
  const outfile = join(folder, `${path.join('-')}.cjs`);
  const define = { 'import.meta.url': '__filename' };
  buildSync({
    entryPoints: [within('src', ...path)],
    outfile,
    define,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
  const exported = createRequire(import.meta.url)(outfile);
  rmSync(outfile);
  return exported;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'napi'), { recursive: true });
for (const name of readdirSync(within('node_modules', 'node-addon-api')).filter((each) => each.endsWith('.h')))
  copyFileSync(within('node_modules', 'node-addon-api', name), join(folder, 'napi', name));
writeFileSync(join(folder, 'libraries.br'), libraries());
writeFileSync(join(folder, 'LICENSES'), licences().join(`\n${'-'.repeat(80)}\n\n`));
const { commands } = exportsOf('cli', 'commands', 'index.ts');
const { manPage } = exportsOf('cli', 'man-page.ts');
writeFileSync(join(folder, 'drista.1'), manPage(commands()));
writeFileSync(join(folder, 'built.json'), `${JSON.stringify({ commit: commit() })}\n`);
writeBill();
