# `drista cc` and `drista c++`: the compiler asked for, with the flags that make a program checkable. ./drista sources
# this file with `here` set to drista's folder and the command (cc or c++) as first argument; then the shell becomes
# the compiler. A build calls it thousands of times, so it starts no process of its own in the usual case. POSIX sh.
#
# The compilers' own -fsanitize=thread makes them call __tsan_* for every access that could be shared and every
# atomic; drista's runtime brings these functions, so the sanitizer's must stay out of the link.

command=$1
shift
runtime=$here/build/runtime/libdrista.a
include=$here/runtime/include
passes=$here/build/pass
set -f # no argument is a pattern

fail() {
	# One line, in which no name can do harm to a terminal. The shell itself does it: PATH may lead nowhere.
	rest=$1 text=
	while [ -n "$rest" ]; do
		character=${rest%"${rest#?}"} rest=${rest#?}
		case $character in
		[a-zA-Z0-9] | [\ _./:,=+@%^~#\'\"\`\(\)\{\}\<\>\&\*\;\|\!\$-] | '[' | ']' | '?' | '\') text=$text$character ;;
		*) text=$text'?' ;;
		esac
	done
	printf 'drista: %s\n' "$text" >&2
	exit 2
}

# --- The compiler -----------------------------------------------------------------------------------------------------

# Sets `path` to that of a command: as given when it has a slash, else the first in PATH; fails when there is none.
find_command() {
	case $1 in
	*/*) path=$1; [ -f "$path" ] && [ -x "$path" ]; return ;;
	esac
	IFS=:
	for folder in $PATH; do
		path=${folder:-.}/$1
		[ -f "$path" ] && [ -x "$path" ] && { unset IFS; return 0; }
	done
	unset IFS
	return 1
}

# The names of a family's compilers, in order of preference. clang first, for it tells us most about a program. Every
# clang is a C++ compiler when it is told so.
names_of() {
	clangs='clang clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14'
	case $command-$1 in
	cc-clang) names=$clangs ;;
	cc-gcc) names='gcc gcc-15 gcc-14 gcc-13 gcc-12 gcc-11' ;;
	c++-clang) names="clang++ $clangs" ;;
	c++-gcc) names='g++ g++-15 g++-14 g++-13 g++-12 g++-11' ;;
	esac
}

# Sets `path` and `family` to the first compiler of these families.
first_of() {
	for family; do
		names_of "$family"
		for name in $names; do find_command "$name" && return; done
	done
	return 1
}

# $1: clang, gcc, a command or nothing; $2: who asked.
choose() {
	case $1 in
	clang | gcc)
		first_of "$1" ||
			fail "the compiler $1 (from $2) is not found: install it, or choose gcc, clang or the path of another"
		;;
	'')
		first_of clang gcc || {
			case $command in cc) kind=C names='clang, gcc' ;; *) kind=C++ names='clang++, g++' ;; esac
			fail "no $kind compiler found in PATH (looked for $names): install one, e.g. \`apt-get install clang\`, \
or name one with --drista-compiler=PATH"
		}
		;;
	*)
		find_command "$1" ||
			fail "the compiler $1 (from $2) is not found: install it, or choose gcc, clang or the path of another"
		case ${path##*/} in
		*clang*) family=clang ;;
		*gcc* | *g++*) family=gcc ;;
		*) case $("$path" --version 2>/dev/null) in *clang*) family=clang ;; *) family=gcc ;; esac ;;
		esac
		;;
	esac
}

# All that are installed, the preferred one first: family and path.
list_compilers() {
	for family in clang gcc; do
		names_of "$family"
		for name in $names; do
			if find_command "$name"; then echo "$family $path"; fi
		done
	done
}

