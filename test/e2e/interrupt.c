// A cut run leaves nothing behind: by --timeout, which the report admits, and
// by a signal, after which it still reports what it has.
// RUN: %exits 1 %coverme %s --entry hard --prove off --timeout 1 --max-evals 4000000000 --json %t.json > %t.txt
// gcc makes no code of the line that no input decides otherwise.
// RUN: %check-suite --expect branches.covered=2 --expect cut='"timeout"' %t.json
// RUN: FileCheck %s < %t.txt
// CHECK: note: the search was cut by --timeout
// RUN: rm -f %t.json
// RUN: %exits 130 timeout --preserve-status -s INT 2 %coverme %s --entry hard --prove off --max-evals 4000000000 --json %t.json 2>&1 | FileCheck %s --check-prefix SIGNAL
// RUN: %check-suite --expect branches.covered=3 --expect gcov=null %t.json
// RUN: %exits 143 timeout --preserve-status -s TERM 2 %coverme %s --entry hard --prove off --max-evals 4000000000 2>&1 | FileCheck %s --check-prefix SIGNAL
// RUN: %check-suite --expect cut='"interrupt"' %t.json
// RUN: %exits 129 timeout --preserve-status -s HUP 2 %coverme %s --entry hard --prove off --max-evals 4000000000 2>&1 | FileCheck %s --check-prefix SIGNAL
// SIGNAL-DAG: hard: 3 of 4 branches covered
// SIGNAL-DAG: note: the run was interrupted
// SIGNAL-DAG: coverme: error: interrupted
//
// The replay's compiler, which works meanwhile, goes with it and with a run
// that fails.
// RUN: printf '#!/bin/sh\nsleep 60 & echo $! > %t.pid; wait\n' > %t.slow && chmod +x %t.slow
// RUN: %exits 130 timeout --preserve-status -s INT 2 %coverme %s --entry hard --prove off --gcov-cc %t.slow --max-evals 4000000000
// RUN: not bash -c 'ps -o stat= -p $(cat %t.pid) | grep -v Z'
// RUN: rm %t.pid
// RUN: %exits 3 timeout 30 %coverme %s --entry hard --prove off --gcov-cc %t.slow -- -DMISSING
// RUN: not bash -c 'ps -o stat= -p $(cat %t.pid) | grep -v Z'
// RUN: %exits 0 %coverme %s --list --gcov-cc %t.no-such
//
// While there is nothing to report: one line. (The compiler stands still, since
// nobody writes to the pipe.)
// RUN: rm -f %t.pipe && mkfifo %t.pipe
// RUN: %refuses 130 'coverme: error: interrupted' timeout --preserve-status -s INT 0.5 %coverme %s --entry hard --json %t.none.json -- -include %t.pipe
// RUN: not ls %t.none.json
//
// A file of a project that compiles then was not run, and has not failed.
// RUN: rm -rf %t.build && mkdir %t.build && printf '[{"directory": "%t.build", "file": "%s", "arguments": ["cc", "-include", "%t.pipe", "-c", "%s"]}]' > %t.build/compile_commands.json
// RUN: %exits 130 timeout --preserve-status -s INT 0.5 %coverme -p %t.build --all > %t.txt && FileCheck %s --check-prefix FILE < %t.txt
// FILE: 0 functions run, 1 not run;
// FILE: note: the run was interrupted
//
// Files that the signal came ahead of are listed, compiled or not.
// RUN: %python -c "import json, os, sys; d = sys.argv[1]; names = ['%s'] + [f'{d}/{n}.c' for n in 'abcd']; [open(n, 'w').write(f'int easy{i}(int x) {{ return x > 3; }}') for i, n in enumerate(names) if i]; json.dump([dict(directory=d, file=n, arguments=['cc', '-c', n]) for n in names], open(d + '/compile_commands.json', 'w'))" %t.build
// RUN: %exits 130 timeout --preserve-status -s INT 2 %coverme -p %t.build --all -j1 --prove off --max-evals 4000000000 --json %t.json > %t.txt && FileCheck %s --check-prefix FILES < %t.txt
// RUN: grep '"interrupted": true' %t.json
// FILES: 1 function run, 4 not run;
// FILES: note: the run was interrupted
// FILES: {{^}}not run
// FILES: a.c
// FILES: b.c
// FILES: c.c
// FILES: d.c
double missing(double);
int hard(double x) {
#ifdef MISSING
  x = missing(x);
#endif
  if (x * x < 0.0)
    return 1;
  if (x > 1.0)
    return 2;
  return 0;
}
