/** Local states of compiled programs: each part of a fingerprint matters, and what is left out is noticed. */
import { join } from 'node:path';
import { Server } from '../../src/channel/server';
import { explore } from '../../src/explore/explorer';
import { Nondeterminism } from '../../src/program/outcomes';
import { ProcessProgram } from '../../src/program/process-program';
import { build, hasPass } from '../support/compiled';
import { top } from '../support/paths';

/** What leaves the value of a choice behind, and the part of the state that holds it. */
const parts = [
  ['registers', 'registers'],
  // What is on the stack, compilers keep in registers too; what is left there below is junk.
  ['stack', 'stack,registers'],
  ['heap', 'memory'],
  ['global', 'memory'],
  ['tls', 'memory'],
  ['libc', 'memory'],
  ['held', 'held'],
  ['keys', 'calls'],
  ['allocator', 'allocator'],
  ['context', 'context,stack'],
  ['errno', 'errno'],
  ['random', 'random'],
  ['clock', 'clock'],
  ['cancel', 'cancel'],
  ['results', 'results'],
  ['argument', 'argument'],
  ['variadic', 'stack,registers'],
  ['structure', 'stack,registers'],
  ['signs', 'stack,registers'],
] as const;

/** The same where the program announces what is live; undefined: that has what the part holds. */
const announced: Record<string, string | undefined> = {
  registers: 'live',
  stack: 'live',
  context: 'context,live',
  cancel: 'cancel,live',
  variadic: 'live',
  results: undefined,
  argument: undefined,
  structure: 'live',
  signs: 'live',
};

const source = join(top, 'test/runtime/local-states.c');

/** Explores the part's function; `omitted`: a part of local states that is left out. */
function exploreWithout(path: string, name: string, omitted: string | undefined): number {
  if (omitted === undefined) delete process.env.DRISTA_OMIT_STATE;
  else process.env.DRISTA_OMIT_STATE = omitted;
  const server = new Server(path, { args: [name] });
  try {
    const program = new ProcessProgram(server, { localStates: true });
    return explore(program, { model: 'rc11', equivalence: 'rf', explicit: false }).executions;
  } finally {
    delete process.env.DRISTA_OMIT_STATE;
    server.stop();
  }
}

describe.each(['-O0', '-O2'])('%s', (level) => {
  const path = build([source], ['-D_GNU_SOURCE', level], 'c', null);
  const withPass = build([source], ['-D_GNU_SOURCE', level]);

  test.each(parts)('%s is kept', (name) => {
    const all = { results: 4, context: 4 } as Record<string, number>;
    expect(exploreWithout(path, name, undefined)).toBe(all[name] ?? 2);
    expect(exploreWithout(withPass, name, undefined)).toBe(all[name] ?? 2);
  });
});

describe('a part that is left out is missed', () => {
  // With the pass values lie elsewhere: what one part leaves out may then be in another one too.
  const path = build([source], ['-D_GNU_SOURCE', '-O2'], 'c', null);

  test.each(parts)('%s', (name, part) => {
    expect(() => exploreWithout(path, name, part)).toThrow(Nondeterminism);
  });
});

(hasPass ? describe : describe.skip)('a part that is left out of what is announced is missed', () => {
  const path = build([source], ['-D_GNU_SOURCE', '-O2']);

  test.each(parts.map(([name, part]) => [name, name in announced ? announced[name] : part] as const))(
    '%s',
    (name, part) => {
      if (part !== undefined) expect(() => exploreWithout(path, name, part)).toThrow(Nondeterminism);
      else expect(exploreWithout(path, name, name)).toBe(exploreWithout(path, name, undefined));
    },
  );
});
