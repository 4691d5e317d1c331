/** The words of a line, as a shell has them: separated by blanks, with quotes and backslashes (POSIX, 2.2 Quoting). */

/** Undefined: a quote is not closed. Nothing is expanded. */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    const escapes = c === '\\' && quote !== "'" && (quote === '' || '\\"$`'.includes(line[i + 1] ?? ' '));
    if (escapes) word = (word ?? '') + (line[++i] ?? '');
    else if (c === quote) quote = '';
    else if (quote === '' && (c === '"' || c === "'")) {
      quote = c;
      word ??= '';
    } else if (quote === '' && /\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + c;
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}
