/** The parts of the runtime that need no scheduler, tested in C with a stand-in for the core. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '../../src/compiler/compilers';

const root = join(__dirname, '..', '..', '..');
const parts = [
  'memory/aligned',
  'memory/alloc',
  'memory/births',
  'memory/repeated',
  'atomic/weak',
  'shadow/heap-map',
  'memory/malloc',
  'atomic/atomic',
  'core/callstack',
  'shadow/context',
  'memory/heap-errors',
  'atomic/libatomic',
  'memory/copies',
  'memory/copying',
  'core/readable',
  'core/traces',
  'core/rmw',
  'core/unused-results',
  'prim/copy',
  'memory/plain',
  'memory/standard-streams',
  'memory/promote',
  'shadow/shadow',
  'shadow/conflict',
  'shadow/conflict-table',
  'thread-state/local-state',
  'thread-state/private-memory',
  'thread-state/liveness',
  'thread-state/spin',
  'atomic/tsan-atomic',
];

test('shadow, promotion, heap, atomics, call stacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drista-parts-'));
  try {
    const program = join(folder, 'parts');
    const compiler = installed('c')[0].path;
    const sources = [
      ...['core.c', 'parts.c'].map((f) => join(root, 'test', 'runtime', f)),
      ...parts.map((f) => join(root, 'runtime', `${f}.c`)),
    ];
    const flags = [
      '-O1',
      '-g',
      '-std=gnu11',
      '-D_GNU_SOURCE',
      '-DDRISTA_DEFINES_KERNEL',
      '-fno-builtin',
      '-fno-stack-protector',
      '-I',
      join(root, 'runtime'),
    ];
    const built = spawnSync(compiler, [...flags, ...sources, '-o', program], { encoding: 'utf8' });
    expect(built.stderr).toBe('');
    const done = spawnSync('setarch', ['-R', program], { encoding: 'utf8' });
    expect(done).toMatchObject({ stdout: '', status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
