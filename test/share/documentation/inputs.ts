/** Blocks on programs that get something from outside: inputs, and the bytes that clients send. */
import { drista } from '../../support/command';
import { hasPass } from '../../support/compiled';
import { expectShown, project, shell, succeed, type Documented } from './running';

/** Symbolic inputs need it. */
const hindrance = hasPass ? undefined : 'there is no pass for clang';

/** A server that reads commands of one client, in a thread. */
const server = `#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int client;

static void *serve(void *arg) {
  char text[64];
  ssize_t length = 0, more;
  while ((more = read(client, text + length, sizeof text - length)) > 0) length += more;
  if (length >= 4 && memcmp(text, "set ", 4) == 0) write(client, "STORED\\r\\n", 8);
  close(client);
  return arg;
}

int main(int argc, char **argv) {
  int port = argc == 3 ? atoi(argv[2]) : 11211;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(port == 11211 && bind(listener, (struct sockaddr *)&address, sizeof address) == 0);
  assert(listen(listener, 1) == 0);
  client = accept(listener, 0, 0);
  pthread_t t;
  pthread_create(&t, 0, serve, 0);
  return pthread_join(t, 0);
}
`;

/** A program with two ways for each kind of input. */
const reader = `#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char text[32];
  if (argc == 2 && strcmp(argv[1], "config.txt") == 0)
    return read(open(argv[1], O_RDONLY), text, 20) == 20 && text[3] == '=' ? 0 : 1;
  if (argc == 4) return strcmp(argv[1], "-v") == 0 && argv[2][0] == 'a' && argv[3][0] == 'b' ? 0 : 1;
  return read(0, text, 6) == 6 && text[0] == 'x' ? 0 : 1;
}
`;

/** With how many inputs the commands have explored their programs, each of which is verified. */
function inputsOf(commands: string, root: string): number[] {
  const printed = succeed(root, commands);
  expect(printed.match(/^verified: /gm)).toHaveLength(commands.trim().split('\n').length);
  return [...printed.matchAll(/explored with (\d+) inputs?/g)].map(([, count]) => Number(count));
}

export const inputs: readonly Documented[] = [
  {
    page: 'docs/how-to/inputs.md',
    name: 'an input that fails is found',
    blocks: ['#include <assert.h>', 'CC="drista cc --symbolic" make', 'error: assertion'],
    needs: ['make'],
    hindrance,
    run(text, commands, error) {
      const done = shell(project({ 'program.c': text, Makefile: 'program: program.c\n' }), commands);
      expect(done).toMatchObject({ status: 1, stderr: '' });
      expectShown(done.stdout.replace(/^.*-o program\n/, ''), error);
    },
  },
  {
    page: 'docs/how-to/inputs.md',
    name: 'inputs from outside',
    blocks: ['drista --symbolic=stdin:6'],
    hindrance,
    run(commands) {
      // What the client sends first is half of a command.
      const root = project({ 'program.c': reader, 'server.c': server, hello: 'se' });
      succeed(root, 'drista cc --symbolic -o program program.c && drista cc --symbolic -o server server.c');
      expect(inputsOf(commands, root)).toEqual([2, 2, 3, 3]);
    },
  },
  {
    page: 'docs/how-to/inputs.md',
    name: 'the input with which a sum overflows',
    blocks: ['CC="drista cc --symbolic -fsanitize=signed-integer-overflow" make', 'error: the program crashes'],
    needs: ['make'],
    hindrance,
    run(commands, error) {
      const text =
        '#include <drista.h>\nint main(void) { int x; drista_symbolic(&x, sizeof x, "x"); x += 3; return 0; }\n';
      const done = shell(project({ 'program.c': text, Makefile: 'program: program.c\n' }), commands);
      expect(done).toMatchObject({ status: 1, stderr: '' });
      expectShown(done.stdout.replace(/^.*-o program\n/, ''), error);
    },
  },
  {
    page: 'docs/how-to/servers.md',
    name: 'a client is played',
    blocks: ['printf '],
    run(commands) {
      const root = project({ 'server.c': server });
      expect(drista(['cc', '-o', 'server', 'server.c'], {}, root)).toMatchObject({ status: 0 });
      expectShown(succeed(root, commands), 'verified: no error in any execution under rc11, ...');
    },
  },
  {
    page: 'docs/how-to/fuzzing.md',
    name: 'a fuzz target',
    blocks: ['#include <assert.h>', 'drista cc -fsanitize=fuzzer', "error: assertion `!closed' failed"],
    run(text, commands, error) {
      const done = shell(project({ 'target.c': text }), commands);
      expect(done).toMatchObject({ status: 1, stderr: '' });
      expectShown(done.stdout, error);
    },
  },
];
