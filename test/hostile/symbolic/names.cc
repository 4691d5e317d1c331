// Notes have the names of functions of C++ as reports have them.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says what parts::box::take (it calls setjmp or the like: handle inputs in other functions) does with
// drista: says what std::locale::classic does with symbolic inputs at
// drista: never says _ZN
#include <drista.h>
#include <locale>
#include <setjmp.h>

namespace parts {
template <class T> struct box {
	T *at;
	int take(const T &other)
	{
		jmp_buf here;
		return setjmp(here) ? 1 : other == *at;
	}
};
}

int main()
{
	unsigned char c;
	drista_symbolic(&c, sizeof c, "c");
	std::locale::classic();
	return parts::box<unsigned char>{&c}.take(1) & 0;
}
