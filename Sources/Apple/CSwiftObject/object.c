#include "CSwiftObject.h"

// Swift passes the type in its context register (docs/ABI/CallingConvention.rst).
typedef void *(*swift_init)(__attribute__((swift_context)) const void *type)
    __attribute__((swiftcall));

void *call_swift_init(const void *function, const void *type) {
  return ((swift_init)function)(type);
}
