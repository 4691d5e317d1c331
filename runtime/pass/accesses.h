/* Accesses that ThreadSanitizer's instrumentation leaves out. */
#pragma once

namespace llvm
{
class Function;
} // namespace llvm

namespace drista
{

/*
 * Announces, by __tsan_read_range and __tsan_write_range, the accesses of the function that ThreadSanitizer's pass does
 * not instrument: of sizes other than 1, 2, 4, 8 and 16 bytes (long double, _BitInt(48), vectors of 32 bytes), masked
 * ones of vectors, and copies of arguments passed by value. Records other intrinsics that may access memory, and
 * accesses of other address spaces (recordUnseen).
 */
void announceOtherAccesses(llvm::Function &function);

} // namespace drista
