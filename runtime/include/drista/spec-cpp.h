/* Tests for `drista spec` in C++17 (spec.h). */
#ifndef DRISTA_SPEC_CPP_H
#define DRISTA_SPEC_CPP_H

#include <drista/spec-core.h>
#include <drista/spec-standard.h>

#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace drista
{
namespace spec
{

/* Standard specifications: that of the name. */
struct standard {
};
#define DRISTA_STANDARD(TYPE, NAME) \
	struct TYPE : standard { \
		static const char *name() \
		{ \
			return NAME; \
		} \
	};
DRISTA_STANDARD(queue, "queue")
DRISTA_STANDARD(stack, "stack")
DRISTA_STANDARD(deque, "deque")
DRISTA_STANDARD(set, "set")
DRISTA_STANDARD(map, "map")
DRISTA_STANDARD(counter, "counter")
DRISTA_STANDARD(register_, "register")
DRISTA_STANDARD(lock, "lock")
DRISTA_STANDARD(rwlock, "rwlock")
DRISTA_STANDARD(semaphore, "semaphore")
DRISTA_STANDARD(channel, "channel")
#undef DRISTA_STANDARD

/* Of a parameter: each call has a value of its own; or one of 1 to n. */
inline constexpr int fresh = 0;
struct keys {
	int count;
};

/* For one's own specifications; what they do is said at the functions of C (spec-core.h). */
inline bool wait_until(bool condition)
{
	return drista_spec_wait(condition);
}
inline bool need(bool condition)
{
	return drista_spec_need(condition);
}
inline unsigned choose(unsigned n)
{
	return drista_spec_choose(n);
}
inline int call()
{
	return drista_spec_call();
}
inline int thread()
{
	return drista_spec_thread();
}
inline void after(int call)
{
	drista_spec_after(call);
}

template <class> inline constexpr bool never = false;

/* Objects for parameters that are pointers: number n points to the nth. */
template <class T> struct pool {
	inline static T objects[DRISTA_SPEC_CALLS + 2];
};

/* The number as a value of the type. */
template <class T> T value(long long n)
{
	using U = std::remove_cv_t<T>;
	if constexpr (std::is_arithmetic_v<U> || std::is_enum_v<U>)
		return static_cast<U>(n);
	else if constexpr (std::is_pointer_v<U>)
		return &pool<std::remove_cv_t<std::remove_pointer_t<U>>>::objects[n];
	else if constexpr (std::is_constructible_v<U, std::string> && !std::is_constructible_v<U, long long>)
		return U(std::to_string(n));
	else if constexpr (std::is_constructible_v<U, int>)
		return U(static_cast<int>(n));
	else
		static_assert(never<T>,
			"drista spec: no number can be turned into this parameter: wrap the operation in a "
			"lambda whose parameters are numbers");
}

/* Has the user said how the type is shown, by drista_show? */
template <class T, class = void> struct has_show : std::false_type {
};
template <class T>
struct has_show<T,
	std::void_t<decltype(/* the user's */ drista_show(std::declval<drista_text &>(), std::declval<const T &>()))>>
    : std::true_type {
};

/* The value as text: results are compared so. */
template <class T> void show(drista_text &to, const T &v)
{
	if constexpr (has_show<T>::value) {
		drista_show(to, v);
	} else if constexpr (std::is_same_v<T, bool>) {
		drista_text_string(&to, v ? "true" : "false");
	} else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
		drista_text_number(&to, static_cast<long long>(v));
	} else if constexpr (std::is_floating_point_v<T>) {
		drista_text_number(&to, static_cast<long long>(v));
		if (static_cast<T>(static_cast<long long>(v)) != v)
			drista_spec_fail("a result is a number with a fraction: return a whole number", "");
	} else if constexpr (std::is_convertible_v<T, std::string> && !std::is_pointer_v<T>) {
		drista_text_quoted(&to, std::string(v).c_str());
	} else if constexpr (std::is_same_v<T, const char *> || std::is_same_v<T, char *>) {
		v ? drista_text_quoted(&to, v) : drista_text_string(&to, "none");
	} else if constexpr (std::is_pointer_v<T>) {
		using U = std::remove_cv_t<std::remove_pointer_t<T>>;
		if (v >= pool<U>::objects && v < pool<U>::objects + DRISTA_SPEC_CALLS + 2)
			drista_text_number(&to, v - pool<U>::objects);
		else
			drista_text_string(&to, v ? "another object" : "none");
	} else {
		static_assert(never<T>,
			"drista spec: results of this type cannot be compared: define "
			"drista_show(drista_text &, const T &), or return a number, a bool, a string, a "
			"std::optional or a std::pair of these");
	}
}
template <class T> void show(drista_text &to, const std::optional<T> &v)
{
	if (v)
		show(to, *v);
	else
		drista_text_string(&to, "none");
}
template <class A, class B> void show(drista_text &to, const std::pair<A, B> &v)
{
	show(to, v.first);
	drista_text_string(&to, "/");
	show(to, v.second);
}

/* The result and the parameters of something that is called on an object. */
template <class F, class = void> struct traits;
template <class R, class O, class... A> struct signature {
	using result = R;
	using parameters = std::tuple<A...>;
};
template <class R, class O, class... A> struct traits<R (*)(O &, A...)> : signature<R, O, A...> {
};
template <class R, class O, class... A> struct traits<R (*)(O &, A...) noexcept> : signature<R, O, A...> {
};
template <class R, class O, class... A> struct traits<R (O::*)(A...)> : signature<R, O, A...> {
};
template <class R, class O, class... A> struct traits<R (O::*)(A...) const> : signature<R, O, A...> {
};
template <class R, class O, class... A> struct traits<R (O::*)(A...) noexcept> : signature<R, O, A...> {
};
template <class R, class O, class... A> struct traits<R (O::*)(A...) const noexcept> : signature<R, O, A...> {
};
/* A lambda: of the object and the parameters. */
template <class> struct of_lambda;
template <class R, class L, class O, class... A> struct of_lambda<R (L::*)(O, A...) const> : signature<R, O, A...> {
};
template <class R, class L, class O, class... A> struct of_lambda<R (L::*)(O, A...)> : signature<R, O, A...> {
};
template <class F> struct traits<F, std::void_t<decltype(&F::operator())>> : of_lambda<decltype(&F::operator())> {
};

/* Is the last parameter one through which a result is returned, as in `bool pop(T &)`? */
template <class R, class Tuple> constexpr bool returns_through()
{
	constexpr std::size_t n = std::tuple_size_v<Tuple>;
	if constexpr (n == 0 || !std::is_same_v<R, bool>)
		return false;
	else {
		using Last = std::tuple_element_t<n - 1, Tuple>;
		return std::is_lvalue_reference_v<Last> && !std::is_const_v<std::remove_reference_t<Last>>;
	}
}

template <class O, class F, class R, class Tuple> struct calls {
	static constexpr bool through = returns_through<R, Tuple>();
	static constexpr int count = static_cast<int>(std::tuple_size_v<Tuple>) - through;

	template <class... A> static R invoke(const F &f, O &object, A &&...a)
	{
		if constexpr (std::is_member_function_pointer_v<F>)
			return (object.*f)(std::forward<A>(a)...);
		else
			return const_cast<F &>(f)(object, std::forward<A>(a)...);
	}

	template <std::size_t... I>
	static void perform(const F &f, O &object, const long long *a, drista_text &result, std::index_sequence<I...>)
	{
		if constexpr (through) {
			std::decay_t<std::tuple_element_t<sizeof...(I), Tuple>> found{};
			if (invoke(f, object, value<std::decay_t<std::tuple_element_t<I, Tuple>>>(a[I])..., found))
				show(result, found);
			else
				drista_text_string(&result, "none");
		} else if constexpr (std::is_void_v<R>) {
			invoke(f, object, value<std::decay_t<std::tuple_element_t<I, Tuple>>>(a[I])...);
		} else {
			show(result, static_cast<const std::decay_t<R> &>(invoke(
					     f, object, value<std::decay_t<std::tuple_element_t<I, Tuple>>>(a[I])...)));
		}
		(void)a;
	}

	static void perform(const void *f, void *object, const long long *a, drista_text *result)
	{
		perform(*static_cast<const F *>(f), *static_cast<O *>(object), a, *result,
			std::make_index_sequence<count>());
	}
};

template <class S, class = void> struct compares : std::false_type {
};
template <class S>
struct compares<S, std::void_t<decltype(std::declval<const S &>() == std::declval<const S &>())>> : std::true_type {
};

/* The place of the object, with a name of its own for reports. */
template <class O> union place {
	O object;
	place() {}
	~place() {}
};

template <class O, class S> class test
{
	template <class F> using calling = calls<O, F, typename traits<F>::result, typename traits<F>::parameters>;
	template <class G> using specifying = calls<S, G, typename traits<G>::result, typename traits<G>::parameters>;
	static constexpr bool is_standard = std::is_base_of_v<standard, S>;

      public:
	/* `where`: the place of the object, if it can be made without arguments. */
	explicit test(place<O> &where)
	{
		static place<O> *the_place;
		the_place = &where;
		if constexpr (is_standard) {
			drista_spec_is(S::name());
		} else {
			drista_state_kind &state = drista_spec_test.state;
			state.make = [] { return static_cast<void *>(new S()); };
			state.copy = [](const void *s) {
				return static_cast<void *>(new S(*static_cast<const S *>(s)));
			};
			state.release = [](void *s) { delete static_cast<S *>(s); };
			if constexpr (compares<S>::value)
				state.equal = [](const void *a, const void *b) -> int {
					return *static_cast<const S *>(a) == *static_cast<const S *>(b);
				};
		}
		if constexpr (std::is_default_constructible_v<O>)
			drista_spec_object([] { return static_cast<void *>(new (&the_place->object) O()); },
				[](void *o) { static_cast<O *>(o)->~O(); });
	}

	/* How an object is made: a function that returns a pointer to a new one. */
	template <class M> test &object_is(M)
	{
		drista_spec_object([] { return static_cast<void *>((*static_cast<M *>(nullptr))()); },
			[](void *o) { delete static_cast<O *>(o); });
		return *this;
	}

	/* An operation that the standard specification has. */
	template <class F> test &operation(const char *name, F f)
	{
		static_assert(is_standard, "drista spec: give the operation's function of the specification, too");
		drista_operation *o = performed(name, f);
		drista_spec_take_known(o);
		if (o->parameters != calling<F>::count)
			drista_spec_fail("the operation has not as many parameters as its specification", name);
		return *this;
	}

	/* An operation of the object, and of the specification. Each call has parameters of its own, or as `kinds`
	 * says. */
	template <class F, class G, class... K> test &operation(const char *name, F f, G g, K... kinds)
	{
		static_assert(!is_standard, "drista spec: the standard specification has the operation's function");
		static_assert(calling<F>::count == specifying<G>::count,
			"drista spec: the operation has not as many parameters as its specification");
		static_assert(calling<F>::count <= DRISTA_SPEC_PARAMETERS,
			"drista spec: an operation has at most 2 parameters");
		drista_operation *o = performed(name, f);
		o->specified = new G(g);
		o->specify = [](const drista_operation *of, void *state, const long long *a, drista_text *result) {
			specifying<G>::perform(of->specified, state, a, result);
		};
		o->parameters = calling<F>::count;
		int values[] = {of(kinds)..., 0, 0};
		for (int i = 0; i < o->parameters; i++)
			o->values[i] = values[i];
		return *this;
	}

	test &threads(int n)
	{
		return drista_spec_threads(n), *this;
	}
	test &calls(int n)
	{
		return drista_spec_calls(n), *this;
	}
	test &capacity(int elements)
	{
		return drista_spec_capacity(elements), *this;
	}
	test &initial(const char *name, int n)
	{
		return drista_spec_initial(name, n), *this;
	}
	test &drain(const char *name)
	{
		return drista_spec_drain(name), *this;
	}
	test &look(const char *name)
	{
		return drista_spec_look(name), *this;
	}
	test &unsynchronised()
	{
		return drista_spec_unsynchronised(), *this;
	}
	test &obstruction_free()
	{
		return drista_spec_obstruction_free(), *this;
	}
	test &lock_free()
	{
		return drista_spec_lock_free(), *this;
	}
	test &wait_free(int steps)
	{
		return drista_spec_wait_free(steps), *this;
	}

      private:
	static int of(int n)
	{
		return n;
	}
	static int of(keys k)
	{
		return k.count;
	}

	template <class F> drista_operation *performed(const char *name, F f)
	{
		drista_operation *o = drista_spec_add(name);
		o->callable = new F(f);
		o->perform = [](const drista_operation *of, void *object, const long long *a, drista_text *result) {
			calling<F>::perform(of->callable, object, a, result);
		};
		return o;
	}
};

} // namespace spec
} // namespace drista

#define DRISTA_SPEC(OBJECT, ...) \
	static drista::spec::place<OBJECT> structure; \
	static auto drista_spec_of_test = drista::spec::test<OBJECT, __VA_ARGS__>(structure)

#endif
