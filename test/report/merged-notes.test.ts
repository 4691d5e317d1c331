import { mergedNotes } from '../../src/report/merged-notes';

const lost = '16 bytes that main allocated at a.c:3 are never freed, and in the end nothing points to them';

test('the same note is told once; of lost blocks, with their number', () => {
  expect(mergedNotes([lost, 'other', lost, 'other'])).toEqual([`2 blocks of ${lost}`, 'other']);
});

test('different notes stay as they are', () => {
  const notes = [lost, lost.replace('16', '8')];
  expect(mergedNotes(notes)).toEqual(notes);
});
