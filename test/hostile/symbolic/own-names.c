// Functions of the program that were not compiled with --symbolic: their names are like those of libc, or the same. A
// name says nothing about what they do.
// drista: inconclusive
// drista: build --symbolic -fno-builtin
// drista: options --symbolic
// hostile: once
// drista: says what sem_is_magic does with symbolic inputs
// drista: says what bcmp does with symbolic inputs
// drista: says what pthread_mutex_getprioceiling does with symbolic inputs
// drista: says own-names.c:37
// drista: says own-names.c:38
// drista: says own-names.c:39
// drista: says explored with 1 input,
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdint.h>
#include <strings.h>

/* Is the number 0xdecade? */
int sem_is_magic(const uint32_t *number);

__asm__(".text\n"
	".globl sem_is_magic, bcmp, pthread_mutex_getprioceiling\n"
	"sem_is_magic:\n"
	"bcmp:\n"
	"pthread_mutex_getprioceiling:\n"
	"	xorl %eax, %eax\n"
	"	cmpl $0xdecade, (%rdi)\n"
	"	sete %al\n"
	"	ret\n");

int main(void)
{
	uint32_t number;
	drista_symbolic(&number, sizeof number, "number");
	assert(!sem_is_magic(&number));
	assert(!bcmp(&number, &number, sizeof number));
	assert(!pthread_mutex_getprioceiling((const pthread_mutex_t *)&number, 0));
	return 0;
}
