// Calls a function of Swift's that Swift's source cannot name.
#ifndef C_SWIFT_OBJECT_H
#define C_SWIFT_OBJECT_H

// Calls `init()` of a class, which allocates the object, by its address. Returns the object, which
// the caller owns.
void *_Nonnull call_swift_init(const void *_Nonnull function, const void *_Nonnull type);

#endif
