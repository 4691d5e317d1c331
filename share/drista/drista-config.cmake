# find_package(drista), with drista_DIR as `drista cmake-dir` prints it.
include("${CMAKE_CURRENT_LIST_DIR}/drista.cmake")
