/*
 * What a data structure is to do, for `drista spec`: it calls the structure's operations from several threads, in all
 * clients up to a size, and compares what they return with a sequential specification (docs/how-to/specifications.md).
 * To be included in one file of a test, of which it is the main function. C11 and C++17.
 *
 * C++:  DRISTA_SPEC(my_queue<int>, drista::spec::queue)
 *           .operation("push", &my_queue<int>::push)
 *           .operation("pop", &my_queue<int>::try_pop);
 *
 * C:    DRISTA_SPEC {
 *           drista_spec_object(my_queue_new, my_queue_free);
 *           drista_spec_is("queue");
 *           drista_spec_operation("push", push, NULL);
 *           drista_spec_operation("pop", pop, NULL);
 *       }
 */
#ifndef DRISTA_SPEC_H
#define DRISTA_SPEC_H

#if defined __cplusplus && __cplusplus < 201703L
#error "drista/spec.h needs C++17: build the test with -std=c++17"
#endif

#include <drista.h>
#include <drista/spec-core.h>
#include <drista/spec-standard.h>
#include <drista/spec-judge.h>
#include <drista/spec-client.h>

#ifdef __cplusplus
#include <drista/spec-cpp.h>
#else
#define DRISTA_SPEC static void drista_spec_define(void)
DRISTA_SPEC;
#endif

int main(int argc, char **argv)
{
#ifndef __cplusplus
	drista_spec_define();
#endif
	return drista_spec_main(argc, argv);
}

#endif
