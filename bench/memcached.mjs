/**
 * memcached as `npm run bench -- programs` checks it: today's version from Debian's sources, and older ones from a
 * clone of its repository (`--memcached PATH`), which Debian has no more. libevent, on which it is built, comes from
 * Debian.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../scripts/steps.mjs';
import { coverageFlags } from './coverage.mjs';
import { Failed, changedCopy, run, sourcePackage } from './debian.mjs';

const compiler = `CC=${within('drista')} cc`;
/** Some variables are defined in several files: common ones, as was usual before gcc 10. */
const flags = ['CFLAGS=-g -w -fcommon', ...coverageFlags].join(' ');

/**
 * Fewer locks: 4 for all items rather than 1024. The thread that logs goes round twice, not for ever with a longer
 * sleep each time.
 */
export const changes = [
  ['thread.c', '        power = 10;', '        power = 2;'],
  ['logger.c', 'while (do_run_logger_thread) {', 'for (int turns = 0; do_run_logger_thread && turns < 2; turns++) {'],
];

/** One client, which sets a value, gets it, and ends the server. */
export const packet = 'set a 0 0 1\r\nx\r\nget a\r\nshutdown\r\n';
export const program = [
  ...['-A', '-t', '2', '-l', '127.0.0.1', '-U', '0', '-u', 'root'],
  ...['-o', 'no_lru_crawler,no_lru_maintainer,no_slab_reassign'],
];

/** Always built anew: objects of another version of drista are refused. */
function libevent(folder) {
  const root = join(folder, 'built', 'libevent');
  rmSync(root, { recursive: true, force: true });
  const { tree } = sourcePackage('libevent', folder);
  const into = join(root, 'make');
  mkdirSync(into, { recursive: true });
  run(join(tree, 'configure'), ['--quiet', '--disable-shared', '--disable-openssl', '--disable-debug-mode'], {
    cwd: into,
  });
  run('make', ['include/event2/event-config.h'], { cwd: into });
  run('make', ['libevent.la', compiler, 'CFLAGS=-g -w'], { cwd: into });
  cpSync(join(tree, 'include'), join(root, 'include'), { recursive: true });
  cpSync(join(into, 'include'), join(root, 'include'), { recursive: true });
  mkdirSync(join(root, 'lib'), { recursive: true });
  copyFileSync(join(into, '.libs', 'libevent.a'), join(root, 'lib', 'libevent.a'));
  return root;
}

/** The tree of a version, by its tag in the clone; undefined: that of Debian. */
function source(version, clone, folder) {
  if (version === undefined) return sourcePackage('memcached', folder);
  const tree = join(folder, 'sources', `memcached-${version}`);
  if (!existsSync(join(tree, 'configure'))) {
    rmSync(tree, { recursive: true, force: true });
    mkdirSync(tree, { recursive: true });
    const archive = join(folder, 'sources', 'memcached.tar');
    run('git', ['-C', clone, 'archive', '--output', archive, version]);
    run('tar', ['-xf', archive, '-C', tree]);
    rmSync(archive);
    // The clone's history would say it.
    writeFileSync(join(tree, 'version.m4'), `m4_define([VERSION_NUMBER], [${version}])\n`);
    // Without automake it ends with 1 or 0, depending on what it misses.
    spawnSync('sh', ['autogen.sh'], { cwd: tree, stdio: 'ignore' });
    if (!existsSync(join(tree, 'configure')))
      throw new Failed('autogen.sh of memcached made no configure: install automake (apt-get install automake)');
  }
  return { tree, version };
}

/** Builds the version as the program `path`. Returns what the version is called. */
export function build(wanted, clone, folder, path) {
  const { tree, version } = source(wanted, clone, folder);
  const name = `memcached-${version}`;
  const changed = changedCopy(tree, join(folder, 'changed', name), changes);
  const into = join(folder, 'built', name);
  mkdirSync(into, { recursive: true });
  const options = ['--quiet', '--disable-docs', '--disable-extstore', '--disable-coverage'];
  run(join(changed, 'configure'), [...options, `--with-libevent=${libevent(folder)}`, compiler, flags], { cwd: into });
  rmSync(join(into, 'memcached'), { force: true }); // it has drista's runtime, too
  run('make', ['memcached', compiler, flags], { cwd: into });
  copyFileSync(join(into, 'memcached'), path);
  return version;
}
