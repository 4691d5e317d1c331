// Tests of Catch2, each of which is a check of drista: see docs/how-to/frameworks.md.
#include <catch2/catch.hpp>
#include <thread>
#include "slot.h"

TEST_CASE("a slot holds what was put")
{
	Slot slot;
	std::thread producer([&] { slot.put(42); });
	int value = 42;
	slot.take(value);
	producer.join();
	CHECK(value == 42);
}

// Wrong: the producer need not be that fast.
TEST_CASE("a slot is full at once")
{
	Slot slot;
	std::thread producer([&] { slot.put(42); });
	int value;
	bool taken = slot.take(value);
	producer.join();
	CHECK(taken);
}
