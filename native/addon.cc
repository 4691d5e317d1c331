// The add-on's functions; src/channel/addon.ts says what they take and return.

#include "failure.h"
#include "living.h"
#include "process.h"

#include <napi.h>

#include <unistd.h>

namespace
{

// Tells our handles from other add-ons' externals.
constexpr napi_type_tag kTag = {0x6472697374612d70, 0x726f636573732d31};

void clean_up(void *process)
{
	static_cast<Process *>(process)->stop();
}

Process &process_of(const Napi::CallbackInfo &info)
{
	if (info.Length() < 1 || !info[0].IsExternal() || !info[0].As<Napi::External<Process>>().CheckTypeTag(&kTag))
		throw Failure("ARGUMENT", "not a program's handle");
	return *info[0].As<Napi::External<Process>>().Data();
}

Deadline deadline_of(const Napi::Value &value)
{
	if (!value.IsNumber())
		throw Failure("ARGUMENT", "a time-out in milliseconds is needed");
	return deadline_after(value.As<Napi::Number>().DoubleValue());
}

std::vector<std::string> strings_of(const Napi::Value &value)
{
	if (!value.IsArray())
		throw Failure("ARGUMENT", "a list of strings is needed");
	Napi::Array array = value.As<Napi::Array>();
	std::vector<std::string> result;
	for (uint32_t i = 0; i < array.Length(); i++)
		result.push_back(array.Get(i).ToString().Utf8Value());
	return result;
}

Napi::Value start(const Napi::CallbackInfo &info)
{
	Launch what;
	what.path = info[0].ToString().Utf8Value();
	what.args = strings_of(info[1]);
	what.env = strings_of(info[2]);
	if (info[3].IsObject()) {
		Napi::Object options = info[3].As<Napi::Object>();
		Napi::Value output = options.Get("output");
		if (output.IsNumber())
			what.output = output.As<Napi::Number>().Int32Value() == 2 ? 2 : 1;
		Napi::Value directory = options.Get("cwd");
		if (directory.IsString())
			what.directory = directory.ToString().Utf8Value();
	}
	auto *process = new Process(what);
	napi_add_env_cleanup_hook(info.Env(), clean_up, process);
	auto handle = Napi::External<Process>::New(info.Env(), process, [](Napi::Env env, Process *p) {
		napi_remove_env_cleanup_hook(env, clean_up, p);
		delete p;
	});
	handle.TypeTag(&kTag);
	return handle;
}

Napi::Value copied(const Napi::CallbackInfo &info, std::pair<const uint8_t *, size_t> received)
{
	auto frame = Napi::Uint8Array::New(info.Env(), received.second);
	memcpy(frame.Data(), received.first, received.second);
	return frame;
}

Napi::Value receive(const Napi::CallbackInfo &info)
{
	return copied(info, process_of(info).receive(deadline_of(info[1])));
}

Napi::Value exchange(const Napi::CallbackInfo &info)
{
	Process &process = process_of(info);
	if (!info[1].IsTypedArray() || info[1].As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array)
		throw Failure("ARGUMENT", "a frame is a Uint8Array");
	Napi::Uint8Array frame = info[1].As<Napi::Uint8Array>();
	Deadline deadline = deadline_of(info[2]);
	return copied(info, process.exchange(frame.Data(), frame.ByteLength(), deadline));
}

Napi::Value stop(const Napi::CallbackInfo &info)
{
	return Napi::Number::New(info.Env(), process_of(info).stop());
}

Napi::Value pid(const Napi::CallbackInfo &info)
{
	return Napi::Number::New(info.Env(), process_of(info).pid());
}

Napi::Value kill_all(const Napi::CallbackInfo &info)
{
	living_kill();
	return info.Env().Undefined();
}

Napi::Value exit_at_once(const Napi::CallbackInfo &info)
{
	_exit(info[0].As<Napi::Number>().Int32Value());
}

// C++ failures become JS errors with a `code`.
template <Napi::Value (*Function)(const Napi::CallbackInfo &)> Napi::Value guarded(const Napi::CallbackInfo &info)
{
	try {
		return Function(info);
	} catch (const Failure &failure) {
		Napi::Error error = Napi::Error::New(info.Env(), failure.what());
		error.Set("code", Napi::String::New(info.Env(), failure.code));
		error.Set("errno", Napi::Number::New(info.Env(), failure.error));
		throw error;
	}
}

Napi::Object initialise(Napi::Env env, Napi::Object exports)
{
	exports.Set("start", Napi::Function::New<guarded<start>>(env, "start"));
	exports.Set("receive", Napi::Function::New<guarded<receive>>(env, "receive"));
	exports.Set("exchange", Napi::Function::New<guarded<exchange>>(env, "exchange"));
	exports.Set("stop", Napi::Function::New<guarded<stop>>(env, "stop"));
	exports.Set("pid", Napi::Function::New<guarded<pid>>(env, "pid"));
	exports.Set("killAll", Napi::Function::New<guarded<kill_all>>(env, "killAll"));
	exports.Set("exitAtOnce", Napi::Function::New<guarded<exit_at_once>>(env, "exitAtOnce"));
	return exports;
}

} // namespace

NODE_API_MODULE(drista, initialise)
