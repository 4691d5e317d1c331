// The client reads all that the server sends: a megabyte does not fill the connection.
// drista: verified
// hostile: client "x"
#include "server.helper.h"

static char much[1 << 16];

int main(void)
{
	int number = listening(), c = accept(number, NULL, NULL);
	for (int i = 0; i < 32; i++)
		assert(write(c, much, sizeof much) == sizeof much);
	return 0;
}
