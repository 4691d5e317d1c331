# add_drista_test: tests of drista as tests of ctest.
#
#   add_drista_test(NAME name SOURCES file...
#                   [EXPECT expectation...]        as in the header of a test: verified, "error data-race at a.h:3" ...
#                   [OPTIONS option...]            of drista, for all expectations
#                   [BUILD argument...]            of drista cc
#                   [INCLUDE_DIRECTORIES folder...] [COMPILE_DEFINITIONS definition...]
#                   [LINK_LIBRARIES library...]    targets, paths, or names; headers and definitions of targets count
#                   [ARGUMENTS argument...]        of the program
#                   [TIME_LIMIT seconds]           for each expectation
#                   [LABELS label...])
#
# Without EXPECT there is one source, whose own header says all but INCLUDE_DIRECTORIES. The test is built when it runs.
# Any result other than the expected one fails, and so does a check that a limit has ended. CMAKE_C_STANDARD and
# CMAKE_CXX_STANDARD are heeded.
#
# drista_launch_tests: tests of another framework under drista.
#
#   drista_launch_tests(target [option...])        options of drista
#
# ctest runs each test whose command is the target under drista, which also reports an exit code other than 0. That
# includes tests of gtest_discover_tests and catch_discover_tests, if they are called after it. drista c++ has to be the
# compiler.
#
# Variables: DRISTA_EXECUTABLE, the drista to call; DRISTA_COMPILER, its compiler: gcc, clang, or a path.
include_guard(GLOBAL)

get_filename_component(_drista_executable "${CMAKE_CURRENT_LIST_DIR}/../../drista" ABSOLUTE)
set(DRISTA_EXECUTABLE "${_drista_executable}" CACHE FILEPATH "drista, which checks tests")
set(DRISTA_COMPILER "" CACHE STRING "compiler of drista's tests: gcc, clang, or a path; empty: drista chooses")

function(add_drista_test)
	set(texts NAME TIME_LIMIT)
	set(lists SOURCES EXPECT OPTIONS BUILD INCLUDE_DIRECTORIES COMPILE_DEFINITIONS LINK_LIBRARIES ARGUMENTS LABELS)
	cmake_parse_arguments(PARSE_ARGV 0 test "" "${texts}" "${lists}")
	_drista_check_arguments()
	set(folder "${CMAKE_CURRENT_BINARY_DIR}/drista")
	file(MAKE_DIRECTORY "${folder}")
	_drista_write_config()

	set(sources "")
	set(ending c)
	foreach(source IN LISTS test_SOURCES)
		get_filename_component(path "${source}" ABSOLUTE)
		list(APPEND sources "${path}")
		if(NOT path MATCHES "\\.c$")
			set(ending cc)
		endif()
	endforeach()
	list(GET sources 0 file)
	if(NOT "${test_EXPECT}" STREQUAL "")
		if(ending STREQUAL "cc" AND "${sources}" MATCHES "\\.c(;|$)")
			message(FATAL_ERROR "add_drista_test(${test_NAME}): SOURCES are of C and of C++: make a library of one of them")
		endif()
		_drista_write_test()
	endif()
	add_test(NAME "${test_NAME}" WORKING_DIRECTORY "${folder}"
		COMMAND "${DRISTA_EXECUTABLE}" test --config "${config}" "${file}")
	set_tests_properties("${test_NAME}" PROPERTIES LABELS "drista;${test_LABELS}")
endfunction()

function(drista_launch_tests target)
	if(NOT TARGET "${target}")
		message(FATAL_ERROR "drista_launch_tests(${target}): there is no such target: call add_executable before")
	endif()
	set(launcher "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/launcher" ${ARGN} --)
	# Since CMake 3.29 the emulator is only for programs of other architectures (policy CMP0158).
	if(CMAKE_VERSION VERSION_LESS 3.29)
		set_target_properties("${target}" PROPERTIES CROSSCOMPILING_EMULATOR "${launcher}")
	else()
		set_target_properties("${target}" PROPERTIES TEST_LAUNCHER "${launcher}")
	endif()
endfunction()

# Every mistake is an error when CMake runs.
macro(_drista_check_arguments)
	foreach(needed NAME SOURCES)
		if("${test_${needed}}" STREQUAL "")
			message(FATAL_ERROR "add_drista_test(${test_NAME}): ${needed} is missing")
		endif()
	endforeach()
	if(DEFINED test_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "add_drista_test(${test_NAME}): unknown arguments: ${test_UNPARSED_ARGUMENTS}")
	endif()
	foreach(source IN LISTS test_SOURCES)
		get_filename_component(path "${source}" ABSOLUTE)
		if(NOT EXISTS "${path}")
			message(FATAL_ERROR "add_drista_test(${test_NAME}): ${source} does not exist")
		endif()
	endforeach()
	if("${test_EXPECT}" STREQUAL "")
		list(LENGTH test_SOURCES count)
		foreach(other OPTIONS BUILD COMPILE_DEFINITIONS LINK_LIBRARIES ARGUMENTS TIME_LIMIT)
			if(NOT "${test_${other}}" STREQUAL "")
				message(FATAL_ERROR "add_drista_test(${test_NAME}): ${other} needs EXPECT: without it the header counts")
			endif()
		endforeach()
		if(count GREATER 1)
			message(FATAL_ERROR "add_drista_test(${test_NAME}): several SOURCES need EXPECT: give it")
		endif()
	endif()
endmacro()

