// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/Sandbox.h"

#include "execute/Worker.h"
#include "support/TrustedCall.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace coverme {
namespace {

constexpr rlim_t kMaxFileSize = rlim_t{64} << 20;

// Calls of other numbers are made for x32, whose pointers have 32 bits.
constexpr uint32_t kFirstOfX32 = 0x40000000;

// SYS_SECCOMP, which libc's headers lack.
constexpr int kFromFilter = 1;

constexpr uint32_t kFail = SECCOMP_RET_ERRNO | EPERM;
constexpr uint32_t kMissing = SECCOMP_RET_ERRNO | ENOSYS;

constexpr long kStarts[] = {SYS_fork, SYS_vfork, SYS_execve, SYS_execveat,
                            SYS_pidfd_send_signal};

constexpr long kRefused[] = {
    // other processes
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp,
    SYS_process_madvise, SYS_pidfd_getfd,
    // who the process is
    SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid,
    SYS_setresgid, SYS_setgroups, SYS_setfsuid, SYS_setfsgid, SYS_capset,
    SYS_setsid, SYS_setpgid,
    // what it sees of the machine
    SYS_chroot, SYS_pivot_root, SYS_mount, SYS_umount2, SYS_mount_setattr,
    SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsmount, SYS_unshare,
    SYS_setns,
    // the machine itself
    SYS_reboot, SYS_kexec_load, SYS_kexec_file_load, SYS_init_module,
    SYS_finit_module, SYS_delete_module, SYS_swapon, SYS_swapoff,
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex,
    SYS_sethostname, SYS_setdomainname, SYS_acct, SYS_quotactl, SYS_iopl,
    SYS_ioperm, SYS_bpf,
    // how it is run
    SYS_seccomp, SYS_setrlimit, SYS_setpriority, SYS_sched_setscheduler,
    SYS_sched_setparam, SYS_sched_setattr, SYS_ioprio_set};

// Attributes of files, by which nobody can remove them.
constexpr uint32_t kRefusedControls[] = {FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS,
                                         FS_IOC_FSSETXATTR};

constexpr uint32_t kRefusedOptions[] = {
    PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_SECCOMP, PR_SET_MM,
    PR_SET_SYSCALL_USER_DISPATCH};

// A program of the kernel's filter machine: it looks at one system call, and
// its first `end` that is reached says what becomes of it.
class Filter {
public:
  // Says what becomes of the call.
  void end(uint32_t action) { add(BPF_RET | BPF_K, action); }

  // Loads 32 bits of the call's description.
  void load(size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset));
  }
  void loadNumber() { load(offsetof(seccomp_data, nr)); }
  // The low half, which is all that numbers of processes and signals take.
  void loadArgument(unsigned index) {
    load(offsetof(seccomp_data, args) + index * sizeof(uint64_t));
  }
  void loadHighHalf(unsigned index) {
    load(offsetof(seccomp_data, args) + index * sizeof(uint64_t) +
         sizeof(uint32_t));
  }

  // Runs `body` if what is loaded is `value`; it loads what it looks at.
  template <class Body> void ifEqual(uint32_t value, const Body &body) {
    branch(BPF_JEQ, value, body);
  }
  template <class Body> void ifAtLeast(uint32_t value, const Body &body) {
    branch(BPF_JGE, value, body);
  }
  template <class Body> void ifAnyBit(uint32_t bits, const Body &body) {
    branch(BPF_JSET, bits, body);
  }
  void endIfEqual(uint32_t value, uint32_t action) {
    ifEqual(value, [&] { end(action); });
  }
  void endUnlessEqual(uint32_t value, uint32_t action) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value);
    program.back().jt = 1;
    end(action);
  }

  bool install() {
    const sock_fprog whole{static_cast<unsigned short>(program.size()),
                           program.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           // Without the flag, some processors run all code slower.
           ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                     SECCOMP_FILTER_FLAG_SPEC_ALLOW, &whole) == 0;
  }

private:
  void add(int code, uint32_t operand) {
    program.push_back({static_cast<uint16_t>(code), 0, 0, operand});
  }
  template <class Body>
  void branch(int condition, uint32_t operand, const Body &body) {
    const size_t place = program.size();
    add(BPF_JMP | condition | BPF_K, operand);
    body();
    program[place].jf = static_cast<uint8_t>(program.size() - place - 1);
  }

  std::vector<sock_filter> program;
};

