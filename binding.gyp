{
  "targets": [{
    "target_name": "drista",
    "sources": [
      "native/addon.cc", "native/alternation.cc", "native/frames.cc", "native/launch.cc",
      "native/living.cc", "native/process.cc", "native/pump.cc"
    ],
    "include_dirs": ["<!(node scripts/napi-headers.mjs)"],
    "defines": ["NODE_ADDON_API_CPP_EXCEPTIONS", "NAPI_VERSION=8", "NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"],
    "cflags!": ["-fno-exceptions"],
    "cflags_cc!": ["-fno-exceptions", "-std=gnu++20", "-std=gnu++17"],
    "cflags_cc": ["-std=c++17", "-Wall", "-Wextra", "-Wno-unused-parameter"]
  }]
}
