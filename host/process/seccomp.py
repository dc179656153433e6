"""seccomp: which system calls a process can make (Linux on x86_64 and aarch64).

Calls that no dungeon needs are refused and all others allowed, because the calls that Python and numpy need differ from
system to system. `man 2 seccomp` describes the programs that are built here.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterable
from functools import cache

from host.process import kernel

# Name, number on x86_64, number on aarch64; "-" where a machine has no such call. From 424 on the numbers are equal.
_REFUSED = """
the network, and io_uring, whose calls bypass this list
  socket 41 198  socketpair 53 199  connect 42 203  bind 49 200  listen 50 201  accept 43 202  accept4 288 242
  io_uring_setup 425 425  io_uring_enter 426 426  io_uring_register 427 427
new processes, and leaving the process group that is killed
  execve 59 221  execveat 322 281  setsid 112 157  setpgid 109 154  setns 308 268  unshare 272 97
other processes
  ptrace 101 117  process_vm_readv 310 270  process_vm_writev 311 271  process_madvise 440 440  kcmp 312 272
  tkill 200 130  rt_sigqueueinfo 129 138  rt_tgsigqueueinfo 297 240  process_mrelease 448 448
  pidfd_open 434 434  pidfd_send_signal 424 424  pidfd_getfd 438 438
more processor time than other processes
  setpriority 141 140  ioprio_set 251 30
  sched_setscheduler 144 119  sched_setparam 142 118  sched_setattr 314 274
file systems
  mount 165 40  umount2 166 39  pivot_root 155 41  chroot 161 51  swapon 167 224  swapoff 168 225  quotactl 179 60
  open_tree 428 428  move_mount 429 429  fsopen 430 430  fsconfig 431 431  fsmount 432 432  fspick 433 433
  mount_setattr 442 442  quotactl_fd 443 443  open_tree_attr 467 467  open_by_handle_at 304 265
creating, changing, renaming and removing files
  creat 85 -  truncate 76 45  ftruncate 77 46  fallocate 285 47  memfd_create 319 279  memfd_secret 447 447
  chmod 90 -  fchmod 91 52  fchmodat 268 53  fchmodat2 452 452  chown 92 -  fchown 93 55  lchown 94 -  fchownat 260 54
  unlink 87 -  unlinkat 263 35  rmdir 84 -  mkdir 83 -  mkdirat 258 34  mknod 133 -  mknodat 259 33
  rename 82 -  renameat 264 38  renameat2 316 276  link 86 -  linkat 265 37  symlink 88 -  symlinkat 266 36
  utime 132 -  utimes 235 -  futimesat 261 -  utimensat 280 88  file_setattr 469 469
  setxattr 188 5  lsetxattr 189 6  fsetxattr 190 7  removexattr 197 14  lremovexattr 198 15  fremovexattr 199 16
  setxattrat 463 463  removexattrat 466 466  inotify_init 253 -  inotify_init1 294 26  fanotify_init 300 262
objects that outlive a process
  shmget 29 194  msgget 68 186  semget 64 190  mq_open 240 180  mq_unlink 241 181
  add_key 248 217  request_key 249 218  keyctl 250 219
other rights
  setuid 105 146  setgid 106 144  setreuid 113 145  setregid 114 143  setresuid 117 147  setresgid 119 149
  setgroups 116 159  setfsuid 122 151  setfsgid 123 152  capset 126 91  personality 135 92
the machine itself
  bpf 321 280  perf_event_open 298 241  userfaultfd 323 282  kexec_load 246 104  kexec_file_load 320 294
  init_module 175 105  finit_module 313 273  delete_module 176 106  reboot 169 142  acct 163 89  vhangup 153 58
  settimeofday 164 170  clock_settime 227 112  clock_adjtime 305 266  adjtimex 159 171  sethostname 170 161
  setdomainname 171 162  syslog 103 116  iopl 172 -  ioperm 173 -  modify_ldt 154 -
"""
# Refused, too, except to a process that forks: the forked processes lower their limits.
_REFUSED_TO_MOST = """
  fork 57 -  vfork 58 -  setrlimit 160 164
