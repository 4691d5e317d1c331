// wcscpy writes to a block that is freed.
// drista: error memory at WRONG
#include <stdlib.h>
#include <wchar.h>

int main(void)
{
	wchar_t *text = malloc(64);
	free(text);
	wcscpy(text, L"late"); // WRONG
}
