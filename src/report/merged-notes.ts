/** Equal notes, each once. Notes on leaks get a count, since two allocations may be on one line. */
export function mergedNotes(notes: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const note of notes) times.set(note, (times.get(note) ?? 0) + 1);
  return [...times].map(([note, n]) =>
    n === 1 || !/^\d+ bytes that .* are never freed, /.test(note)
      ? note
      : `${n}${note.endsWith(' them') ? ' blocks of' : ' times'} ${note}`,
  );
}