help() {
	echo "drista $command ARGUMENTS

A drop-in compiler: calls clang (or gcc) with all the arguments given and those that make the program checkable.
    drista $command -o a.out a.$([ "$command" = cc ] && echo c || echo cpp)
    CC=\"drista cc\" CXX=\"drista c++\" make

-O0 -g are added when no -O or -g is given: optimising compilers drop and merge accesses.

  --drista-compiler=gcc|clang|PATH   the compiler to use, as does the environment variable DRISTA_CC
  --drista-help                      this text
  --symbolic                         follow inputs that drista_symbolic makes, for \`drista --symbolic\`

Where drista has its pass for the clang, it loads it: loops that wait are then recognised exactly. With DRISTA_PASS=off
in the environment it does not.

Compilers found:"
	mark='  <- used when none is chosen'
	list_compilers | while read -r family path; do
		echo "  $path  $("$path" --version 2>/dev/null | head -n 1)$mark"
		mark=
	done
	first_of clang || echo '  no clang: `apt-get install clang`'
	first_of gcc || { [ "$command" = cc ] && gcc=gcc || gcc=g++; echo "  no $gcc: \`apt-get install $gcc\`"; }
}

# --- What the command line asks for -----------------------------------------------------------------------------------

inputs= sources= stops= asks= shared= static= nolibraries= language=none
named= symbolic= lto= undefined= maths= skip= asked= ours= print= depth= optimises= profiles= fuzzes=

# Reads arguments, those in response files too.
read_arguments() {
	for arg; do
		if [ -n "$skip" ]; then # the value of the option before
			case $skip in
			-l)
				inputs=1
				[ "$arg" != m ] || maths=1
				;;
			-x) language=$arg named=1 ;;
			-Xlinker) case $arg in -r | --relocatable) stops=1 ;; esac ;;
			esac
			skip=
			continue
		fi
		case $arg in
		-o | -I | -D | -U | -L | -l | -x | -B | -T | -u | -z | -e | -A | -G | -F | -MF | -MT | -MQ | -include | \
			-imacros | -idirafter | -iprefix | \
			-iwithprefix | -iwithprefixbefore | -isysroot | -imultilib | -isystem | -iquote | -include-pch | -Xlinker | \
			-Xpreprocessor | \
			-Xassembler | -Xclang | -Xanalyzer | -mllvm | -wrapper | -aux-info | -dumpbase | -dumpbase-ext | -dumpdir | \
			-target | -arch | \
			-framework | -rpath | -specs | --sysroot | --param | --include-directory | --output | --serialize-diagnostics | \
			-working-directory | -gcc-toolchain) skip=$arg ;;
		-c | -S | -E | -M | -MM | -fsyntax-only | -r | -Wl,-r | -Wl,--relocatable | --compile | --assemble | \
			--preprocess | --precompile | \
			-emit-ast | --analyze) stops=1 ;;
		--version | -dumpversion | -dumpmachine | -dumpspecs | -dumpfullversion | --help | --help=* | --target-help | \
			-print-* | --print-* | \
			-cc1 | -cc1as) asks=1 ;;
		-shared | --shared) shared=1 ;;
		-static | --static | -static-pie) static=1 ;;
		-nostdlib | -nodefaultlibs) nolibraries=1 ;;
		-lm) inputs=1 maths=1 ;;
		-l?*) inputs=1 ;;
		-x?*) language=${arg#-x} named=1 ;;
		-flto | -flto=*) lto=1 ;;
		-O0) optimises= ;;
		-O*) optimises=1 ;;
		-pg) profiles=1 ;;
		-fsanitize=*) read_sanitizers "${arg#*=}" ;;
		--drista-compiler=* | --drista-print) [ -z "$depth" ] || inputs=1 ;;
		-?*) ;;
		@*) read_response "$arg" ;;
		*) read_input "$arg" ;;
		esac
	done
}

read_input() {
	inputs=1
	case $language in
	*-header) sources=1 stops=1 ;; # precompiled
	none)
		case $1 in
		*.o | *.a | *.so | *.lo | *.obj | *.ld | *.lds | *.so.[0-9]*) ;;
		*.h | *.hh | *.hp | *.hpp | *.hxx | *.h++ | *.H | *.tcc) sources=1 stops=1 ;;
		*) sources=1 ;;
		esac
		;;
	*) sources=1 ;;
	esac
}

# ThreadSanitizer's checks cannot stand beside those of others. Those of undefined behaviour trap: drista reports that
# as a crash.
read_sanitizers() {
	IFS=,
	for each in $1; do
		case $each in
		thread) ;;
		fuzzer) fuzzes=main ;;
		fuzzer-no-link) fuzzes=${fuzzes:-library} ;;
		address | memory | leak | hwaddress | dataflow | kernel-* | safe-stack | shadow-call-stack | \
			scudo | memtag* | pointer-*)
			fail "-fsanitize=$each cannot be combined with what drista does: leave it out"
			;;
		*) undefined=1 ;;
		esac
	done
	unset IFS
}

# @file stands for the words in it: separated by white space, with quotes and backslashes. One that cannot be read is an
# input. A device or a pipe may never end, and can be read only once: by the compiler, not by us.
read_response() {
	[ "$1" != @/dev/null ] || return 0
	[ ! -e "${1#@}" ] || [ -f "${1#@}" ] ||
		fail "the response file ${1#@} is not a regular file: write the arguments into one"
	[ -f "${1#@}" ] && [ -r "${1#@}" ] || { inputs=1 sources=1; return; }
	depth=x$depth
	[ ${#depth} -lt 20 ] || fail "the response file $1 contains itself: check it"
	eval "read_arguments $(awk '
		function put() {
			if (begun) { gsub(quote, quote "\\" quote quote, word); printf " %s%s%s", quote, word, quote }
			word = ""; begun = 0
		}
		BEGIN { quote = sprintf("%c", 39) }
		{
			for (i = 1; i <= length($0); i++) {
				c = substr($0, i, 1)
				if (c == "\\" && within != quote) { word = word substr($0, ++i, 1); begun = 1 }
				else if (within != "") { if (c == within) within = ""; else word = word c }
				else if (c == "\"" || c == quote) { within = c; begun = 1 }
				else if (c ~ /[ \t\r\f\v]/) put()
				else { word = word c; begun = 1 }
			}
			if (within == "") put(); else word = word "\n"
		}
		END { put() }' "${1#@}")"
	depth=${depth#x}
}

# --- What LLVM is to do -----------------------------------------------------------------------------------------------

# Without the first a read before a write to the same place in one block is dropped. Without the last, accesses to a
# field of a local struct, or an element of a local array, are left out though other threads have the address of the
# whole: until version 20 LLVM asks whether the field's own address got out. With no uses to look at it supposes so of
# all.
llvm_flags='-tsan-instrument-read-before-write=1 -tsan-distinguish-volatile=1 -capture-tracking-max-uses-to-explore=0'

# The flags for a rustc whose LLVM has the version $1, each on a line.
rustc_flags() {
	pass=$passes/${1%%.*}/drista-pass.so
	[ "${DRISTA_PASS-}" = off ] || [ ! -r "$pass" ] || echo "-Zllvm-plugins=$pass"
	echo "-Cllvm-args=$llvm_flags"
}

# --- The command ------------------------------------------------------------------------------------------------------

[ $# -gt 0 ] || { help; exit 2; }
for arg; do
	case $arg in
	--drista-compiler=*) asked=${arg#*=} ours=1 ;;
	--drista-print) print=1 ours=1 ;; # do not compile: print the command, a word a line
	--drista-list) list_compilers; exit ;;
	--drista-rustc=*) rustc_flags "${arg#*=}"; exit ;; # for cargo drista
	--drista-help) help; exit ;;
	--symbolic) symbolic=1 ours=1 ;;
	esac
done
if [ -n "$ours" ]; then
	for arg; do
		shift
		case $arg in --drista-compiler=* | --drista-print | --symbolic) ;; *) set -- "$@" "$arg" ;; esac
	done
	choose "${asked:-$DRISTA_CC}" "$([ -n "$asked" ] && echo --drista-compiler || echo DRISTA_CC)"
else
	choose "$DRISTA_CC" DRISTA_CC
fi
read_arguments "$@"
[ -z "$asks" ] || inputs=

# Behind the user's arguments; what is linked must come last.
if [ -n "$inputs" ]; then
	# What an optimisation across files would make of the accesses is not instrumented, or no file for every linker.
	[ -z "$lto" ] || set -- "$@" -fno-lto
	if [ -n "$undefined" ]; then
		case $family in
		clang) set -- "$@" -fsanitize-trap=undefined -fno-sanitize=vptr ;;
		gcc) set -- "$@" -fsanitize-undefined-trap-on-error -fno-sanitize=vptr ;;
		esac
	fi
fi
if [ -n "$inputs" ] && [ -n "$fuzzes" ]; then
	# The sanitizer itself is libFuzzer.
	for arg; do
		shift
		case $arg in -fsanitize=*fuzzer*)
			arg=$(echo "$arg" | sed 's/fuzzer-no-link//g; s/fuzzer//g; s/,,*/,/g; s/=,/=/; s/,$//')
			[ "$arg" != -fsanitize= ] || continue
			;;
		esac
		set -- "$@" "$arg"
	done
	# What an input reaches, and what it is compared with (runtime/fuzz/). Counters would be data of the program.
	case $family in
	clang) set -- "$@" -fsanitize-coverage=trace-pc-guard,trace-cmp ;;
	gcc) set -- "$@" -fsanitize-coverage=trace-pc,trace-cmp ;;
	esac
	# libFuzzer's main, in the language of the program.
	if [ "$fuzzes-$stops-$shared" = main-- ]; then
		[ "$command" = cc ] && language=c || language=c++
		set -- "$@" -x "$language" "$here/runtime/fuzz-entry/main.c"
		sources=1 named=1
	fi
fi
if [ -n "$inputs" ] && [ -z "$stops" ]; then
	[ -z "$static" ] ||
		fail 'a program that is linked statically cannot be checked, for drista could not enter it: leave out -static'
	[ -z "$named" ] || set -- "$@" -x none # what follows is no source
	if [ -z "$shared" ]; then
		[ -f "$runtime" ] || fail "drista's runtime $runtime is missing: run \`npm run setup\` in drista's folder"
		# Before the runtime, which has such functions too.
		libc=$passes/libc-instrumented/libc-instrumented.a
		[ -z "$symbolic" ] || [ ! -r "$libc" ] || set -- "$@" "$libc"
		# All of the runtime is taken in, so that libraries which the program loads find it too. Symbols are bound at
		# the start: otherwise every run would bind them again.
		set -- "$@" -Wl,--whole-archive "$runtime" -Wl,--no-whole-archive \
			"-Wl,--dynamic-list=${runtime%/*}/exports.list" -lpthread -ldl -Wl,-z,now
		# The runtime looks up what its own sincos and the like call: to the linker the library seems not needed.
		[ -z "$maths" ] || set -- "$@" -Wl,--push-state,--no-as-needed -lm -Wl,--pop-state
	fi
	# What gcc would add by itself, without the sanitizer's runtime.
	case $family-$command in
	gcc-cc) set -- "$@" -nodefaultlibs -lgcc -lgcc_s -lpthread -lc -lgcc ;;
	gcc-c++) set -- "$@" -nodefaultlibs -lstdc++ -lm -lgcc_s -lgcc -lpthread -lc -lgcc ;;
	esac
	# The runtime needs them, whatever the program does without.
	if [ -n "$nolibraries" ] && [ -z "$shared" ]; then
		[ "$command" = cc ] || set -- "$@" -lstdc++ -lm
		set -- "$@" -lc -lgcc_s -lgcc
	fi
fi

# In front of the user's arguments, the last first. clang warns of flags that a command has no use for: of ours it
# should not.
if [ -n "$inputs" ]; then
	[ "$family" = gcc ] || set -- --end-no-unused-arguments "$@"
	[ "$family$stops" != clang ] || set -- -fno-sanitize-link-runtime "$@"
fi
if [ -n "$inputs" ] && [ -n "$sources" ]; then
	# drista.h after the program's own headers; sanitizers' headers before the compiler's, whose hooks need their runtime;
	# pthread.h before libc's, to which it adds.
	set -- -idirafter "$include" -isystem "$here/build/runtime/include" -isystem "$include/marked" "$@"
	case $family in
	clang)
		# What is live where a thread waits: runtime/pass/, if it is there for this clang.
		loaded=
		[ "${DRISTA_PASS-}" = off ] || [ ! -r "$passes/clangs" ] || while read -r version real; do
			if [ "$path" -ef "$real" ]; then loaded=1; set -- "-fpass-plugin=$passes/$version/drista-pass.so" "$@"; fi
		done <"$passes/clangs"
		if [ -n "$symbolic" ]; then
			[ -n "$loaded" ] || fail "--symbolic needs drista's pass, which is not there for $path: install the headers of \
its LLVM (llvm-N-dev), run \`npm run setup\` in drista's folder, and unset DRISTA_PASS"
			# Functions of <ctype.h> as calls: its macros look up a table, which would take a path for each character.
			set -- -DDRISTA_SYMBOLIC -D__NO_CTYPE= "$@"
		fi
		for flag in $llvm_flags; do set -- -mllvm "$flag" "$@"; done
		;;
	gcc)
		[ -z "$symbolic" ] || fail '--symbolic needs clang with drista'"'"'s pass: choose it with --drista-compiler=clang'
		# As builtins gcc would write these out without instrumentation: some of them even at -O0.
		for name in memcpy memmove memset mempcpy memcmp bcmp bcopy bzero strcpy stpcpy strncpy strcat strncat \
			strcmp strncmp strcasecmp strncasecmp strlen sprintf snprintf; do
			set -- "-fno-builtin-$name" "$@"
		done
		# A place of its own for each variable, as clang does at -O0 (runtime/pthread/initialisation.c). It warns of
		# fences, which the sanitizer does not know, but drista does.
		set -- --param tsan-distinguish-volatile=1 -fstack-reuse=none -Wno-tsan "$@"
		# Its assembler, which records inline assembly.
		set -- "-B$here/runtime/gcc" "$@"
		;;
	esac
	# glibc's fortified headers call those as builtins whatever -fno-builtin says: clang instruments these, gcc does not.
	[ "$family" = clang ] || set -- "$@" -U_FORTIFY_SOURCE -Wp,-U_FORTIFY_SOURCE
	# No inline putc_unlocked and the like of glibc's headers: they read fields of FILE that libc writes unseen.
	set -- -fsanitize=thread -D__NO_INLINE__=1 "$@"
	# libstdc++ checks indices; and it does not count on code in the library, which is not instrumented.
	[ "$command" = cc ] || set -- -D_GLIBCXX_ASSERTIONS -include "$include/drista-templates.h" "$@"
	# Counters of coverage are to be no events: clang instruments the atomic ones, which are its default under sanitizers,
	# and gcc the plain ones. Threads run one at a time, so that the counts of both are exact.
	[ "$family" = clang ] && counters=single || counters=atomic
	set -- "-fprofile-update=$counters" "$@"
	# As written: already at -O1 clang makes a store of an exchange whose result is not used, and a local variable of
	# an atomic that only one function uses, though several threads run it; at -O2 it merges neighbouring stores. The
	# user's -O and -g come later, and count.
	set -- -O0 -g "$@"
	# A frame pointer says that a function is not optimised, and each of its variables has a place of its own
	# (runtime/pthread/initialisation.c).
	[ -z "$optimises" ] || [ -n "$profiles" ] || [ -z "$inputs" ] || set -- "$@" -fomit-frame-pointer
fi
[ -z "$inputs" ] || [ "$family" = gcc ] || set -- --start-no-unused-arguments "$@"
case $family-$command-${path##*/} in
clang-c++-*++*) ;;
clang-c++-*) set -- --driver-mode=g++ "$@" ;;
esac

if [ -n "$print" ]; then
	printf '%s\n' "$family" "$path" "$@"
	exit
fi
DRISTA_PASS_SYMBOLIC=$symbolic # read by the pass (runtime/pass/symbolic.h)
export DRISTA_PASS_SYMBOLIC
exec "$path" "$@"
