/** Pipes and sockets between threads, and calls that wait for something outside. */
import { buildText } from '../support/compiled';
import { drista, expectRefusal } from '../support/command';

const head = `#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
static int fd[2], sv[2], ev, data; static pthread_t t[3]; static void *r; static char c, b[8]; static eventfd_t v;
static struct sockaddr_in where = {.sin_family = AF_INET}; static int listener;
static void *writer(void *x) { char c = (char)(long)x; assert(write(fd[1], &c, 1) == 1); return 0; }
static void *reader(void *x) { char c[2]; (void)x; for (int n = 0; n < 2; n++) assert(read(fd[0], c + n, 1) == 1);
return (void *)(long)(c[0] * 10 + c[1]); }
static void *passer(void *x) { data = 7; assert(write(fd[1], "x", 1) == 1); return x; }
static void *echo(void *x) { char b[8]; int n; while ((n = read(sv[1], b, 8)) > 0) assert(write(sv[1], b, n) == n);
close(sv[1]); return x; }
static void *poster(void *x) { data++; eventfd_write(ev, 1); return x; }
static void *poller(void *x) { char c; while (read(fd[0], &c, 1) < 0) assert(errno == EAGAIN); return x; }
static void *client(void *x) { char d = 0; int s = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(s, (struct sockaddr *)&where, sizeof where) == 0); assert(write(s, &x, 1) == 1);
  assert(read(s, &d, 1) == 1); assert(d == (char)(long)x + 1); return 0; }
static void listens(void) { socklen_t n = sizeof where; listener = socket(AF_INET, SOCK_STREAM, 0);
assert(bind(listener, (struct sockaddr *)&where, n) == 0);
  assert(listen(listener, 5) == 0); assert(getsockname(listener, (struct sockaddr *)&where, &n) == 0); }
`;
const program = (body: string): string => buildText(`${head}int main(void) {\n${body}\n return 0; }\n`, ['-w']);
interface Json {
  verdict: string;
  executions: number;
  errors: { kind: string; message: string }[];
}
const check = (body: string): Json => JSON.parse(drista(['--report', 'json=-', program(body)]).stdout) as Json;
const join = (n: number): string => `for (int i = 0; i < ${n}; i++) pthread_join(t[i], 0);`;

test.each([
  [
    'two writers, one reader',
    `pipe(fd); pthread_create(t, 0, writer, (void *)1); pthread_create(t + 1, 0, writer, (void *)2);
pthread_create(t + 2, 0, reader, 0); pthread_join(t[2], &r); assert((long)r == 12 || (long)r == 21); ${join(2)}`,
  ],
  [
    'data behind a pipe',
    `pipe(fd); pthread_create(t, 0, passer, 0); read(fd[0], &c, 1); assert(data == 7); ${join(1)}`,
  ],
  [
    'a pair of sockets, there and back, to its end',
    `socketpair(AF_UNIX, SOCK_STREAM, 0, sv); pthread_create(t, 0, echo, 0); assert(write(sv[0], "hello", 5) == 5);
for (int k = 0; k < 5;) { int n = read(sv[0], b + k, 5 - k); assert(n > 0); k += n; } assert(b[4] == 'o');
shutdown(sv[0], SHUT_WR); assert(read(sv[0], b, 8) == 0); ${join(1)}`,
  ],
  [
    'one that does not block, in a loop',
    `pipe2(fd, O_NONBLOCK); pthread_create(t, 0, poller, 0); write(fd[1], "x", 1); ${join(1)}`,
  ],
  [
    'an event counter',
    'ev = eventfd(0, 0); pthread_create(t, 0, poster, 0); eventfd_read(ev, &v); assert(v == 1 && data == ' +
      `1); ${join(1)}`,
  ],
  [
    'poll',
    'pipe(fd); pthread_create(t, 0, passer, 0); struct pollfd p = {fd[0], POLLIN, 0}; assert(poll(&p, 1, ' +
      `-1) == 1); assert(data == 7); ${join(1)}`,
  ],
  [
    'select',
    'pipe(fd); pthread_create(t, 0, passer, 0); fd_set s; FD_ZERO(&s); FD_SET(fd[0], &s); ' +
      `assert(select(fd[0] + 1, &s, 0, 0, 0) == 1); assert(FD_ISSET(fd[0], &s)); ${join(1)}`,
  ],
  [
    'epoll',
    `pipe(fd); int e = epoll_create1(0); struct epoll_event w = {.events = EPOLLIN};
    epoll_ctl(e, EPOLL_CTL_ADD, fd[0], &w);
pthread_create(t, 0, passer, 0); assert(epoll_wait(e, &w, 1, -1) == 1); assert(data == 7); ${join(1)}`,
  ],
  [
    'poll on two',
    `pipe(fd); socketpair(AF_UNIX, SOCK_STREAM, 0, sv); pthread_create(t, 0, passer, 0);
    pthread_create(t + 1, 0, echo, 0);
struct pollfd p[] = {{fd[0], POLLIN, 0}, {sv[0], POLLIN, 0}}; write(sv[0], "x", 1); shutdown(sv[0], SHUT_WR);
assert(poll(p, 2, -1) >= 1); assert(!(p[0].revents & POLLIN) || data == 7); ${join(2)}`,
  ],
  [
    'a server and a client',
    'listens(); pthread_create(t, 0, client, (void *)1); int s = accept(listener, 0, 0); assert(read(s, ' +
      `&c, 1) == 1); c++; assert(write(s, &c, 1) == 1); ${join(1)}`,
  ],
])('%s', (_, body) => {
  expect(check(body)).toMatchObject({ verdict: 'verified', errors: [] });
});

