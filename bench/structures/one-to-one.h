// A bounded queue with one thread that pushes, and one that pops. MAY_FAIL: both may fail at any time.
#pragma once
#include <deque>
#include <drista/spec.h>
#include <optional>

#ifdef MAY_FAIL
inline bool fails() { return drista::spec::choose(2) != 0; }
#else
inline bool fails() { return false; }
#endif

template <unsigned Size> struct OneToOne {
	std::deque<std::pair<int, int>> items; // with the calls that have pushed them
	int producer = -1, consumer = -1;

	static bool is_only(int &thread)
	{
		if (thread < 0)
			thread = drista::spec::thread();
		return drista::spec::need(thread == drista::spec::thread());
	}
	bool push(int value)
	{
		if (!is_only(producer) || items.size() == Size || fails())
			return false;
		items.push_back({value, drista::spec::call()});
		return true;
	}
	std::optional<int> pop()
	{
		if (!is_only(consumer) || items.empty() || fails())
			return {};
		auto [value, call] = items.front();
		drista::spec::after(call);
		items.pop_front();
		return value;
	}
	bool operator==(const OneToOne &other) const
	{
		return items == other.items && producer == other.producer && consumer == other.consumer;
	}
};
