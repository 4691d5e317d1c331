/**
 * new and delete by malloc and free, for programs that mix them: with glibc's they go on, and the mixture is not the
 * bug that is looked for.
 */
#include <cstdlib>
#include <new>

void *operator new(std::size_t size) { return std::malloc(size); }
void *operator new[](std::size_t size) { return std::malloc(size); }
void operator delete(void *block) noexcept { std::free(block); }
void operator delete[](void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }
void operator delete[](void *block, std::size_t) noexcept { std::free(block); }
