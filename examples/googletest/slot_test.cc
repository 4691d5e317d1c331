// Tests of GoogleTest, each of which is a check of drista: see docs/how-to/frameworks.md.
#include <gtest/gtest.h>
#include <thread>
#include "slot.h"

TEST(Slot, HoldsWhatWasPut)
{
	Slot slot;
	std::thread producer([&] { slot.put(42); });
	int value = 42;
	slot.take(value);
	producer.join();
	EXPECT_EQ(value, 42);
}

// Wrong: the producer need not be that fast.
TEST(Slot, IsFullAtOnce)
{
	Slot slot;
	std::thread producer([&] { slot.put(42); });
	int value;
	bool taken = slot.take(value);
	producer.join();
	EXPECT_TRUE(taken);
}
