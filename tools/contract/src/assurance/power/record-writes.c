/*
 * Loaded before libc: records, in the order in which they end, what a process does to the files of one folder, and what of it the process
 * was told to be on the disk. `read-trace.ts` reads the records, `survive.ts` says what a loss of power would leave. No sync is passed on: it
 * takes a moment and is recorded as begun and ended, so that only the records know what is safe.
 *
 * POWER_FOLDER  the folder, as an absolute path     POWER_TRACE  where the records go
 * POWER_BOOT    read where the program asks for the boot id of the kernel
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct head {
  uint32_t bytes; /* of what follows the head */
  uint32_t kind;
  uint64_t file; /* inode */
  uint64_t at;
};

static const char *folder;
static int trace = -1;
static uint64_t syncs;

/* A symbol's next owner; looked up once. */
#define NEXT(name) \
  static __typeof__(&name) next; \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("POWER_TRACE");
  folder = getenv("POWER_FOLDER");
  if (file && folder) trace = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(char kind, uint64_t file, uint64_t at, const void *bytes, size_t length) {
  struct head head = {(uint32_t)length, (uint32_t)kind, file, at};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)bytes, length}};
  int before = errno;
  /* One call, so that no other thread comes in between. */
  if (writev(trace, parts, 2) != (ssize_t)(sizeof head + length)) abort();
  errno = before;
}

static int is_ours(const char *path) {
  size_t length;
  if (trace < 0 || !path) return 0;
  length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int path_of(int fd, char *path) {
  char link[64];
  ssize_t length;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

/* The inode of a file in the folder, 0 for any other descriptor. */
static uint64_t file_of(int fd) {
  char path[PATH_MAX];
  struct stat found;
  if (trace < 0 || fd == trace || fd < 3) return 0;
  if (fstat(fd, &found) != 0 || !(S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))) return 0;
  return path_of(fd, path) && is_ours(path) ? found.st_ino : 0;
}

static const char *redirect(const char *path) {
  const char *boot = getenv("POWER_BOOT");
  return boot && path && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0 ? boot : path;
}

static int opened(int fd, const char *path, int flags, int was_there) {
  struct stat found;
  if (fd < 0 || !is_ours(path) || fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return fd;
  if (!was_there) record('C', found.st_ino, 0, path, strlen(path));
  else if (flags & O_TRUNC) record('T', found.st_ino, 0, "", 0);
  return fd;
}

#define OPENS(name) \
  int name(const char *path, int flags, ...) { \
    mode_t mode = 0; \
    int was_there; \
    NEXT(name); \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    path = redirect(path); \
    was_there = is_ours(path) && access(path, F_OK) == 0; \
    return opened(next(path, flags, mode), path, flags, was_there); \
  }
OPENS(open)
OPENS(open64)

static ssize_t wrote(int fd, const void *bytes, ssize_t length, off_t at) {
  uint64_t file = length > 0 ? file_of(fd) : 0;
  if (file) record('W', file, at < 0 ? (uint64_t)(lseek(fd, 0, SEEK_CUR) - length) : (uint64_t)at, bytes, (size_t)length);
  return length;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  NEXT(write);
  return wrote(fd, bytes, next(fd, bytes, length), -1);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  NEXT(pwrite);
  return wrote(fd, bytes, next(fd, bytes, length, at), at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  NEXT(pwrite64);
  return wrote(fd, bytes, next(fd, bytes, length, at), at);
}

static int cut(int fd, int result, off_t length) {
  uint64_t file = result == 0 ? file_of(fd) : 0;
  if (file) record('T', file, (uint64_t)length, "", 0);
  return result;
}

int ftruncate(int fd, off_t length) {
  NEXT(ftruncate);
  return cut(fd, next(fd, length), length);
}

int ftruncate64(int fd, off64_t length) {
  NEXT(ftruncate64);
  return cut(fd, next(fd, length), length);
}

static int sync_file(int fd, int (*next)(int)) {
  char path[PATH_MAX + 1] = "";
  struct stat found;
  uint64_t file = file_of(fd), number;
  if (!file) return next(fd);
  path_of(fd, path);
  /* A folder may have the inode of a file that is gone. */
  if (fstat(fd, &found) == 0 && S_ISDIR(found.st_mode)) strcat(path, "/");
  number = __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);
  record('B', file, number, path, strlen(path));
  usleep(500);
  record('E', file, number, "", 0);
  return 0;
}

int fsync(int fd) {
  NEXT(fsync);
  return sync_file(fd, next);
}

int fdatasync(int fd) {
  NEXT(fdatasync);
  return sync_file(fd, next);
}

int rename(const char *from, const char *to) {
  char both[2 * PATH_MAX];
  int result, length;
  NEXT(rename);
  result = next(from, to);
  if (result == 0 && is_ours(from)) {
    length = snprintf(both, sizeof both, "%s\n%s", from, to);
    record('R', 0, 0, both, (size_t)length);
  }
  return result;
}

int unlink(const char *path) {
  int result;
  NEXT(unlink);
  result = next(path);
  if (result == 0 && is_ours(path)) record('U', 0, 0, path, strlen(path));
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int result;
  NEXT(mkdir);
  result = next(path, mode);
  if (result == 0 && is_ours(path)) record('D', 0, 0, path, strlen(path));
  return result;
}

/* What is written through memory would go by unseen: 'M' says so, and the proof refuses to go on. */
static void mapped(void *address, int protection, int flags, int fd) {
  uint64_t file = address != MAP_FAILED && fd >= 3 && (protection & PROT_WRITE) && (flags & MAP_SHARED) ? file_of(fd) : 0;
  if (file) record('M', file, 0, "", 0);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t at) {
  void *result;
  NEXT(mmap);
  result = next(address, length, protection, flags, fd, at);
  mapped(result, protection, flags, fd);
  return result;
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t at) {
  void *result;
  NEXT(mmap64);
  result = next(address, length, protection, flags, fd, at);
  mapped(result, protection, flags, fd);
  return result;
}
