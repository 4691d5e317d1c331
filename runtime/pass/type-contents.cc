#include "type-contents.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace drista
{
namespace
{

/* The most elements of an array that are looked at one by one. */
constexpr uint64_t mostElements = 16;

void add(std::vector<Bytes> &all, uint64_t offset, uint64_t size)
{
	if (!size)
		return;
	if (!all.empty() && all.back().offset + all.back().size == offset)
		all.back().size += size;
	else
		all.push_back({offset, size});
}

void addContents(Type &type, uint64_t offset, const DataLayout &layout, std::vector<Bytes> &all)
{
	uint64_t size = layout.getTypeAllocSize(&type).getFixedValue();
	if (auto *structure = dyn_cast<StructType>(&type)) {
		// A program may use what is padding, as that of an object which serves as storage. Not of what a lambda
		// captures, which has no name in the program.
		if (!structure->hasName() || structure->getName().substr(0, 10) != "class.anon") {
			add(all, offset, size);
			return;
		}
		const StructLayout *places = layout.getStructLayout(structure);
		for (unsigned i = 0; i < structure->getNumElements(); i++)
			addContents(*structure->getElementType(i), offset + places->getElementOffset(i), layout, all);
	} else if (auto *array = dyn_cast<ArrayType>(&type); array && array->getNumElements() <= mostElements) {
		uint64_t step = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
		for (uint64_t i = 0; i < array->getNumElements(); i++)
			addContents(*array->getElementType(), offset + i * step, layout, all);
	} else if (array) {
		add(all, offset, size);
	} else {
		add(all, offset, layout.getTypeStoreSize(&type).getFixedValue());
	}
}

} // namespace

std::vector<Bytes> contentsOf(Type &type, const DataLayout &layout)
{
	std::vector<Bytes> all;
	addContents(type, 0, layout, all);
	return all;
}

} // namespace drista
