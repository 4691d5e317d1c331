// main calls itself for ever.
// drista: error crash
// drista: says stack overflow
static volatile int n;

int main(int argc, char **argv)
{
	volatile char frame[1000];
	frame[0] = 1;
	n++;
	return main(argc, argv) + frame[0];
}