// What the sandbox says of a call; each rule that loads something else than
// the number ends in a verdict.
void addRules(Filter &filter, pid_t self) {
  const auto own = static_cast<uint32_t>(self);
  // A signal, which argument `at` tells, to the process in argument 0.
  const auto signalRule = [&](long number, unsigned at) {
    filter.ifEqual(static_cast<uint32_t>(number), [&] {
      filter.loadArgument(at);
      filter.endIfEqual(SIGKILL, SECCOMP_RET_TRAP);
      filter.endIfEqual(SIGSTOP, SECCOMP_RET_TRAP);
      filter.endIfEqual(0, SECCOMP_RET_ALLOW); // asks whether it is there
      filter.loadArgument(0);
      filter.endIfEqual(own, SECCOMP_RET_ALLOW);
      filter.end(SECCOMP_RET_TRAP);
    });
  };
  signalRule(SYS_kill, 1);
  signalRule(SYS_tkill, 1);
  signalRule(SYS_tgkill, 2);
  signalRule(SYS_rt_sigqueueinfo, 1);
  signalRule(SYS_rt_tgsigqueueinfo, 2);
  filter.ifEqual(SYS_clone, [&] {
    filter.loadArgument(0);
    filter.ifAnyBit(CLONE_THREAD, [&] { filter.end(SECCOMP_RET_ALLOW); });
    filter.end(SECCOMP_RET_TRAP);
  });
  // Its flags are in memory, where no filter sees them; libc then takes clone.
  filter.endIfEqual(SYS_clone3, kMissing);
  filter.ifEqual(SYS_prctl, [&] {
    filter.loadArgument(0);
    for (const uint32_t option : kRefusedOptions)
      filter.endIfEqual(option, kFail);
    filter.end(SECCOMP_RET_ALLOW);
  });
  filter.ifEqual(SYS_ioctl, [&] {
    filter.loadArgument(1);
    for (const uint32_t control : kRefusedControls)
      filter.endIfEqual(control, kFail);
    filter.end(SECCOMP_RET_ALLOW);
  });
  filter.ifEqual(SYS_prlimit64, [&] { // without a new limit it only asks
    for (const bool isHigh : {false, true}) {
      isHigh ? filter.loadHighHalf(2) : filter.loadArgument(2);
      filter.ifAtLeast(1, [&] { filter.end(kFail); });
    }
    filter.end(SECCOMP_RET_ALLOW);
  });
  filter.ifEqual(SYS_personality, [&] { // all ones only ask
    filter.loadArgument(0);
    filter.endIfEqual(UINT32_MAX, SECCOMP_RET_ALLOW);
    filter.end(kFail);
  });
  for (const long number : kStarts)
    filter.endIfEqual(static_cast<uint32_t>(number), SECCOMP_RET_TRAP);
  for (const long number : kRefused)
    filter.endIfEqual(static_cast<uint32_t>(number), kFail);
}

bool installFilter() {
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.endUnlessEqual(AUDIT_ARCH_X86_64, SECCOMP_RET_TRAP);
  const uint64_t trusted = placeOfTrustedCalls();
  constexpr size_t kPlace = offsetof(seccomp_data, instruction_pointer);
  filter.load(kPlace);
  filter.ifEqual(static_cast<uint32_t>(trusted), [&] {
    filter.load(kPlace + sizeof(uint32_t));
    filter.endIfEqual(static_cast<uint32_t>(trusted >> 32), SECCOMP_RET_ALLOW);
  });
  filter.loadNumber();
  filter.ifAtLeast(kFirstOfX32, [&] { filter.end(kMissing); });
  addRules(filter, ::getpid());
  filter.end(SECCOMP_RET_ALLOW);
  return filter.install();
}

void onForbiddenCall(int, siginfo_t *, void *context) {
  failForbiddenCall(*static_cast<ucontext_t *>(context));
}

} // namespace

void enterSandbox() {
  const rlimit files{kMaxFileSize, kMaxFileSize};
  ::setrlimit(RLIMIT_FSIZE, &files);
  struct sigaction action{};
  action.sa_sigaction = onForbiddenCall;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  ::sigaction(SIGSYS, &action, nullptr);
  installFilter(); // where there are none, the interposers have to do
}

// Code that reads the stack beyond its own is to see the same in each process:
// the word that stack protectors compare (System V ABI, x86-64: %fs:40), of
// which no function that is active here and returns has a copy. It begins with
// a zero, as libc's does, which ends texts.
static void fixStackProtector() {
  constexpr uint64_t kWord = 0xc0ffee0123456700;
  asm volatile("movq %0, %%fs:40" : : "r"(kWord) : "memory");
}

LoadedObject loadInSandbox(const std::filesystem::path &sharedObject,
                           const Program &program) {
  fixStackProtector();
  enterSandbox();
  const LoadedObject object = loadObject(sharedObject, program);
  noteLoaded();
  return object;
}

std::optional<ForbiddenCall> forbiddenCall(const siginfo_t &info,
                                           const ucontext_t &context) {
  if (info.si_signo != SIGSYS || info.si_code != kFromFilter)
    return std::nullopt;
  const greg_t *registers = context.uc_mcontext.gregs;
  greg_t number = 0;
  switch (info.si_syscall) {
  case SYS_kill:
  case SYS_tkill:
  case SYS_rt_sigqueueinfo:
    number = registers[REG_RSI];
    break;
  case SYS_tgkill:
  case SYS_rt_tgsigqueueinfo:
    number = registers[REG_RDX];
    break;
  default:
    return ForbiddenCall{};
  }
  const bool isToItself = static_cast<pid_t>(registers[REG_RDI]) == ::getpid();
  return ForbiddenCall{isToItself ? static_cast<int>(number) : 0};
}

void failForbiddenCall(ucontext_t &context) {
  context.uc_mcontext.gregs[REG_RAX] = -EAGAIN;
}

} // namespace coverme
