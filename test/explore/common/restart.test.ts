import { ExplorationRestart } from '../../../src/explore/common/restart';
import { Restart } from '../../../src/program/program';
import { Renumbered } from '../../../src/program/outcomes';

test('an exploration that begins afresh is told from a program that does', () => {
  expect(new ExplorationRestart()).toBeInstanceOf(Restart);
  expect(new Renumbered()).toBeInstanceOf(Restart);
  expect(new Renumbered()).not.toBeInstanceOf(ExplorationRestart);
});
