import { explore } from '../../../src/explore/explorer';
import { Kind, label } from '../../../src/program/label';
import { programOf, starter, type Body } from '../../oracle/program-of';

const op = (kind: Kind, loc = 0) => label(kind, { loc });

function notes(...bodies: Body[]): readonly string[] {
  const program = programOf([starter(bodies.length), ...bodies]);
  return explore(program, { model: 'rc11', equivalence: 'rf' }).notes;
}

const locks: Body = function* () {
  yield op(Kind.MutexLock);
};
const unlocks: Body = function* () {
  yield op(Kind.MutexLock);
  yield op(Kind.MutexUnlock);
};

test('a mutex that is locked in the end is noted, with who locked it', () => {
  expect(notes(locks)).toEqual(['thread 1 ended with a mutex locked']);
});

test('one that was unlocked is not, nor a read-write lock', () => {
  expect(notes(unlocks, unlocks)).toEqual([]);
  expect(
    notes(function* () {
      yield op(Kind.RwWrlock);
    }),
  ).toEqual([]);
});
