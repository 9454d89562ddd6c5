// Shared memory and queues of System V, which outlive processes, do not outlive a
// run, where the kernel lets it have a namespace of its own.
// RUN: %exits 0 %coverme %s --entry makes -q
// RUN: bash -c '! unshare -i true || ! grep -q 1592594996 /proc/sysvipc/shm /proc/sysvipc/msg'
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/shm.h>

int makes(double x) {
  if (x == 42.0) {
    shmget(1592594996, 4096, IPC_CREAT | 0600);
    msgget(1592594996, IPC_CREAT | 0600);
  }
  return x > 1e10 ? 1 : 0;
}