# Writes what tests have in common, or what the one with a header of its own is built with. Sets `config` to its name.
macro(_drista_write_config)
	set(config "${folder}/drista.config.json")
	set(entries "")
	if(DRISTA_COMPILER)
		list(APPEND entries "\"compiler\": \"${DRISTA_COMPILER}\"")
	endif()
	if("${test_EXPECT}" STREQUAL "" AND NOT "${test_INCLUDE_DIRECTORIES}" STREQUAL "")
		string(REGEX REPLACE "[^A-Za-z0-9_.-]" "_" name "${test_NAME}")
		set(config "${folder}/${name}.config.json")
		set(flags "")
		foreach(path IN LISTS test_INCLUDE_DIRECTORIES)
			get_filename_component(path "${path}" ABSOLUTE)
			list(APPEND flags "\"-I${path}\"")
		endforeach()
		list(JOIN flags ", " flags)
		list(APPEND entries "\"build\": [${flags}]")
	endif()
	list(JOIN entries ", " entries)
	file(WRITE "${config}" "{ ${entries} }\n")
endmacro()

# Writes a test with a header that includes the first source. Sets `file` to its name.
macro(_drista_write_test)
	set(text "// The test ${test_NAME}, written by add_drista_test.\n")
	foreach(expectation IN LISTS test_EXPECT)
		string(APPEND text "// drista: ${expectation}\n")
	endforeach()
	foreach(part OPTIONS ARGUMENTS)
		if(NOT "${test_${part}}" STREQUAL "")
			_drista_words(words ${test_${part}})
			string(TOLOWER ${part} directive)
			string(APPEND text "// drista: ${directive}${words}\n")
		endif()
	endforeach()
	if(NOT "${test_TIME_LIMIT}" STREQUAL "")
		string(APPEND text "// drista: time-limit ${test_TIME_LIMIT}\n")
	endif()
	_drista_build_words(words)
	string(APPEND text "// drista: build${words}\n#include \"${file}\"\n")
	string(REGEX REPLACE "[^A-Za-z0-9_.-]" "_" name "${test_NAME}")
	set(file "${folder}/${name}.drista.${ending}")
	file(GENERATE OUTPUT "${file}" CONTENT "${text}")
endmacro()

# The arguments of the compiler, in `result`. Those of targets are known only when CMake generates.
macro(_drista_build_words result)
	set(arguments "")
	if(ending STREQUAL "c" AND CMAKE_C_STANDARD)
		_drista_standard(arguments C c)
	elseif(ending STREQUAL "cc" AND CMAKE_CXX_STANDARD)
		_drista_standard(arguments CXX c++)
	endif()
	foreach(path IN LISTS test_INCLUDE_DIRECTORIES)
		get_filename_component(path "${path}" ABSOLUTE)
		list(APPEND arguments "-I${path}")
	endforeach()
	foreach(definition IN LISTS test_COMPILE_DEFINITIONS)
		list(APPEND arguments "-D${definition}")
	endforeach()
	list(APPEND arguments ${test_BUILD})
	list(LENGTH sources count)
	if(count GREATER 1)
		list(SUBLIST sources 1 -1 others)
		list(APPEND arguments ${others})
	endif()
	set(targets "")
	foreach(library IN LISTS test_LINK_LIBRARIES)
		if(TARGET ${library})
			_drista_target_words(targets ${library})
		elseif(library MATCHES "^-|/")
			list(APPEND arguments "${library}")
		else()
			list(APPEND arguments "-l${library}")
		endif()
	endforeach()
	_drista_words(words ${arguments})
	set(${result} "${targets}${words}")
endmacro()

# -std=c11 or, with the extensions that CMake takes by default, -std=gnu11.
macro(_drista_standard result language name)
	if(DEFINED CMAKE_${language}_EXTENSIONS AND NOT CMAKE_${language}_EXTENSIONS)
		list(APPEND ${result} "-std=${name}${CMAKE_${language}_STANDARD}")
	else()
		string(REPLACE c gnu name_of_gnu ${name})
		list(APPEND ${result} "-std=${name_of_gnu}${CMAKE_${language}_STANDARD}")
	endif()
endmacro()

# What a target asks of those that use it, and the target's own file. Nothing in it can be escaped, so that it must be
# without single quotes.
function(_drista_target_words result target)
	set(words "${${result}}")
	foreach(part "INCLUDE_DIRECTORIES,-I" "COMPILE_DEFINITIONS,-D" "COMPILE_OPTIONS,")
		string(REGEX MATCH "^([A-Z_]+),(.*)$" part "${part}")
		set(list "$<TARGET_PROPERTY:${target},INTERFACE_${CMAKE_MATCH_1}>")
		string(APPEND words "$<$<BOOL:${list}>: '${CMAKE_MATCH_2}$<JOIN:${list},' '${CMAKE_MATCH_2}>'>")
	endforeach()
	get_target_property(type ${target} TYPE)
	if(NOT type STREQUAL INTERFACE_LIBRARY)
		string(APPEND words " '$<TARGET_FILE:${target}>'")
	endif()
	set(${result} "${words}" PARENT_SCOPE)
endfunction()

# The arguments as words of a shell, each with a blank before it.
function(_drista_words result)
	set(words "")
	foreach(argument IN LISTS ARGN)
		if(argument MATCHES "\n")
			message(FATAL_ERROR "add_drista_test: an argument of several lines is not possible: ${argument}")
		endif()
		string(REGEX REPLACE "([\\\\\"$`])" "\\\\\\1" argument "${argument}")
		string(APPEND words " \"${argument}\"")
	endforeach()
	set(${result} "${words}" PARENT_SCOPE)
endfunction()
