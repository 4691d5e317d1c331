/* The runtime's own functions in the place of libc's give what libc's give: end-to-end/libc-memory.test.ts. */
#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define LARGE 100000

static char text[200], *end;
static char large[LARGE + 2], copy[LARGE + 2];

static void printing(void)
{
	int n, count;
	n = snprintf(text, 8, "%d-%s", 12, "abcdefgh");
	assert(n == 11 && !strcmp(text, "12-abcd"));
	n = snprintf(NULL, 0, "%5.2f|%-5d|%c|%ld|%Lf|%.*s%n", 1.5, 3, 'x', 5L, 2.5L, 2, "zzz", &count);
	assert(n == 27 && count == 27);
	sprintf(text, "%s %d%%%p", "", 7, (void *)0);
	assert(!strcmp(text, " 7%(nil)"));
	sprintf(text, "%2$d %1$s", "x", 3);
	assert(!strcmp(text, "3 x"));
	sprintf(text, "%*d|%-*d|%+.3e|%hhd|%zu|%jd", 4, 1, 3, 2, 1.0, 300, (size_t)9, (intmax_t)8);
	assert(!strcmp(text, "   1|2  |+1.000e+00|44|9|8"));
	char *made;
	assert(asprintf(&made, "%s", large) == LARGE && !strcmp(made, large));
	free(made);
	assert(sprintf(copy, "%s!", large) == LARGE + 1 && copy[LARGE] == '!' && copy[LARGE - 1] == 'q');
}

static int scan(const char *from, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = vsscanf(from, format, list);
	va_end(list);
	return n;
}

static void numbers(void)
{
	assert(strtol(" 12x", &end, 10) == 12 && *end == 'x');
	assert(strtoul("0x1f", NULL, 0) == 31);
	assert(strtol("zz", &end, 36) == 1295 && !*end);
	const char *none = "none";
	assert(strtol(none, &end, 10) == 0 && end == none);
	assert(strtod("1.5e2,", &end) == 150 && *end == ',');
	assert(strtof("2", NULL) == 2 && strtold("3", NULL) == 3 && strtoll("-4", NULL, 10) == -4 &&
		strtoull("5", NULL, 10) == 5);
	assert(atoi("42z") == 42 && atol("-1") == -1 && atoll("7") == 7 && atof("0.5") == 0.5 &&
		strtoimax("9", NULL, 10) == 9);

	int i, counted;
	char c, word[10];
	float f;
	double d;
	long double ld;
	short h;
	long l;
	int n = sscanf("12 abc x 3.5 4.5 5.5 -7 99 tail", "%d %s %c %f %lf %Lf %hd %ld%n %[a-s]", &i, word, &c, &f, &d, &ld,
		&h, &l, &counted, text);
	assert(n == 8 && i == 12 && !strcmp(word, "abc") && c == 'x' && f == 3.5f && d == 4.5 && ld == 5.5L && h == -7 &&
		l == 99 && counted == 26);
	n = sscanf("key=value;", "%9[^=]=%*2s%3[^;]", word, text);
	assert(n == 2 && !strcmp(word, "key") && !strcmp(text, "lue"));
	i = 5;
	assert(sscanf("x", "%d", &i) == 0 && i == 5);
	assert(sscanf("", "%d", &i) == EOF);
	assert(scan("1,2", "%d,%d", &i, &n) == 2 && i == 1 && n == 2);
}