"""
# Refused as if the kernel had no such call, so that callers use an older call, whose arguments can be checked.
_UNKNOWN = "clone3 435 435  openat2 437 437"
# Refused depending on their arguments.
_CLONE, _KILL, _TGKILL, _OPEN, _OPENAT, _PRLIMIT = (56, 220), (62, 129), (234, 131), (2, None), (257, 56), (302, 261)

_SECCOMP = {"x86_64": 317, "aarch64": 277}
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SET_MODE_FILTER = 1
# The filter also applies to threads that a library started.
_ALL_THREADS = 1
_X32_CALLS = 0x4000_0000
_CLONE_THREAD = 0x10000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000 | errno.EPERM
_NO_SUCH_CALL = 0x00050000 | errno.ENOSYS

# Code, steps to skip if the condition holds, steps to skip if not, operand.
_Step = tuple[int, int, int, int]
_STEP = struct.Struct("=HBBI")


def restrict() -> None:
    """Refuse all calls of `_REFUSED`, signals to other processes, new processes, and opening files to write.

    Raises OSError. Requires no-new-privileges.
    """
    _apply(_code(_program(_machine(), os.getpid())))


def restrict_forking() -> None:
    """Restrict a process that forks others. Its forks inherit that, and call `restrict_fork`. Raises OSError."""
    _apply(_code(_program(_machine(), os.getpid(), forks=True)))
    _program_of(_code_of_forks(_machine()))


def restrict_fork() -> None:
    """Refuse, in a fork of a process restricted by `restrict_forking`, the rest, and all signals. Raises OSError."""
    _apply(_code_of_forks(_machine()))


def _machine() -> str:
    if kernel.MACHINE not in _SECCOMP:
        raise OSError(errno.ENOSYS, f"no list of system calls for {kernel.MACHINE or 'this system'}")
    return kernel.MACHINE


def _apply(code: bytes) -> None:
    _, program = _program_of(code)
    if kernel.syscall(_SECCOMP[kernel.MACHINE], _SET_MODE_FILTER, _ALL_THREADS, program):
        raise OSError(errno.EBUSY, "a thread could not be restricted")


@cache
def _program_of(code: bytes) -> tuple[ctypes.Array[ctypes.c_char], ctypes.Array[ctypes.c_char]]:
    """Return buffers with the code and with the header that points to it; cached, because forks use them again."""
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(code) // _STEP.size, ctypes.addressof(buffer))
    return buffer, ctypes.create_string_buffer(header, len(header))


def _code(steps: Iterable[_Step]) -> bytes:
    return b"".join(_STEP.pack(*step) for step in steps)


@cache
def _code_of_forks(machine: str) -> bytes:
    column = list(_SECCOMP).index(machine)
    steps = [_load_word(0)]
    for number in _numbers(_REFUSED_TO_MOST, column):
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    for numbers, checks in ((_KILL, []), (_TGKILL, []), (_CLONE, _NEW_PROCESS), (_PRLIMIT, _NEW_LIMITS)):
        steps += _checked(numbers[column], checks)
    return _code([*steps, (_RETURN, 0, 0, _ALLOW)])


def _program(machine: str, pid: int, forks: bool = False) -> list[_Step]:
    column = list(_SECCOMP).index(machine)
    steps: list[_Step] = [
        _load_word(4),
        (_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_RETURN, 0, 0, _REFUSE),
        _load_word(0),
        (_AT_LEAST, 0, 1, _X32_CALLS),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for table, answer in ((_REFUSED, _REFUSE), ("" if forks else _REFUSED_TO_MOST, _REFUSE), (_UNKNOWN, _NO_SUCH_CALL)):
        for number in _numbers(table, column):
            steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]
    to_itself = [_argument(0), (_EQUAL, 1, 0, pid)]
    reading = [(_ANY_BIT, 0, 1, os.O_ACCMODE | os.O_CREAT | os.O_TRUNC)]
    for numbers, checks in (
        *(() if forks else ((_CLONE, _NEW_PROCESS), (_PRLIMIT, _NEW_LIMITS))),
        (_KILL, to_itself),
        (_TGKILL, to_itself),
        (_OPEN, [_argument(1), *reading]),
        (_OPENAT, [_argument(2), *reading]),
    ):
        steps += _checked(numbers[column], checks)
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _checked(number: int | None, checks: list[_Step]) -> list[_Step]:
    """Return steps that refuse a call unless the last of `checks` skips the refusal; none for a call without number."""
    if number is None:
        return []
    ends: list[_Step] = [(_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]
    return [(_EQUAL, 0, len(checks) + len(ends), number), *checks, *ends]


def _numbers(table: str, column: int) -> list[int]:
    rows = [row.split() for row in table.splitlines() if row.startswith("  ") or table is _UNKNOWN]
    return [int(number) for row in rows for number in row[1 + column :: 3] if number != "-"]


def _load_word(offset: int) -> _Step:
    return _LOAD, 0, 0, offset


def _argument(index: int, *, high: bool = False) -> _Step:
    """Return the step that loads one half of an argument; both machines store the low half first."""
    return _load_word(16 + 8 * index + 4 * high)


# Refuse a clone that is not a thread. Limits may be read but not set: both halves of the pointer to new ones are 0.
_NEW_PROCESS: list[_Step] = [_argument(0), (_ANY_BIT, 1, 0, _CLONE_THREAD)]
_NEW_LIMITS: list[_Step] = [_argument(2), (_EQUAL, 0, 2, 0), _argument(2, high=True), (_EQUAL, 1, 0, 0)]
