/** Programs with errors with memory, for tests of what drista says of them. */
import { drista } from '../support/command';
import { buildText } from '../support/compiled';

/** The first line that drista prints for the program, without the folder of its source. */
export function says(text: string, flags: readonly string[] = [], language: 'c' | 'c++' = 'c'): string {
  const { stdout } = drista(['--quiet', buildText(text, flags, language)]);
  return stdout.split('\n')[0].replace(/[^ ]*\/source\d+\.c+/g, 'x');
}

/** The same for a main with this body, after the text `before`. */
export const c = (body: string, before = ''): string =>
  says(
    `#include <stdlib.h>\n#include <string.h>\n#include <pthread.h>\n#include ` +
      `<stdatomic.h>\n${before}\nint g;\nint main(void) {\n${body}\n  return 0; }\n`,
  );