static void strings(void)
{
	assert(strlen("abc") == 3 && strnlen("abc", 2) == 2);
	assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("\xff", "a") > 0 && !strcmp("", ""));
	assert(!strncmp("abc", "abd", 2) && strncmp("abc", "abd", 3) < 0);
	assert(!strcasecmp("aBc", "AbC") && strncasecmp("abX", "aby", 3) < 0);
	assert(memcmp("ab\0c", "ab\0d", 4) < 0 && !memcmp("a", "b", 0));
	char *p = strdup("hello");
	assert(strchr(p, 'l') == p + 2 && strchr(p, 0) == p + 5 && !strchr(p, 'z'));
	assert(strrchr(p, 'l') == p + 3 && strrchr(p, 0) == p + 5 && !strrchr(p, 'z'));
	assert(strstr(p, "lo") == p + 3 && strstr(p, "") == p && !strstr(p, "lx") && !strstr("a", "aa"));
	assert(memchr(p, 'o', 5) == p + 4 && !memchr(p, 'o', 4));
	assert(strspn("aabc", "ab") == 3 && strcspn("xyzabc", "ab") == 3 && strcspn("xyz", "") == 3);
	assert(strpbrk(p, "xlo") == p + 2 && !strpbrk(p, "z"));
	free(p);
	p = strndup("dup", 2);
	assert(!strcmp(p, "du"));
	free(p);
	assert(!strcmp(strcat(strcpy(text, "ab"), "cd"), "abcd") && stpcpy(text, "xy") == text + 2);
	assert(!strcmp(strncat(text, "123", 2), "xy12") && !memcmp(strncpy(text, "q", 3), "q\0\0", 3));
	bzero(text, 2);
	assert(!text[0] && mempcpy(text, "abc", 3) == text + 3);
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static int by_first(const void *a, const void *b, void *calls)
{
	++*(int *)calls;
	return **(const char *const *)a - **(const char *const *)b;
}

static void sorting(void)
{
	int v[] = {5, 3, 9, 1, 1, 8, 0, 2, 7}, calls = 0;
	qsort(v, 9, sizeof *v, by_value);
	for (int i = 1; i < 9; i++)
		assert(v[i - 1] <= v[i]);
	qsort(v, 0, sizeof *v, by_value);
	assert(*(int *)bsearch(&(int){8}, v, 9, sizeof *v, by_value) == 8);
	const char *w[] = {"b1", "a1", "b2", "a2"};
	qsort_r(w, 4, sizeof *w, by_first, &calls);
	assert(calls >= 3 && !strcmp(w[0], "a1") && !strcmp(w[1], "a2") && !strcmp(w[2], "b1") && !strcmp(w[3], "b2"));
}

static void files(void)
{
	FILE *f = tmpfile();
	assert(f && fputs("one\ntwo\n", f) >= 0 && fwrite("three", 1, 5, f) == 5 && fprintf(f, "%d\n", 4) == 2 &&
		fwrite(large, 1, LARGE, f) == LARGE);
	rewind(f);
	assert(fgets(text, 3, f) == text && !strcmp(text, "on"));
	assert(fgets(text, 50, f) && !strcmp(text, "e\n"));
	char *line = NULL;
	size_t room = 0;
	assert(getline(&line, &room, f) == 4 && !strcmp(line, "two\n"));
	assert(getline(&line, &room, f) == 7 && !strcmp(line, "three4\n"));
	assert(fread(text, 2, 10, f) == 10 && text[19] == 'q');
	assert(getline(&line, &room, f) == LARGE - 20 && strlen(line) == LARGE - 20);
	assert(getline(&line, &room, f) == -1 && !fgets(text, 5, f) && feof(f));
	free(line);
	fseek(f, 15, SEEK_SET);
	assert(fread(copy, 1, LARGE, f) == LARGE && copy[LARGE - 1] == 'q');
	fclose(f);
	int ends[2];
	assert(!pipe(ends) && write(ends[1], "hello", 5) == 5 && read(ends[0], text, 100) == 5 && !memcmp(text, "hello", 5));
	close(ends[1]);
	assert(read(ends[0], copy, LARGE) == 0);
	close(ends[0]);
}

static void *all(void *a)
{
	memset(large, 'q', LARGE);
	printing();
	numbers();
	strings();
	sorting();
	files();
	return a;
}

int main(void)
{
	all(NULL);
	pthread_t t;
	pthread_create(&t, NULL, all, NULL);
	pthread_join(t, NULL);
	printf("%s %d\n", "all", 5);
	puts("done");
	return 0;
}
