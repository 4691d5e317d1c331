/** Answers of herd7 and drista, as `npm run bench -- herd` reads and compares them. */
import { difference, dristaAnswer, herdAnswer, type HerdAnswer } from '../../bench/herd/herd-answer';

const printed = `Test first Allowed
States 2
0:r=0x1; [x]=0;
0:r=0; [x]=0;
Ok
Witnesses
Positive: 1 Negative: 2
Condition exists (0:r=1)
Observation first Sometimes 1 2
Time first 0.00
Hash=12
`;
const race = `Test second Required
States 0
Loop Undef
Witnesses
Positive: 0 Negative: 0
Flag *undef*
Condition forall (true)
Observation second Never 0 0
`;

const first: HerdAnswer = {
  states: ['0:r=0; [x]=0;', '0:r=1; [x]=0;'],
  result: 'Ok',
  bounded: false,
  positive: 1,
  negative: 2,
};

test('answers are read from what is printed', () => {
  expect(herdAnswer(printed)).toEqual(first);
  expect(herdAnswer(race)).toEqual({ states: [], result: 'Undef', bounded: true, positive: 0, negative: 0 });
  expect(herdAnswer('Warning: File "a.litmus": not read\n')).toBeUndefined();
  expect(herdAnswer('Test cut Allowed\nStates 3\n0:r=1;\n')).toBeUndefined();
  const states = [{ values: ['1', '0'] }, { values: ['0', '0'] }];
  expect(dristaAnswer({ places: ['0:r', '[x]'], states, result: 'Ok', positive: 1, negative: 2 })).toEqual(first);
});

test('each difference that counts is named', () => {
  const [a, b] = first.states;
  expect(difference(first, first)).toBeUndefined();
  expect(difference(first, { ...first, result: 'No' })).toBe('No, herd7 has Ok');
  expect(difference(first, { ...first, states: [a] })).toBe(`without ${b}`);
  expect(difference({ ...first, states: [a] }, first)).toBe(`with ${b}`);
  expect(difference(first, { ...first, negative: 3 })).toBe('1 3 executions, herd7 has 1 2');
  expect(difference({ ...first, bounded: true }, { ...first, negative: 3 })).toBeUndefined();
  expect(difference({ ...first, bounded: true }, { ...first, states: [a] })).toBe(`without ${b}`);
});

test('of a program with a data race only the result counts', () => {
  const racy = { ...first, result: 'Undef' };
  expect(difference(racy, { ...racy, states: [], negative: 0 })).toBeUndefined();
  expect(difference(racy, first)).toBe('Ok, herd7 has Undef');
});
