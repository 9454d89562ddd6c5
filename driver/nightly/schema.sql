-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- The store of nightly runs, schema 2. A result is kept once for as long as it
-- stays the same: the row's last_run moves on. A night on which the function
-- was not run, or came out otherwise, starts a new row.
PRAGMA user_version = 2;

CREATE TABLE runs (
  id INTEGER PRIMARY KEY, -- in the order of the nights
  label TEXT NOT NULL UNIQUE, -- an ISO date, or a name that was given
  seed INTEGER NOT NULL,
  started TEXT NOT NULL,
  finished TEXT, -- null: it was cut
  tool TEXT NOT NULL,
  compiler TEXT NOT NULL,
  manifest TEXT NOT NULL -- its SHA-256
);
CREATE TABLE libraries (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
CREATE TABLE functions (
  id INTEGER PRIMARY KEY,
  library INTEGER NOT NULL REFERENCES libraries,
  file TEXT NOT NULL, -- relative to the library's folder
  name TEXT NOT NULL,
  UNIQUE (library, file, name)
);
CREATE TABLE results (
  id INTEGER PRIMARY KEY,
  function INTEGER NOT NULL REFERENCES functions,
  first_run INTEGER NOT NULL REFERENCES runs,
  last_run INTEGER NOT NULL REFERENCES runs,
  -- SHA-256 of what the results of the file's functions hang on (preprocessed
  -- texts, flags, options, tool), ':', and the same of this function alone.
  key TEXT NOT NULL,
  status TEXT NOT NULL, -- complete, partial, failed, skipped
  reason TEXT,
  line INTEGER,
  evaluations INTEGER NOT NULL,
  seconds REAL NOT NULL, -- of the run that searched
  effort INTEGER NOT NULL, -- times the base budget
  total INTEGER NOT NULL,
  covered INTEGER NOT NULL,
  proved INTEGER NOT NULL,
  deemed INTEGER NOT NULL,
  open INTEGER NOT NULL,
  suite BLOB, -- coverme-suite/1 as zlib compresses it
  -- The last run that replayed its tests.
  replayed INTEGER
);
CREATE TABLE branches (
  result INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
  name TEXT NOT NULL, -- stable over moved lines, as --baseline has them
  line INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  verdict TEXT NOT NULL,
  PRIMARY KEY (result, name, outcome)
) WITHOUT ROWID;
CREATE TABLE findings (
  result INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
  name TEXT NOT NULL, -- stable over nights
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  command TEXT NOT NULL, -- shows it
  PRIMARY KEY (result, name)
) WITHOUT ROWID;
CREATE TABLE totals (
  run INTEGER NOT NULL REFERENCES runs,
  library INTEGER NOT NULL REFERENCES libraries,
  version TEXT NOT NULL,
  functions INTEGER NOT NULL,
  searched INTEGER NOT NULL,
  replayed INTEGER NOT NULL,
  total INTEGER NOT NULL,
  covered INTEGER NOT NULL,
  proved INTEGER NOT NULL,
  deemed INTEGER NOT NULL,
  open INTEGER NOT NULL,
  findings INTEGER NOT NULL,
  seconds REAL NOT NULL,
  PRIMARY KEY (run, library)
) WITHOUT ROWID;
CREATE TABLE changes (
  run INTEGER NOT NULL REFERENCES runs,
  function INTEGER NOT NULL REFERENCES functions,
  -- branch-lost, branch-open, branch-won, proof-lost, finding-new, finding-gone,
  -- function-new, function-gone, function-renamed, function-failed, slower,
  -- flaky, result-changed
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  command TEXT NOT NULL, -- shows it
  accepted TEXT, -- why, by whom, until when
  PRIMARY KEY (run, function, kind, name)
) WITHOUT ROWID;
-- Of a run over a part of all functions, which part it was.
CREATE TABLE shards (
  run INTEGER PRIMARY KEY REFERENCES runs,
  number INTEGER NOT NULL, -- from 1
  count INTEGER NOT NULL
);
CREATE INDEX results_by_function ON results (function, last_run);
