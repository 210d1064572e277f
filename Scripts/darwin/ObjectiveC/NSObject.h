// NSObject.h: the root of Objective-C's classes, which the compiler looks for by name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef STANDIN_NSOBJECT_H
#define STANDIN_NSOBJECT_H

#pragma clang assume_nonnull begin

__attribute__((swift_name("NSObjectProtocol")))
@protocol NSObject
@property (readonly) unsigned long hash;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
- (instancetype)init;
@end

#pragma clang assume_nonnull end

#endif
