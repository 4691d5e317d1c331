/**
 * Runs the add-on's tests with an add-on that is built with AddressSanitizer and UndefinedBehaviorSanitizer, in
 * build/sanitized. Other arguments are jest's: `npm run analyze -- sanitized dist/test/channel`. Only tests that load
 * the add-on into jest's own process use it, so tests of the command line show nothing here.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import jestConfig from '../jest.config.mjs';
import { fail, run, top, within } from './steps.mjs';

const require = createRequire(import.meta.url);
const folder = within('build', 'sanitized');
const addon = join(folder, 'drista.node');

function build() {
  const [target] = JSON.parse(readFileSync(within('binding.gyp'), 'utf8')).targets;
  const headers = process.env.npm_config_nodedir ?? dirname(dirname(process.execPath));
  mkdirSync(folder, { recursive: true });
  run(
    'g++',
    [
      ...['-std=c++17', '-O1', '-g', '-fPIC', '-shared', '-Wall', '-Wextra', '-Wno-unused-parameter'],
      // Node has no type information for its classes, which the check of virtual tables would need.
      ...['-fsanitize=address,undefined', '-fno-sanitize=vptr', '-fno-sanitize-recover=all', '-fno-omit-frame-pointer'],
      ...target.defines.map((name) => `-D${name}`),
      ...['-isystem', join(headers, 'include', 'node')],
      ...['-isystem', require('node-addon-api').include_dir.replaceAll('"', '')],
      ...[...target.sources.map((file) => within(file)), '-o', addon],
    ],
    'install g++ with its sanitizers (Debian: g++)',
  );
}

/** The sanitizer's library must be loaded before Node; programs that Node starts must not get it. */
function library() {
  const path = run('g++', ['-print-file-name=libasan.so'], 'install g++').trim();
  return path === 'libasan.so' ? fail('g++ has no libasan.so: install its sanitizers') : path;
}

function test(patterns) {
  const setup = join(folder, 'setup.cjs');
  writeFileSync(setup, 'delete process.env.LD_PRELOAD;\n');
  const config = join(folder, 'jest.json');
  writeFileSync(
    config,
    JSON.stringify({
      ...jestConfig,
      rootDir: top,
      moduleNameMapper: { 'build/Release/drista\\.node$': addon },
      testTimeout: 600000,
    }),
  );
  const { status } = spawnSync(
    process.execPath,
    ['--require', setup, within('node_modules', 'jest', 'bin', 'jest.js'), '--config', config, '-i', ...patterns],
    {
      cwd: top,
      stdio: 'inherit',
      env: {
        ...process.env,
        LD_PRELOAD: library(),
        // Node frees little at its end, so leaks would be Node's. It handles its own signals.
        ASAN_OPTIONS: 'detect_leaks=0:abort_on_error=1',
        UBSAN_OPTIONS: 'print_stacktrace=1',
      },
    },
  );
  return status ?? 1;
}

const patterns = process.argv.slice(2);
build();
process.exitCode = test(
  patterns.length > 0 ? patterns : ['dist/test/channel', 'dist/test/runtime/runs', 'dist/test/program/process'],
);
