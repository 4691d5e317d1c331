/** Small programs that change two files, and their form in C. */

/** Two names in the working folder. */
export type Name = 'a' | 'b';

/**
 * What a thread does. `open`: opens or creates the file, for the operations that follow on this name, which do nothing
 * without it; `page`: of 4096 bytes; `synced`: with O_DSYNC.
 */
export type DiskStep =
  | { readonly op: 'open'; readonly name: Name; readonly synced: boolean }
  | { readonly op: 'write'; readonly name: Name; readonly page: 0 | 1; readonly byte: string }
  | { readonly op: 'truncate'; readonly name: Name; readonly size: 0 | 1 }
  | { readonly op: 'fsync'; readonly name: Name }
  | { readonly op: 'rename'; readonly from: Name; readonly to: Name }
  | { readonly op: 'link'; readonly from: Name; readonly to: Name }
  | { readonly op: 'unlink'; readonly name: Name }
  | { readonly op: 'sync folder' | 'sync' };

export type DiskProgram = readonly (readonly DiskStep[])[];

function statement(step: DiskStep): string {
  switch (step.op) {
    case 'open':
      return (
        `if (${step.name} < 0) ` +
        `${step.name} = open("${step.name}", O_RDWR | O_CREAT${step.synced ? ' | O_DSYNC' : ''}, 0600);`
      );
    case 'write':
      return `if (${step.name} >= 0) pwrite(${step.name}, "${step.byte}", 1, ${step.page * 4096});`;
    case 'truncate':
      return `if (${step.name} >= 0) ftruncate(${step.name}, ${step.size});`;
    case 'fsync':
      return `if (${step.name} >= 0) fsync(${step.name});`;
    case 'rename':
      return `rename("${step.from}", "${step.to}");`;
    case 'link':
      return `link("${step.from}", "${step.to}");`;
    case 'unlink':
      return `unlink("${step.name}");`;
    case 'sync folder':
      return '{ int folder = open(".", O_RDONLY | O_DIRECTORY); fsync(folder); close(folder); }';
    case 'sync':
      return 'sync();';
  }
}

/** The program in C. With one thread, that is main. */
export function diskProgramInC(program: DiskProgram): string {
  const bodies = program.map(
    (steps, t) => `static void *thread${t}(void *unused) {
  int a = -1, b = -1;
  ${steps.map(statement).join('\n  ')}
  (void)a, (void)b;
  return unused;
}`,
  );
  const threads = program.map((_, t) => `thread${t}`).join(', ');
  return `#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
${bodies.join('\n')}
int main(void) {
  void *(*const body[])(void *) = {${threads}};
  pthread_t thread[${program.length}];
  if (${program.length} == 1) {
    body[0](NULL);
    return 0;
  }
  for (int t = 0; t < ${program.length}; t++) pthread_create(&thread[t], NULL, body[t], NULL);
  for (int t = 0; t < ${program.length}; t++) pthread_join(thread[t], NULL);
  return 0;
}`;
}

/** A command in C that appends what is left in its folder, as a line, to the file that is its argument. */
export const listerInC = `#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char line[256];
  int n = 0;
  for (char name[] = "a"; name[0] <= 'b'; name[0]++) {
    char bytes[8192] = {0};
    int file = open(name, O_RDONLY), size = file < 0 ? 0 : (int)read(file, bytes, sizeof bytes);
    if (file >= 0)
      n += sprintf(line + n, "%s:%d:%s%s ", name, size, size ? (bytes[0] ? (char[]){bytes[0], 0} : "0") : "",
                   size > 4096 ? (bytes[4096] ? (char[]){bytes[4096], 0} : "0") : "");
  }
  line[n++] = '\\n';
  int out = open(argv[argc - 1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  return write(out, line, n) == n ? 0 : 1;
}`;
