#!/bin/sh
# What the program defines wins, as it does without drista, and the runtime goes on using its own functions: every
# function that stands in front of one of libc's or of a library's becomes dr_own_NAME, and NAME a weak symbol that
# leads there.
#
#     wrapped.sh NM OBJCOPY LIBRARY RENAMED ASSEMBLY
#
# LIBRARY: the runtime as it was compiled; RENAMED: with the new names; ASSEMBLY: the weak symbols, and a table of them
# for wrapped.c. What instrumented code calls (__tsan_*), what drista.h calls and the way in stay as they are: a program
# that defines one of these could not be checked, so the linker refuses it.
set -e
nm=$1 objcopy=$2 library=$3 renamed=$4 assembly=$5

names=$("$nm" --defined-only --extern-only --format=posix "$library" | awk '
	NF < 2 || $1 ~ /^(dr_|DW\.ref\.|__llvm_|__covrec_|__prof|__tsan_|drista_runtime_)/ { next }
	$1 ~ /_entered$/ || $1 == "__libc_start_main" { next }
	{ print $1 }' | LC_ALL=C sort -u)

for name in $names; do echo "$name dr_own_$name"; done >"$assembly.names"
"$objcopy" --redefine-syms="$assembly.names" "$library" "$renamed"
rm "$assembly.names"

{
	echo '/* Made by wrapped.sh. */'
	echo '#ifdef __aarch64__'
	echo '#define JUMP(to) adrp x16, to; ldr x16, [x16, :lo12:to]; br x16'
	echo '#else'
	echo '#define JUMP(to) jmp *to(%rip)'
	echo '#endif'
	echo '.section drista_text, "ax"'
	for name in $names; do
		echo ".hidden dr_own_$name; .weak $name; .type $name, %function; .p2align 2"
		echo "$name: .cfi_startproc; JUMP(to_$name); .cfi_endproc; .size $name, .-$name"
	done
	# What the program gets by these names: the runtime calls what libc would call in its stead.
	echo '.section drista_data, "aw"; .p2align 3'
	for name in malloc aligned_alloc realloc free _Znwm _ZdlPv; do
		echo ".globl dr_programs_$name; .hidden dr_programs_$name; dr_programs_$name: .quad $name"
	done
	# { name, function, what the name leads to }, in order of the bytes of the names.
	echo '.globl dr_wrapped, dr_wrapped_end; .hidden dr_wrapped, dr_wrapped_end; dr_wrapped:'
	for name in $names; do echo ".quad name_$name, dr_own_$name; to_$name: .quad dr_own_$name"; done
	echo 'dr_wrapped_end:'
	echo '.section .rodata.str1.1, "aMS", %progbits, 1'
	for name in $names; do echo "name_$name: .string \"$name\""; done
	echo '.section .note.GNU-stack, "", %progbits'
} >"$assembly"
