// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/WriteLimits.h"

#include "support/Files.h"
#include "support/TrustedCall.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// Later than the headers of Debian 12.
constexpr uint64_t kTruncate = uint64_t{1} << 14;

constexpr uint64_t kChangesOfFiles = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr uint64_t kChanges =
    kChangesOfFiles | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |
    LANDLOCK_ACCESS_FS_REFER;

// Of those, the ones that the kernel knows.
uint64_t knownChanges() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0,
                                 LANDLOCK_CREATE_RULESET_VERSION);
  uint64_t known = kChanges;
  if (version < 3)
    known &= ~kTruncate;
  if (version < 2)
    known &= ~uint64_t{LANDLOCK_ACCESS_FS_REFER};
  return version < 1 ? 0 : known;
}

} // namespace

WriteLimits::WriteLimits(const fs::path &folder) {
  const uint64_t known = knownChanges();
  if (known == 0)
    return;
  const landlock_ruleset_attr limited{known};
  rules.reset(static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, &limited, sizeof limited, 0)));
  for (const fs::path &place :
       {folder, temporaryBase(), fs::path("/tmp"), fs::path("/dev/shm")})
    allow(place, known);
  for (const char *device : {"/dev/null", "/dev/zero", "/dev/full",
                             "/dev/random", "/dev/urandom", "/dev/tty"})
    allow(device, known & kChangesOfFiles);
}

void WriteLimits::allow(const fs::path &place, uint64_t accesses) const {
  const FileDescriptor open(::open(place.c_str(), O_PATH | O_CLOEXEC));
  const landlock_path_beneath_attr rule{accesses, open.get()};
  if (rules && open)
    ::syscall(SYS_landlock_add_rule, rules.get(), LANDLOCK_RULE_PATH_BENEATH,
              &rule, 0);
}

void WriteLimits::enter() const {
  if (!rules)
    return;
  trustedCall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1);
  trustedCall(SYS_landlock_restrict_self, rules.get(), 0);
}

} // namespace coverme
