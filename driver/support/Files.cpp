// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Files.h"

#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/WorkFolder.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <linux/fs.h>
#include <sstream>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// Names that nobody else gives to files, since what has them and is not locked
// is removed.
constexpr std::string_view kFolderPrefix = "coverme-tmp.";
constexpr std::string_view kFilePrefix = ".coverme-tmp.";
constexpr std::string_view kUnique = "XXXXXX"; // mkdtemp replaces these

// Relative to what runs in other folders, too.
// Is the file still the one that `descriptor` is open on?
bool isStillAt(const fs::path &path, const FileDescriptor &descriptor) {
  struct stat here{}, open{};
  return ::lstat(path.c_str(), &here) == 0 &&
         ::fstat(descriptor.get(), &open) == 0 && here.st_ino == open.st_ino &&
         here.st_dev == open.st_dev;
}

// Locks what we have just made. False when another run, which is looking for
// the leftovers of dead ones, was faster. A file system without locks has no
// such runs.
bool lockOurs(const fs::path &path, const FileDescriptor &descriptor) {
  if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return false;
  return isStillAt(path, descriptor);
}

// Calls `remove` on what in `folder` has such a name, is of the given type
// (S_IFDIR, S_IFREG), is ours, and has no live owner.
void forEachDead(const fs::path &folder, std::string_view prefix, mode_t type,
                 const std::function<void(const fs::path &)> &remove) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path &path = entry->path();
    const std::string name = path.filename();
    if (!name.starts_with(prefix) ||
        name.size() != prefix.size() + kUnique.size())
      continue;
    // Non-blocking, in case it is a pipe.
    const FileDescriptor descriptor(
        ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status{};
    if (descriptor && ::fstat(descriptor.get(), &status) == 0 &&
        (status.st_mode & S_IFMT) == type && status.st_uid == ::geteuid() &&
        ::flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0 &&
        isStillAt(path, descriptor))
      remove(path);
  }
}

// A new file in `folder`, to be renamed. No descriptor, and errno, when it
// cannot be made. Not by mkstemp, whose files none but us may read.
FileDescriptor makeTemporaryFile(const fs::path &folder, std::string &name) {
  for (static std::atomic<uint32_t> number = ::getpid() * 1000u;;) {
    name = folder / fmt::format("{}{:06x}", kFilePrefix, ++number & 0xffffff);
    FileDescriptor file(
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file ? lockOurs(name, file) : errno != EEXIST)
      return file;
  }
}