test.each([
  [
    'the order of writers',
    `pipe(fd); pthread_create(t, 0, writer, (void *)1); pthread_create(t + 1, 0, writer, (void *)2);
pthread_create(t + 2, 0, reader, 0); pthread_join(t[2], &r); assert((long)r == 12);`,
    'assertion',
    /12/,
  ],
  ['nobody writes', 'pipe(fd); read(fd[0], &c, 1);', 'livelock', /^livelock: main waits in read\(64\)$/],
  ['nobody connects', 'listens(); accept(listener, 0, 0);', 'livelock', /main waits in accept\(64\)$/],
  [
    'poll on two that nobody writes',
    'pipe(fd); socketpair(AF_UNIX, SOCK_STREAM, 0, sv); struct pollfd p[] = {{fd[0], POLLIN, 0}, {sv[0], ' +
      'POLLIN, 0}}; poll(p, 2, -1);',
    'livelock',
    /^livelock: main waits in poll$/,
  ],
  [
    'a time-out is no order',
    'pipe(fd); pthread_create(t, 0, passer, 0); struct pollfd p = {fd[0], POLLIN, 0}; poll(&p, 1, 1000); data = 1;',
    'data-race',
    /data/,
  ],
  [
    'two that post race',
    `ev = eventfd(0, 0); pthread_create(t, 0, poster, 0); pthread_create(t + 1, 0, poster, 0); ${join(2)}`,
    'data-race',
    /data/,
  ],
])('wrong: %s', (_, body, kind, message) => {
  expect(check(body).errors).toEqual([
    expect.objectContaining({ kind, message: expect.stringMatching(message) as string }),
  ]);
});

test.each([
  [
    'a read',
    'read(open("/dev/ptmx", O_RDWR), &c, 1);',
    /not supported yet: read\(3\) that waits for something outside the program \(called by main of .* at .*:33\)/,
  ],
  ['inside libc', 'fgetc(fopen("/dev/ptmx", "r"));', /read\(3\) that waits for something outside/],
  [
    'poll',
    'struct pollfd p = {open("/dev/ptmx", O_RDWR), POLLIN, 0}; poll(&p, 1, -1);',
    /poll that waits for something outside/,
  ],
])('refused: %s', (_, body, message) => {
  const started = Date.now();
  expectRefusal(drista([program(body)]), message);
  expect(Date.now() - started).toBeLessThan(8000);
});

test('input is empty', () => {
  expect(check('assert(read(0, &c, 1) == 0); assert(getchar() == EOF);').verdict).toBe('verified');
});
