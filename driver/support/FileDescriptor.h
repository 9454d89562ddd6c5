// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_SUPPORT_FILEDESCRIPTOR_H
#define COVERME_DRIVER_SUPPORT_FILEDESCRIPTOR_H

// glibc 2.36 has no extern "C" of its own there.
extern "C" {
#include <sys/pidfd.h>
}
#include <unistd.h>

#include <utility>

namespace coverme {

// Owns a POSIX file descriptor.
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : descriptor(descriptor) {}
  FileDescriptor(FileDescriptor &&other) noexcept
      : descriptor(std::exchange(other.descriptor, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    reset(std::exchange(other.descriptor, -1));
    return *this;
  }
  FileDescriptor(const FileDescriptor &) = delete;
  FileDescriptor &operator=(const FileDescriptor &) = delete;
  ~FileDescriptor() { reset(); }

  int get() const { return descriptor; }
  explicit operator bool() const { return descriptor >= 0; }
  void reset(int replacement = -1) {
    if (descriptor >= 0)
      ::close(descriptor);
    descriptor = replacement;
  }

private:
  int descriptor = -1;
};

// A descriptor that becomes readable when the child process ends.
inline FileDescriptor openProcess(pid_t child) {
  return FileDescriptor(::pidfd_open(child, 0));
}

} // namespace coverme

#endif
