// std::counting_semaphore of libstdc++ (C++20).
#include <drista/spec.h>
#include <semaphore>

using Semaphore = std::counting_semaphore<8>;

DRISTA_SPEC(Semaphore, drista::spec::semaphore)
	.object_is([] { return new Semaphore(0); })
	.operation("release", [](Semaphore &s) { s.release(); })
	.operation("acquire", &Semaphore::acquire)
	.operation("try_acquire", [](Semaphore &s) { return s.try_acquire(); })
	.calls(3);
