// Words for race detectors, which many programs bring themselves, as functions that do nothing.
// drista: error data-race at WRONG
#include <pthread.h>

static int shared;

void AnnotateHappensBefore(const char *file, int line, const volatile void *p) { (void)file, (void)line, (void)p; }
void AnnotateHappensAfter(const char *file, int line, const volatile void *p) { (void)file, (void)line, (void)p; }
int RunningOnValgrind(void) { return 0; }

static void *body(void *unused)
{
	AnnotateHappensAfter(__FILE__, __LINE__, &shared);
	shared++; // WRONG
	AnnotateHappensBefore(__FILE__, __LINE__, &shared);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	return RunningOnValgrind();
}
