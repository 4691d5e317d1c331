import { isHeld } from '../../../src/explore/extend/held-waits';
import { Kind, label } from '../../../src/program/label';
import { load, node } from '../graphs';

test('a call that may not time out any more is held, also when it looks at data again', () => {
  const wait = { ...load(0), site: 3 };
  const held = node(1, wait, { segment: [label(Kind.Held, { site: 3 })] });
  expect(isHeld(held)).toBe(true);
  expect(isHeld(node(1, wait, { parent: held }))).toBe(true);
  expect(isHeld(node(1, { ...wait, site: 4 }, { parent: held }))).toBe(false);
  expect(isHeld(node(1, wait))).toBe(false);
});

test('what comes before a lock that is part of no wait belongs to another call', () => {
  const lock = label(Kind.MutexLock, { loc: 1, site: 3 });
  const before = node(1, lock, { segment: [label(Kind.Held, { site: 3 })] });
  expect(isHeld(before)).toBe(true);
  expect(isHeld(node(1, label(Kind.SemWait, { site: 3 }), { parent: before }))).toBe(false);
});
