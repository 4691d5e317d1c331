/** What is misuse of a mutex, in every order in which it can happen. */
import { explore } from '../../src/explore/explorer';
import { Kind, label, MutexType, type Label } from '../../src/program/label';
import { programOf, starter, type Body } from '../oracle/program-of';

const m = (kind: Kind, fields: Partial<Label> = {}): Label => label(kind, { loc: 0, ...fields });
const lock = m(Kind.MutexLock);
const trylock = m(Kind.MutexTrylock);
const unlock = m(Kind.MutexUnlock);
const destroy = m(Kind.MutexDestroy);
const init = m(Kind.MutexInit);

const does = (...labels: Label[]): Body =>
  function* () {
    for (const l of labels) yield l;
  };

function misuses(...bodies: Body[]): string[] {
  const { errors } = explore(programOf([starter(bodies.length), ...bodies]), {
    model: 'rc11',
    equivalence: 'rf',
    keepGoing: true,
  });
  return errors.map((e) => `${e.kind}: ${e.message}`).sort();
}

test.each<[string, Body[], string[]]>([
  ['lock, unlock, destroy, init, lock', [does(lock, unlock, destroy, init, lock, unlock)], []],
  ['relock of a normal mutex', [does(lock, lock)], ['misuse: thread 1 locks a normal mutex that it already holds']],
  ['unlock of a free mutex', [does(unlock)], ['misuse: thread 1 unlocks a mutex that is not locked']],
  ['destroy of a locked mutex', [does(lock, destroy)], ['misuse: thread 1 destroys a mutex that it holds']],
  ['init of a locked mutex', [does(lock, init)], ['misuse: thread 1 initialises a mutex that it holds']],
  [
    'use after destroy',
    [does(destroy, m(Kind.MutexLock, { dead: true }))],
    ['misuse: thread 1 locks a mutex that was destroyed'],
  ],
  ['static initialiser after destroy', [does(destroy, lock, unlock)], []],
  [
    'destroy while another thread may hold it',
    [does(lock, unlock), does(destroy)],
    ['misuse: thread 1 locks a mutex that was destroyed', 'misuse: thread 2 destroys a mutex that thread 1 holds'],
  ],
])('%s', (_, bodies, expected) => {
  expect(misuses(...bodies)).toEqual(expected);
});

test('types: error-checking and recursive mutexes return errors', () => {
  const returned: (number | undefined)[] = [];
  const errorCheck = { op: MutexType.ErrorCheck };
  const body: Body = function* () {
    yield m(Kind.MutexUnlock, errorCheck);
    returned.push(yield m(Kind.MutexLock, errorCheck));
    returned.push(yield m(Kind.MutexLock, errorCheck));
    yield m(Kind.MutexUnlock, errorCheck);
    returned.push(yield m(Kind.MutexLock, { op: MutexType.Recursive, loc: 1 }));
    returned.push(yield m(Kind.MutexTrylock, { op: MutexType.Recursive, loc: 1 }));
    yield m(Kind.MutexUnlock, { op: MutexType.Recursive, loc: 1 });
    yield m(Kind.MutexUnlock, { op: MutexType.Recursive, loc: 1 });
  };
  expect(misuses(body)).toEqual([]);
  expect(returned.slice(-4)).toEqual([0, 35, 0, 0]); // EDEADLK
});

test('a trylock may find a mutex held, though its owner unlocks at once', () => {
  const values = new Set<number>();
  const tries: Body = function* () {
    const v = yield trylock;
    values.add(v);
    if (v === 0) yield unlock;
  };
  expect(misuses(does(lock, unlock), tries)).toEqual([]);
  expect([...values].sort((a, b) => a - b)).toEqual([0, 16]); // EBUSY
});
