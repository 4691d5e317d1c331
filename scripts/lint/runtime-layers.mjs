/**
 * The folders of runtime/ are floors, as those of src/ are: a file includes headers of its own folder and of lower ones,
 * and uses no function or variable of the runtime (`dr_...`) that a higher folder defines, however it is declared. What
 * a lower folder needs of a higher one it calls through `dr_hooks` (core/hooks.h), which the highest folder fills in.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { within } from '../steps.mjs';

/** The folders of runtime/, lowest first. */
const floors = [
  'include',
  'prim',
  'fiber',
  'core',
  'shadow',
  'safe-schedule',
  'thread-state',
  'memory',
  'effects',
  'symbolic',
  'atomic',
  'pthread',
  'libc',
  'io',
  'libstdc++',
  'server',
  'entry-static',
  'entry-preload',
  'libc-instrumented',
  'pass',
];

/** What lower folders may use although a higher one defines it. */
const filledIn = new Set(['dr_hooks']);

/** Files that still reach up, and the folders that they reach. The list may only shrink. */
const exceptions = new Set([
  'atomic/atomic.c: io',
  'atomic/atomic.c: pthread',
  'atomic/atomic.c: server',
  'atomic/intrinsics.c: pthread',
  'atomic/intrinsics.c: server',
  'atomic/iterations.c: server',
  'atomic/observe.c: io',
  'atomic/observe.c: libc',
  'core/callstack.c: thread-state',
  'core/internal.h: memory',
  'core/log.c: atomic',
  'core/log.c: memory',
  'core/log.c: shadow',
  'core/log.c: thread-state',
  'core/schedule.c: io',
  'core/schedule.c: memory',
  'core/schedule.c: server',
  'core/schedule.c: thread-state',
  'core/stop.c: io',
  'core/stop.c: memory',
  'core/stop.c: server',
  'core/stop.c: symbolic',
  'effects/announce.c: libc',
  'effects/wrapped.h: libc',
  'fiber/fiber.c: core',
  'fiber/fiber.c: memory',
  'fiber/fiber.c: pthread',
  'fiber/fiber.c: server',
  'fiber/fiber.c: thread-state',
  'fiber/fiber.h: core',
  'fiber/fiber.h: libc',
  'fiber/fiber.h: memory',
  'fiber/fiber.h: pthread',
  'fiber/stack.c: core',
  'fiber/stack.c: server',
  'fiber/x87.h: core',
  'io/buffering.c: server',
  'io/cells.c: server',
  'io/exclusive-run.c: server',
  'io/numbers.c: server',
  'libc/abort.c: libstdc++',
  'libc/format.h: io',
  'libc/unsupported.c: libstdc++',
  'libc/unsupported.c: server',
  'memory/alloc.c: pthread',
  'memory/heap-errors.c: pthread',
  'memory/leaks.c: pthread',
  'memory/malloc.c: symbolic',
  'memory/names.c: pthread',
  'memory/plain.c: io',
  'memory/plain.c: symbolic',
  'memory/promote.c: pthread',
  'prim/kernel.c: core',
  'prim/real.c: core',
  'prim/real.c: effects',
  'prim/symbols.c: core',
  'pthread/cancel.c: server',
  'pthread/cond.c: libc',
  'pthread/futex.c: libc',
  'pthread/mutex.c: libc',
  'pthread/once.c: server',
  'pthread/rwlock.c: libc',
  'pthread/sem.c: libc',
  'pthread/tcb.c: server',
  'pthread/thread.c: libc',
  'pthread/thread.c: server',
  'pthread/try-join.c: libc',
  'pthread/try-join.c: server',
  'pthread/waiters.c: libc',
  'safe-schedule/enforce.h: server',
  'safe-schedule/schedule.c: server',
  'shadow/heap.h: memory',
  'shadow/heap.h: pthread',
  'shadow/shadow-checkpoint.c: memory',
  'shadow/shadow.c: memory',
  'symbolic/call-effects.c: libc',
  'symbolic/calls.c: libc',
  'symbolic/inputs.c: libc',
  'symbolic/locale.c: libc',
  'symbolic/outside.c: io',
  'symbolic/scanned.h: libc',
  'thread-state/fingerprint.h: io',
  'thread-state/liveness.c: io',
  'thread-state/spin.c: io',
  'thread-state/spin.h: memory',
]);

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'runtime'], {
  cwd: within(),
  encoding: 'utf8',
});
const sources = new Map();
for (const path of stdout.split('\n').filter((name) => /\.(c|cc|h)$/.test(name)))
  try {
    const blank = (comment) => comment.replace(/[^\n]/g, '');
    sources.set(
      path.slice('runtime/'.length),
      readFileSync(within(path), 'utf8').replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, blank),
    );
  } catch {
    // deleted, but not committed yet
  }
const floorOf = (file) => floors.indexOf(file.split('/')[0]);

/** The names that a source defines: functions, and variables that other files may use. */
function definitions(text) {
  const functions = text.matchAll(
    /^(?!static\b|typedef\b|#)[\w].*?\b(dr_\w+)\((?:[^;{}]|\n(?![{}]))*?\)[^;{}()]*\n\{/gm,
  );
  const variables = text.matchAll(
    /^(?!static\b|typedef\b|extern\b|return\b|struct \w+ \{|enum\b|#)\w[^;{}()=\n]*?(?:\([^)\n]*\)[^;{}()=\n]*?)?\b(dr_\w+)(?:\[[^\]]*\])*\s*(?:;|=)/gm,
  );
  return [...functions, ...variables].map(([, name]) => name);
}

const definedIn = new Map();
for (const [file, text] of sources)
  if (!file.endsWith('.h')) for (const name of definitions(text)) if (!filledIn.has(name)) definedIn.set(name, file);

const unused = new Set(exceptions);
function complain(file, line, what, folder) {
  const entry = `${file}: ${folder}`;
  unused.delete(entry);
  if (exceptions.has(entry)) return;
  console.error(`lint: runtime/${file}:${line} ${what}, which is above it (scripts/lint/runtime-layers.mjs)`);
  process.exitCode = 1;
}

for (const [file, text] of sources) {
  const floor = floorOf(file);
  if (floor < 0) {
    console.error(
      `lint: the folder of runtime/${file} has no place among the floors of scripts/lint/runtime-layers.mjs`,
    );
    process.exitCode = 1;
  }
  text.split('\n').forEach((line, i) => {
    const [, path] = /^\s*#\s*include "([^"]+)"/.exec(line) ?? [];
    const target = [path, path && normalize(join(dirname(file), path))].find((name) => sources.has(name));
    if (target !== undefined && floorOf(target) > floor)
      complain(file, i + 1, `includes ${target}`, target.split('/')[0]);
    for (const [name] of line.matchAll(/\bdr_\w+/g)) {
      const from = definedIn.get(name);
      if (from !== undefined && floorOf(from) > floor)
        complain(file, i + 1, `uses ${name} of ${from}`, from.split('/')[0]);
    }
  });
}
for (const entry of unused) {
  console.error(`lint: ${entry}: this exception of scripts/lint/runtime-layers.mjs is not needed any more: remove it`);
  process.exitCode = 1;
}
