#!/bin/sh
# Makes the members of an archive one: one-object.sh LD AR OBJCOPY ARCHIVE OPTION, with an option of objcopy.
set -e
linker=$1 ar=$2 objcopy=$3 archive=$4 option=$5
object=${archive%/*}/drista.o
"$linker" -r -o "$object" --whole-archive "$archive"
"$objcopy" "$option" "$object"
rm "$archive"
"$ar" rcs "$archive" "$object"
rm "$object"
