// cuckoohash_map of libcuckoo.
#include <libcuckoo/cuckoohash_map.hh>
#include <drista/spec.h>
#include <optional>

using Map = libcuckoo::cuckoohash_map<int, int>;

DRISTA_SPEC(Map, drista::spec::map)
	.object_is([] { return new Map(4); })
	.operation("insert", [](Map &m, int key, int value) { return m.insert(key, value); })
	.operation("get", [](Map &m, int key) {
		int value;
		return m.find(key, value) ? std::optional<int>(value) : std::nullopt;
	})
	.operation("remove", [](Map &m, int key) { return m.erase(key); })
	.calls(3)
	.threads(2);
