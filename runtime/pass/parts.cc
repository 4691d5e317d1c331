#include "parts.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace drista
{
namespace
{

constexpr size_t most = 16;

/* Bits of an integer. */
constexpr unsigned widest = 128;

Type *element(Type *type, unsigned n)
{
	auto *array = dyn_cast<ArrayType>(type);
	return array ? array->getElementType() : cast<StructType>(type)->getElementType(n);
}

uint64_t elements(const Type *type)
{
	auto *array = dyn_cast<ArrayType>(type);
	return array ? array->getNumElements() : type->getStructNumElements();
}

/* Returns false where something has no expression. */
bool add(Type *type, uint64_t offset, const DataLayout &layout, std::vector<Part> &parts)
{
	if (!type->isAggregateType()) {
		parts.push_back({type, offset});
		return isTracked(type) && parts.size() <= most;
	}
	for (unsigned n = 0; n < elements(type); n++) {
		auto *structure = dyn_cast<StructType>(type);
		uint64_t at = structure ? static_cast<uint64_t>(layout.getStructLayout(structure)->getElementOffset(n))
					: n * layout.getTypeAllocSize(element(type, n)).getFixedValue();
		if (!add(element(type, n), offset + at, layout, parts))
			return false;
	}
	return true;
}

} // namespace

unsigned bitsOf(const Type *type)
{
	if (type->isPointerTy())
		return type->getPointerAddressSpace() == 0 ? 64 : 0;
	return type->isIntegerTy() && type->getIntegerBitWidth() <= widest ? type->getIntegerBitWidth() : 0;
}

bool isTracked(const Type *type)
{
	return bitsOf(type) > 0;
}

bool isWhole(const Type *type)
{
	if (!isTracked(type))
		return false;
	return bitsOf(type) % 8 == 0;
}

std::vector<Part> partsOf(Type *type, const DataLayout &layout)
{
	std::vector<Part> parts;
	if (!type->isAggregateType() || !type->isSized() || !add(type, 0, layout, parts))
		return {};
	return parts;
}

unsigned countParts(const Type *type)
{
	if (!type->isAggregateType())
		return 1;
	unsigned count = 0;
	for (unsigned n = 0; n < elements(type); n++)
		count += countParts(element(const_cast<Type *>(type), n));
	return count;
}

unsigned partAt(Type *type, ArrayRef<unsigned> indices)
{
	unsigned first = 0;
	for (unsigned index : indices) {
		for (unsigned n = 0; n < index; n++)
			first += countParts(element(type, n));
		type = element(type, index);
	}
	return first;
}

} // namespace drista
