// moodycamel::ReaderWriterQueue: blocks of rings for one producer and one consumer.
#include <readerwriterqueue/readerwriterqueue.h>
#include "one-to-one.h"

using Queue = moodycamel::ReaderWriterQueue<int>;
using Model = OneToOne<9>;

DRISTA_SPEC(Queue, Model)
	.object_is([] { return new Queue(2); })
	.operation("push", [](Queue &q, int value) { return q.enqueue(value); }, &Model::push)
	.operation("pop", [](Queue &q, int &value) { return q.try_dequeue(value); }, &Model::pop)
	.calls(5);
