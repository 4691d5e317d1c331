/** Signals that a thread waits for with sigwait, and another sends with pthread_kill. */
import { buildText, check } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 } as const;

/** One thread waits for SIGUSR1, which is blocked; main then does `work`. */
const program = (work: string, blocked = true): string =>
  buildText(`#include <assert.h>
#include <pthread.h>
#include <signal.h>
static sigset_t set;
static int data;
static void *waiter(void *arg)
{
	int which = 0;
	assert(sigwait(&set, &which) == 0 && which == SIGUSR1);
	assert(data == 1);
	return arg;
}
int main(void)
{
	pthread_t t;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	${blocked ? 'pthread_sigmask(SIG_BLOCK, &set, 0);' : ''}
	pthread_create(&t, 0, waiter, 0);
	${work}
	pthread_join(t, 0);
	return 0;
}
`);
const send = 'assert(pthread_kill(t, SIGUSR1) == 0);';

test('comes, also when it was sent before it is waited for', () => {
  expect(check(program(`data = 1; ${send}`), options)).toMatchObject({ executions: 1, errors: [] });
});

test('data that is written when it has been sent already races', () => {
  expect(check(program(`${send} data = 1;`), options).errors.map((e) => e.kind)).toEqual(['data-race']);
});

test('who waits for one that nobody sends waits for ever', () => {
  expect(check(program(''), options).errors.map((e) => e.kind)).toEqual(['deadlock']);
});

test('a second one for the same thread, and one that is not blocked, are refused', () => {
  expect(() => check(program(`data = 1; ${send} ${send}`), options)).toThrow(
    /not supported yet: pthread_kill with a second signal/,
  );
  expect(() => check(program(`data = 1; ${send}`, false), options)).toThrow(
    /not supported yet: pthread_kill with a signal that is not blocked/,
  );
});
