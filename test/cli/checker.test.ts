/** A check whose exploration ends with nothing, which no program should bring about. */
import { check } from '../../src/check/check';
import type { Verdict } from '../../src/explore/common/verdict';
import * as explorer from '../../src/explore/explorer';
import { buildText, requestOf } from '../support/compiled';

const nothing: Verdict = {
  executions: 0,
  blocked: 0,
  crashes: 0,
  deadEnds: 0,
  events: 0,
  states: 0,
  errors: [],
  notes: [],
  limitsHit: [],
};
const hooks = {
  onProgress: () => undefined,
  interrupted: () => false,
  onOutcome: () => undefined,
  onCheckpoint: () => undefined,
};

test('is an internal error, not a verdict', () => {
  const path = buildText('int main(void) { return 0; }\n');
  const request = requestOf(path, { model: 'rc11', equivalence: 'observational' });
  expect(check(request, hooks).summary).toMatchObject({ verdict: 'verified', executions: 1 });
  const double = jest.spyOn(explorer, 'explore').mockReturnValue(nothing);
  expect(() => check(request, hooks)).toThrow(
    `${path}: internal error: the exploration ended without an execution, so it proves nothing: please ` +
      'report this with the program',
  );
  double.mockReturnValue({ ...nothing, blocked: 1 });
  expect(check(request, hooks).summary.verdict).toBe('verified');
  double.mockRestore();
});
