import { readFile, readlink, stat } from 'node:fs/promises';
import path from 'node:path';

/** Describes the process that holds the write lock of a database; 'another process' on systems that do not tell. */
export async function lockHolder(file: string): Promise<string> {
  try {
    const { ino } = await stat(`${file}-shm`);
    const pid = findWriter(await readFile('/proc/locks', 'utf8'), ino);
    if (pid === undefined) return UNKNOWN;
    if (pid === process.pid) return 'this process, through another connection,';
    return `process ${pid} (${await programOf(pid)})`;
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN = 'another process';

/** Only the program's name: the rest of a command line may hold secrets. */
async function programOf(pid: number): Promise<string> {
  try {
    return path.basename(await readlink(`/proc/${pid}/exe`));
  } catch {
    return 'of another user';
  }
}

/**
 * SQLite's write lock is a lock on byte 120 of the shared-memory file. The lines of /proc/locks read like
 * `1: POSIX  ADVISORY  WRITE 7815 fe:00:2146350 120 120`.
 */
export function findWriter(locks: string, inode: number): number | undefined {
  for (const line of locks.split('\n')) {
    const [, kind, , access, pid, file, first, last] = line.trim().split(/\s+/);
    const covers = Number(first) <= WRITE_LOCK_BYTE && (last === 'EOF' || Number(last) >= WRITE_LOCK_BYTE);
    const isHere = inodeOf(file) === inode;
    if (kind === 'POSIX' && access === 'WRITE' && isHere && covers) return Number(pid);
  }
  return undefined;
}

/** From `fe:00:2146350`. */
const inodeOf = (file = '') => Number(file.split(':')[2]);

const WRITE_LOCK_BYTE = 120;
