/** Notes that read the same, each once. Those on lost memory say how often: two allocations may be on one line. */
export function mergedNotes(notes: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const note of notes) times.set(note, (times.get(note) ?? 0) + 1);
  return [...times].map(([note, n]) =>
    n === 1 || !/^\d+ bytes that .* are never freed, /.test(note)
      ? note
      : `${n}${note.endsWith(' them') ? ' blocks of' : ' times'} ${note}`,
  );
}
