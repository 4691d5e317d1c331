/** Equal notes, each once. Notes on leaks get a count, since two allocations may be on one line. */
export function mergedNotes(notes: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const note of notes) times.set(note, (times.get(note) ?? 0) + 1);
  return [...times].map(([note, n]) =>
    n === 1 || !isOfLeak(note) ? note : `${n}${note.endsWith(' them') ? ' blocks of' : ' times'} ${note}`,
  );
}

/** Is the note about memory that is never freed? */
export function isOfLeak(note: string): boolean {
  return /^\d+ bytes.* are never freed, /.test(note);
}
