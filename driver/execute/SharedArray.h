// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a worker and its parent both see, and that survives the worker.
#ifndef COVERME_DRIVER_EXECUTE_SHAREDARRAY_H
#define COVERME_DRIVER_EXECUTE_SHAREDARRAY_H

#include "support/Error.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace coverme {

// A zero-initialised array in an anonymous shared mapping. Forked children see
// it at the same address. Pages that nobody touches cost nothing.
template <class T> class SharedArray {
  static_assert(std::is_trivially_copyable_v<T>,
                "other processes see nothing but the bytes");

public:
  explicit SharedArray(size_t count) : count(count) {
    void *address = ::mmap(nullptr, byteSize() + 2 * kGuard, PROT_NONE,
                           MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED ||
        ::mprotect(static_cast<char *>(address) + kGuard, byteSize(),
                   PROT_READ | PROT_WRITE) != 0)
      fail(ExitCode::Internal, "cannot map {} bytes of shared memory: {}",
           byteSize(), std::strerror(errno));
    elements = reinterpret_cast<T *>(static_cast<char *>(address) + kGuard);
  }
  ~SharedArray() {
    if (elements != nullptr)
      ::munmap(reinterpret_cast<char *>(elements) - kGuard,
               byteSize() + 2 * kGuard);
  }
  SharedArray(SharedArray &&other) noexcept
      : elements(std::exchange(other.elements, nullptr)), count(other.count) {}
  SharedArray(const SharedArray &) = delete;
  SharedArray &operator=(const SharedArray &) = delete;
  SharedArray &operator=(SharedArray &&) = delete;

  T *data() const { return elements; }
  size_t size() const { return count; }
  T &operator[](size_t index) const { return elements[index]; }
  // Sets the access rights of this process, by the constants of mprotect. The
  // array has whole pages of its own.
  void protect(int protection) const {
    ::mprotect(elements, byteSize(), protection);
  }
  T *begin() const { return elements; }
  T *end() const { return elements + count; }

private:
  // The bytes on each side that nobody can access, lest the code under test
  // gets here by accident. A multiple of the page size.
  static constexpr size_t kGuard = size_t{1} << 16;

  size_t byteSize() const { return (count == 0 ? 1 : count) * sizeof(T); }

  T *elements = nullptr;
  size_t count;
};

} // namespace coverme

#endif