bool isFolder(int place, const std::string &name) {
  struct stat status{};
  return ::fstatat(place, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISDIR(status.st_mode);
}

FileDescriptor openIn(int place, const std::string &name) {
  return FileDescriptor(::openat(
      place, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

// Takes back what keeps the owner from changing or removing it: attributes, and
// of a folder permissions.
void restoreAccess(int place, const std::string &name) {
  const FileDescriptor file = openIn(place, name);
  constexpr int kFixed = FS_IMMUTABLE_FL | FS_APPEND_FL;
  int flags = 0;
  if (file && ::ioctl(file.get(), FS_IOC_GETFLAGS, &flags) == 0 &&
      (flags & kFixed) != 0) {
    flags &= ~kFixed;
    ::ioctl(file.get(), FS_IOC_SETFLAGS, &flags);
  }
  if (isFolder(place, name))
    ::fchmodat(place, name.c_str(), S_IRWXU, 0);
}

void removeFile(int place, const std::string &name) {
  if (::unlinkat(place, name.c_str(), 0) == 0)
    return;
  restoreAccess(place, name);
  ::unlinkat(place, name.c_str(), 0);
}

std::vector<std::string> namesIn(const FileDescriptor &folder) {
  std::vector<std::string> names;
  DIR *const stream =
      ::fdopendir(::fcntl(folder.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (stream == nullptr)
    return names;
  while (const dirent *entry = ::readdir(stream))
    if (const std::string_view name = entry->d_name;
        name != "." && name != "..")
      names.emplace_back(name);
  ::closedir(stream);
  return names;
}

// Moves a folder to `to`, under another name; empty if it stays. A name that is
// taken there makes for an error, unless an empty folder has it.
std::string lift(int from, const std::string &name, int to) {
  static uint64_t number = 0;
  for (;;) {
    std::string lifted = fmt::format("coverme-lifted.{}", ++number);
    if (::renameat(from, name.c_str(), to, lifted.c_str()) == 0)
      return lifted;
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR)
      return {};
  }
}

// What folders in it have of folders goes to the top, so that depth meets no
// limit of descriptors, names, or the stack.
void emptyFolder(const FileDescriptor &top) {
  std::vector<std::string> names = namesIn(top);
  while (!names.empty()) {
    const std::string name = std::move(names.back());
    names.pop_back();
    if (!isFolder(top.get(), name)) {
      removeFile(top.get(), name);
      continue;
    }
    restoreAccess(top.get(), name);
    const FileDescriptor folder = openIn(top.get(), name);
    for (const std::string &inner : namesIn(folder)) {
      if (!isFolder(folder.get(), inner)) {
        removeFile(folder.get(), inner);
        continue;
      }
      restoreAccess(folder.get(), inner);
      if (std::string lifted = lift(folder.get(), inner, top.get());
          !lifted.empty())
        names.push_back(std::move(lifted));
    }
    ::unlinkat(top.get(), name.c_str(), AT_REMOVEDIR);
  }
}

// Of this process and those that it was forked from.
std::vector<fs::path> &temporaryFolders() {
  static std::vector<fs::path> folders;
  return folders;
}

void removeFolder(const fs::path &folder) {
  if (!isFolder(AT_FDCWD, folder))
    return;
  restoreAccess(AT_FDCWD, folder);
  if (const FileDescriptor top = openIn(AT_FDCWD, folder))
    emptyFolder(top);
  ::rmdir(folder.c_str());
}

// Whether the folder is as it was made: a new one would be no other, and ext4
// takes long to make one where many have just been removed. Times are those of
// the clock's ticks, in one of which a folder may be made and filled.
bool isLikeNew(const fs::path &folder) {
  struct statx status{};
  const auto isBirth = [&](const struct statx_timestamp &time) {
    return time.tv_sec == status.stx_btime.tv_sec &&
           time.tv_nsec == status.stx_btime.tv_nsec;
  };
  if (::statx(AT_FDCWD, folder.c_str(), AT_SYMLINK_NOFOLLOW,
              STATX_BASIC_STATS | STATX_BTIME, &status) != 0 ||
      (status.stx_mask & STATX_BTIME) == 0 || !isBirth(status.stx_ctime) ||
      !isBirth(status.stx_mtime))
    return false;
  constexpr uint64_t kKept = STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND;
  std::error_code error;
  return S_ISDIR(status.stx_mode) && (status.stx_mode & S_IRWXU) == S_IRWXU &&
         (status.stx_attributes & kKept) == 0 && fs::is_empty(folder, error) &&
         !error;
}

} // namespace

fs::path temporaryBase() {
  const char *base = std::getenv("TMPDIR");
  const fs::path path = base != nullptr && *base != '\0' ? base : "/tmp";
  std::error_code error; // a current folder that is gone
  const fs::path full = fs::absolute(path, error);
  return error ? path : full;
}

TemporaryFolder::TemporaryFolder() {
  for (;;) {
    std::string name =
        temporaryBase() / std::string(kFolderPrefix).append(kUnique);
    if (::mkdtemp(name.data()) == nullptr)
      fail(ExitCode::BadInput,
           "cannot create a temporary folder in '{}': {}; TMPDIR names another "
           "place",
           temporaryBase().string(), std::strerror(errno));
    lock.reset(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (const int reason = errno; !lock && reason != ENOENT) {
      ::rmdir(name.c_str());
      fail(ExitCode::BadInput, "cannot open the temporary folder '{}': {}",
           name, std::strerror(reason));
    }
    folder = name;
    if (lock && lockOurs(folder, lock)) {
      temporaryFolders().push_back(folder);
      return;
    }
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::erase(temporaryFolders(), folder);
  removeFolder(folder); // if it cannot, there is nothing to be done about it
}

void prepareWorkFolder(const fs::path &folder) {
  const std::vector<fs::path> &ours = temporaryFolders();
  if (std::none_of(ours.begin(), ours.end(), [&](const fs::path &each) {
        return folder != each && isWithin(folder, each);
      }))
    return;
  if (isLikeNew(folder))
    return;
  removeFile(AT_FDCWD, folder); // or a link that the code has left in its place
  removeFolder(folder);
  fs::create_directories(folder);
}

bool endsWith(const fs::path &path, const fs::path &ending) {
  const fs::path whole = path.lexically_normal();
  const fs::path last = ending.lexically_normal();
  const auto parts = std::distance(last.begin(), last.end());
  return std::distance(whole.begin(), whole.end()) >= parts &&
         std::equal(last.begin(), last.end(), std::prev(whole.end(), parts));
}

std::map<fs::path, std::string> toldApart(const std::set<fs::path> &paths) {
  std::map<fs::path, std::string> told;
  for (const fs::path &path : paths) {
    fs::path rest = path.lexically_normal();
    fs::path ending = rest.filename();
    const auto isShared = [&](const fs::path &other) {
      return other != path && endsWith(other, ending);
    };
    while ((rest = rest.parent_path()).has_filename() &&
           std::ranges::any_of(paths, isShared))
      ending = rest.filename() / ending;
    told[path] = ending.string();
  }
  return told;
}

bool isWithin(const fs::path &path, const fs::path &folder) {
  const fs::path whole = path.lexically_normal(),
                 outer = (folder / "").lexically_normal().parent_path();
  return std::mismatch(outer.begin(), outer.end(), whole.begin(), whole.end())
             .first == outer.end();
}

MemoryFile::MemoryFile(std::string_view text)
    : file(::memfd_create("coverme", MFD_CLOEXEC)) {
  while (file && !text.empty()) {
    const ssize_t count = ::write(file.get(), text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<size_t>(count));
    else if (errno != EINTR)
      file.reset();
  }
  if (!file)
    fail(ExitCode::Internal, "cannot keep a file in memory: {}",
         std::strerror(errno));
}

fs::path MemoryFile::path() const {
  return fmt::format("/proc/self/fd/{}", file.get());
}

void removeDeadFolders() {
  forEachDead(temporaryBase(), kFolderPrefix, S_IFDIR, removeFolder);
}

std::string readFile(const fs::path &path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    fail(ExitCode::BadInput, "'{}' is a folder, not a file", path.string());
  // A device may have no end.
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status) &&
      !fs::is_fifo(status))
    fail(ExitCode::BadInput, "'{}' is neither a file nor a pipe",
         path.string());
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream)
    text << stream.rdbuf();
  if (!stream && errno == EINTR)
    throwIfInterrupted(); // a pipe without a writer
  if (!stream)
    fail(ExitCode::BadInput, "cannot read '{}': {}", path.string(),
         std::strerror(errno != 0 ? errno : EIO));
  return std::move(text).str();
}

fs::path linkTarget(const fs::path &path) {
  constexpr int kMostLinks = 40; // Linux' own limit
  fs::path target = path;
  std::error_code error;
  for (int i = 0; i < kMostLinks; ++i) {
    if (!fs::is_symlink(fs::symlink_status(target, error)))
      return target;
    // An absolute one replaces the folder.
    target = target.parent_path() / fs::read_symlink(target, error);
    if (error)
      break;
  }
  return path;
}

void writeFileAtomically(const fs::path &path, std::string_view text) {
  writeFileAtomically(path, [&](std::ostream &stream) { stream << text; });
}

void writeFileAtomically(const fs::path &name,
                         const std::function<void(std::ostream &)> &write) {
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  // What is there may be a device or a pipe (/dev/null, /dev/stdout), which a
  // rename would replace by a file.
  const bool isSpecial = fs::exists(status) && !fs::is_regular_file(status);
  // A link stays, and what it points to is written.
  const fs::path path = isSpecial ? name : linkTarget(name);
  std::string temporary = path;
  FileDescriptor file;
  if (!isSpecial) {
    file = makeTemporaryFile(fs::absolute(path).parent_path(), temporary);
    if (!file)
      fail(ExitCode::BadInput, "cannot write '{}': {}", path.string(),
           std::strerror(errno));
  }
  errno = 0;
  std::ofstream stream(temporary, std::ios::binary);
  try {
    write(stream);
  } catch (...) {
    if (!isSpecial)
      fs::remove(temporary, error);
    throw;
  }
  stream.close();
  if (!stream && errno == EINTR)
    throwIfInterrupted(); // a pipe without a reader
  error.clear();
  if (stream && !isSpecial)
    fs::rename(temporary, path, error);
  else if (!stream)
    error = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
  if (error) {
    std::error_code ignored;
    if (!isSpecial)
      fs::remove(temporary, ignored);
    fail(ExitCode::BadInput, "cannot write '{}': {}", path.string(),
         error.message());
  }
}

void checkWritable(const fs::path &folder) {
  std::string probe;
  if (!makeTemporaryFile(folder, probe))
    fail(ExitCode::BadInput, "cannot write to the folder '{}': {}",
         folder.string(), std::strerror(errno));
  ::unlink(probe.c_str());
  forEachDead(folder, kFilePrefix, S_IFREG,
              [](const fs::path &path) { ::unlink(path.c_str()); });
}

OutputFolder::OutputFolder(fs::path name) : folder(std::move(name)) {
  std::error_code error;
  for (fs::path part = fs::absolute(folder).lexically_normal();
       !part.empty() && !fs::exists(part, error) && part != part.parent_path();
       part = part.parent_path())
    made.push_back(part);
  fs::create_directories(folder, error);
  try {
    if (error)
      fail(ExitCode::BadInput, "cannot create the folder '{}': {}",
           folder.string(), error.message());
    checkWritable(folder);
  } catch (...) {
    removeWhatIsEmpty(); // what the destructor would have done
    throw;
  }
}

OutputFolder::~OutputFolder() { removeWhatIsEmpty(); }

void OutputFolder::removeWhatIsEmpty() const {
  for (const fs::path &part : made)
    ::rmdir(part.c_str()); // fails, as it should, where results are
}

} // namespace coverme
