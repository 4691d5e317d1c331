/* The functions of <drista/spec.h> for the crate drista: a program of tests in Rust has its own main function. */
#include <drista.h>
#include <drista/spec-core.h>
#include <drista/spec-standard.h>
#include <drista/spec-judge.h>
#include <drista/spec-client.h>

void drista_rust_spec_standard(const char *name)
{
	drista_spec_is(name);
}

void drista_rust_spec_own(const char *name, const struct drista_state_kind *state)
{
	drista_spec_test.name = name;
	drista_spec_test.state = *state;
}

void drista_rust_spec_object(void *(*make)(void), void (*release)(void *))
{
	drista_spec_object(make, release);
}

void drista_rust_spec_operation(const char *name, drista_spec_function perform, drista_spec_function specification)
{
	drista_spec_operation(name, perform, specification);
}

void drista_rust_spec_parameter(int values)
{
	drista_spec_parameter(values);
}

/* A setting; `value`: of one that is a number. */
void drista_rust_spec_setting(const char *name, int value)
{
	static const struct {
		const char *name;
		void (*number)(int);
		void (*flag)(void);
	} all[] = {
		{"calls", drista_spec_calls, 0},
		{"threads", drista_spec_threads, 0},
		{"capacity", drista_spec_capacity, 0},
		{"wait_free", drista_spec_wait_free, 0},
		{"unsynchronised", 0, drista_spec_unsynchronised},
		{"obstruction_free", 0, drista_spec_obstruction_free},
		{"lock_free", 0, drista_spec_lock_free},
	};
	size_t i = 0;
	while (strcmp(all[i].name, name))
		if (++i == sizeof all / sizeof *all)
			drista_spec_fail("there is no such setting", name);
	if (all[i].number)
		all[i].number(value);
	else
		all[i].flag();
}

void drista_rust_spec_initial(const char *operation, int calls)
{
	drista_spec_initial(operation, calls);
}

void drista_rust_spec_drain(const char *operation)
{
	drista_spec_drain(operation);
}

void drista_rust_spec_look(const char *operation)
{
	drista_spec_look(operation);
}

int drista_rust_spec_wait(int condition)
{
	return drista_spec_wait(condition);
}

int drista_rust_spec_need(int condition)
{
	return drista_spec_need(condition);
}

unsigned drista_rust_spec_choose(unsigned n)
{
	return drista_spec_choose(n);
}

int drista_rust_spec_main(int argc, char **argv)
{
	return drista_spec_main(argc, argv);
}
