#pragma once
#include <stddef.h>
#include <stdint.h>

// libFuzzer's driver, which the compiler links with -sanitize=fuzzer. LLVM installs no header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));
