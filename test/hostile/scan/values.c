// scanf from streams writes what libc writes, and nothing else.
// drista: verified
// drista: says 1 execution
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static FILE *with(const char *text)
{
	FILE *file = fopen("values.txt", "w+");
	fputs(text, file);
	rewind(file);
	return file;
}

static void narrow(void)
{
	FILE *file = with("12 abc x 3.5 4.5 5.5 -7 99 tail 100% wide");
	int i = 0, n = 0;
	short h = 0;
	long l = 0;
	float f = 0;
	double d = 0;
	long double ld = 0;
	char c = 0, word[8] = "", text[8] = "";
	wchar_t wide[8] = L"";
	assert(fscanf(file, "%d %s %c %f %lf %Lf %hd %ld%n %[a-s]", &i, word, &c, &f, &d, &ld, &h, &l, &n, text) == 8);
	assert(i == 12 && !strcmp(word, "abc") && c == 'x' && f == 3.5f && d == 4.5 && ld == 5.5L && h == -7);
	assert(l == 99 && n == 26 && !text[0]);
	assert(fscanf(file, "%[a-z]%*d%% %3ls", text, wide) == 2);
	assert(!strcmp(text, "tail") && !wcscmp(wide, L"wid") && wide[4] == 0);
	i = 5;
	assert(fscanf(file, "%d", &i) == 0 && i == 5);
	assert(fgetc(file) == 'e' && fscanf(file, "%d", &i) == EOF && i == 5);
	fclose(file);
}

static void unread(void)
{
	FILE *file = with("\x31\x32 key=value;");
	char word[10], two[4] = "zzz";
	assert(fscanf(file, "%2c", two) == 1 && !memcmp(two, "12z", 2) && two[2] == 'z');
	assert(fscanf(file, " %9[^=]=%*2s%3[^;]", word, two) == 2 && !strcmp(word, "key") && !strcmp(two, "lue"));
	fclose(file);
}

static void wide(void)
{
	fclose(with("12 abc 7fu z"));
	FILE *file = fopen("values.txt", "r"); /* oriented by its first use */
	int i = 0;
	uint64_t u = 0;
	char word[8] = "", c = 0;
	wchar_t same[8] = L"";
	assert(fwscanf(file, L"%d %2s%ls %lxu %c", &i, word, same, &u, &c) == 5);
	assert(i == 12 && !strcmp(word, "ab") && !wcscmp(same, L"c") && u == 0x7f && c == 'z');
	fclose(file);
}

int main(void)
{
	narrow();
	unread();
	wide();
	assert(scanf("%*d") == EOF);
}
