import { ExplorationRestart, keepsTrees, restartReason } from '../../../src/explore/common/restart';
import { Renumbered } from '../../../src/program/outcomes';

test('a restart of the exploration keeps the history trees; one of the program does not', () => {
  const exploration = restartReason(new ExplorationRestart({ kind: 'weaker-model' }))!;
  const program = restartReason(new Renumbered())!;
  expect([exploration.kind, keepsTrees(exploration)]).toEqual(['weaker-model', true]);
  expect([program.kind, keepsTrees(program)]).toEqual(['program', false]);
});

test('what is no restart has no reason', () => {
  expect(restartReason(new Error('another'))).toBeUndefined();
});
