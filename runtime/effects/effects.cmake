# Makes effects.inc, which is in EFFECTS_INCLUDE, of the *.effects files (the target `effects`).
find_program(NODE NAMES node nodejs)
if(NOT NODE)
	message(FATAL_ERROR "the table of effects is made by Node: install it, or pass -DNODE=...")
endif()
set(EFFECTS_INCLUDE ${CMAKE_BINARY_DIR}/effects)
file(MAKE_DIRECTORY ${EFFECTS_INCLUDE})
file(GLOB EFFECTS CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.effects)
set(MAKE_EFFECTS ${CMAKE_CURRENT_LIST_DIR}/generate.mjs)
add_custom_command(OUTPUT ${EFFECTS_INCLUDE}/effects.inc
	DEPENDS ${EFFECTS} ${MAKE_EFFECTS} ${CMAKE_CURRENT_LIST_DIR}/parse.cjs ${CMAKE_CURRENT_LIST_DIR}/effects.h
	COMMAND ${NODE} ${MAKE_EFFECTS} ${EFFECTS_INCLUDE}/effects.inc ${EFFECTS})
add_custom_target(effects DEPENDS ${EFFECTS_INCLUDE}/effects.inc)
