import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly group: number;
  /** In clock ticks since the machine was started. */
  readonly startTicks: string;
}

export function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Undefined for a process that has ended, also if its parent has not collected it yet. */
export function readStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command's name is in parentheses and may itself contain spaces and parentheses: count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { group: Number(fields[2]), startTicks: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
