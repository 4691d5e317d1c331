/** A program that is not checked runs as usual, as tests of configure scripts do; a check refuses the same calls. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal, folder } from '../support/command';

test('fork, exec and alarm by itself; refused in a check', () => {
  writeFileSync(
    join(folder, 'forks.c'),
    `#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	int status = -1;
	alarm(60);
	pid_t child = fork();
	if (child == 0)
		execl("/bin/sh", "sh", "-c", "exit 3", (char *)0);
	waitpid(child, &status, 0);
	return WEXITSTATUS(status) + (system("exit 4") >> 8);
}
`,
  );
  const program = join(folder, 'forks');
  expect(drista(['cc', '-o', program, join(folder, 'forks.c')])).toEqual({ status: 0, stdout: '', stderr: '' });
  const alone = spawnSync(program, { encoding: 'utf8' });
  expect([alone.status, alone.stdout, alone.stderr]).toEqual([7, '', '']);
  expectRefusal(drista([program]), /not supported yet: alarm/);
});
