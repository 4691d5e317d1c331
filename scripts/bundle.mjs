/**
 * Puts what tsc made of the command line, and the packages that it uses, into two files that start quickly: one for the
 * main thread, one for the thread that checks. To load their more than a hundred modules one by one takes longer than a
 * small check. Beside each lies the code that V8 made of it in a check, and need not make again. A Node of another
 * version does not take that, and makes its own.
 *
 * Beside them lie modules that few checks need, which are loaded by their place (src/report/html.ts, svg.ts), and the
 * style and script of the HTML report.
 *
 *     node scripts/bundle.mjs [FOLDER]     FOLDER: within drista's own; build/command if not given
 */
import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keepCode } from './kept-code.mjs';
import { within } from './steps.mjs';

const folder = within(process.argv[2] ?? join('build', 'command'));

/**
 * For V8: what is compiled by its optimising compiler must run four times as long before, and inlines less than half as
 * much as by default. Most checks are over within a second or two, of which that compiler takes half in threads of its
 * own, on processors that the checked program needs. Long checks are as quick as without.
 */
const ofChecks = ['--interrupt-budget=300000', '--max-inlined-bytecode-size-cumulative=400'];

/** For V8: functions of Z3 are validated when they are first called. Most never are; all take a tenth of a second. */
const ofZ3 = ['--wasm-lazy-validation'];

/** Sets the flags, in this version of Node alone: others may not know them, and print that. */
const setFlags = (flags) => `if (process.version === '${process.version}') {
  const { setFlagsFromString } = require('node:v8');
  for (const flag of ${JSON.stringify(flags)}) setFlagsFromString(flag);
}
`;

/**
 * The file that Node starts. V8 takes kept code for any text of the same length, so text and code have the text's hash
 * in their names. `before`: what is to be done first.
 */
const starter = (bundle, before) => `#!/usr/bin/env node
'use strict';
${before}const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const filename = join(__dirname, '${bundle}.js'), code = \`\${filename}.code\`;
// It is ASCII, which is read more quickly this way.
const cachedData = existsSync(code) ? readFileSync(code) : undefined;
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
script.runInThisContext()(exports, require, module, filename, __dirname);
`;

/** The packages whose code is in a bundle, by their folders within node_modules. */
const packages = new Set();

/** Bundles with these options of esbuild. */
function build(options) {
  const built = buildSync({ bundle: true, metafile: true, logLevel: 'error', ...options });
  for (const input of Object.keys(built.metafile.inputs)) {
    const folder = /(?<=^node_modules\/)(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) packages.add(folder);
  }
  return built;
}

/**
 * How modules that Node runs are bundled: as CommonJS, also those that are written as ES modules. Some of these give
 * their own place to createRequire, which takes a path, too.
 */
const forNode = {
  platform: 'node',
  target: 'node20',
  charset: 'ascii',
  define: { 'import.meta.url': '__filename' },
};

/** For the size of the package. Names stay, which traces of drista's own errors show. */
const compact = { minifyWhitespace: true, minifySyntax: true };

/** Bundles the module, which is at the path in src; the bundle's name. */
function bundle(name, path) {
  const {
    outputFiles: [{ text }],
  } = build({
    ...forNode,
    entryPoints: [within('src', path)],
    legalComments: 'none',
    ...compact,
    write: false,
  });
  // As Node wraps modules; without the line of #!, which may stand only at the very beginning.
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${text.replace(/^#!.*/, '')}})`;
  const file = `${name}-${createHash('sha256').update(wrapped).digest('hex').slice(0, 12)}`;
  writeFileSync(join(folder, `${file}.js`), wrapped);
  return file;
}

/**
 * What a bundle's file does first. Node's own modules have kept code, which V8 takes only without flags: so they are
 * set once most of them are loaded.
 */
const beforeOf = (name) => (name === 'worker-thread' ? setFlags(ofChecks) : '');

/** Modules of src/report that are loaded by their place there, which is the one in the folder too. */
const apart = ['html/drawing.js', 'svg/graphviz.js'];

/** The module that speaks with Redis; its packages can use other databases, too, which drista does not. */
function bundleIo() {
  build({
    ...forNode,
    entryPoints: [within('src', 'check', 'cluster-io.ts')],
    outfile: join(folder, 'cluster-io.js'),
    minify: true,
    keepNames: true, // of classes, by which errors are told apart
    external: ['pg', 'redis', 'bullmq-otel', 'msgpackr-extract'],
  });
}

/** Bundles these, and the page. */
function bundleApart() {
  // The licences of packages ask for their notices, which are at the end of each.
  for (const module of apart)
    build({
      ...forNode,
      entryPoints: [within('src', 'report', module.replace(/js$/, 'ts'))],
      outfile: join(folder, module),
      minify: true,
      charset: 'utf8', // of graphviz, which is binary
    });
  const solver = within('src', 'symbolic', 'solver-worker.ts');
  build({
    ...forNode,
    entryPoints: [solver],
    outfile: join(folder, 'solver-worker.js'),
    external: ['z3-solver'],
    banner: { js: setFlags(ofZ3) },
  });
  const page = (file) => within('src', 'report', 'html', 'page', file);
  const forBrowsers = { minify: true, target: 'es2022', charset: 'utf8' };
  build({ ...forBrowsers, entryPoints: [page('page-main.ts')], format: 'iife', outfile: join(folder, 'page.js') });
  build({ ...forBrowsers, entryPoints: [page('page.css')], outfile: join(folder, 'page.css') });
}

mkdirSync(folder, { recursive: true });
bundleApart();
bundleIo();
const bundles = ['cli/main.ts', 'check/worker-thread.ts'].map((path) => {
  const name = basename(path, '.ts');
  return [name, bundle(name, path)];
});
for (const [name, file] of bundles)
  writeFileSync(join(folder, `${name}.js`), starter(file, beforeOf(name)), { mode: 0o755 });
// Without the runtime, say: then drista starts all the same, only later.
const unkept = keepCode(folder);
if (unkept !== undefined) console.error(`bundle: no example could be checked, so no code is kept: ${unkept}`);
// For their licences, which the package includes (scripts/prepack.mjs), and the list of parts (scripts/sbom.mjs).
writeFileSync(join(folder, 'packages'), [...packages].sort().join('\n'));
const others = ['packages', 'html', 'svg', 'page.js', 'page.css', 'cluster-io.js', 'solver-worker.js'];
for (const old of readdirSync(folder)) {
  if (others.includes(old)) continue;
  if (!bundles.some(([name, file]) => old === `${name}.js` || old.startsWith(`${file}.js`)))
    rmSync(join(folder, old), { recursive: true });
}
