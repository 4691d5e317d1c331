/**
 * The folders of runtime/ are floors, as those of src/ are: a file includes headers of its own folder and of lower
 * ones, and uses no function or variable of the runtime (`dr_...`) that a higher folder defines, in whatever way it is
 * declared. What a lower folder needs of a higher one it calls through `dr_hooks` (runtime/core/hooks.h), which
 * runtime/server/hooks.c fills in.
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
  'thread-state',
  'memory',
  'safe-schedule',
  'effects',
  'symbolic',
  'fuzz',
  'atomic',
  'pthread',
  'libc',
  'io',
  'libstdc++',
  'server',
  'entry-static',
  'entry-preload',
  'fuzz-entry',
  'libc-instrumented',
  'pass',
];

/** What lower folders may use although a higher one defines it. */
const filledIn = new Set(['dr_hooks']);

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
  const other = String.raw`(?!static\b|typedef\b|extern\b|return\b|struct \w+ \{|enum\b|#)`;
  const variable = String.raw`^${other}\w[^;{}()=\n]*?(?:\([^)\n]*\)[^;{}()=\n]*?)?\b(dr_\w+)(?:\[[^\]]*\])*\s*(?:;|=)`;
  const variables = text.matchAll(new RegExp(variable, 'gm'));
  return [...functions, ...variables].map(([, name]) => name);
}

const definedIn = new Map();
for (const [file, text] of sources)
  if (!file.endsWith('.h')) for (const name of definitions(text)) if (!filledIn.has(name)) definedIn.set(name, file);

function complain(file, line, what) {
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
    if (target !== undefined && floorOf(target) > floor) complain(file, i + 1, `includes ${target}`);
    for (const [name] of line.matchAll(/(?<!\b(?:struct|enum) )\bdr_\w+/g)) {
      const from = definedIn.get(name);
      if (from !== undefined && floorOf(from) > floor) complain(file, i + 1, `uses ${name} of ${from}`);
    }
  });
}
