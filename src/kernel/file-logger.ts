import { appendFileSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Logger, LogLevel } from './logger.js';

export interface FileLoggerOptions {
  /** The data folder, asked for at the first line; undefined while it is not known yet. */
  readonly folder: () => string | undefined;
  /** Where warnings and errors also go. */
  readonly warn?: (line: string) => void;
  readonly maxBytes?: number;
  readonly now?: () => Date;
}

/**
 * Writes `<folder>/witan.log`, a line per event, and repeats warnings on standard error. Nothing is made on disk
 * before the first line, and a disk that is full or read-only silences the log, never the program.
 */
export function createFileLogger(options: FileLoggerOptions): Logger {
  const { folder, warn = writeToStandardError, maxBytes = 1_000_000, now = () => new Date() } = options;
  return {
    log(level, event, details = {}) {
      const line = formatLine(now(), level, event, details);
      quietly(() => {
        if (level === 'warn' || level === 'error') warn(line);
      });
      quietly(() => {
        const dataFolder = folder();
        if (dataFolder !== undefined) append(dataFolder, line, maxBytes);
      });
    },
  };
}

function formatLine(now: Date, level: LogLevel, event: string, details: Record<string, unknown>): string {
  const fields = Object.entries(details).map(([name, value]) => `${name}=${formatValue(value)}`);
  return [now.toISOString(), level.toUpperCase().padEnd(5), event, ...fields].join(' ').replace(/[\r\n]+/g, ' ⏎ ');
}

function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? String(value));
  if (typeof value === 'string') return /^[\w./:@#-]+$/.test(value) ? value : JSON.stringify(value);
  return inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY });
}

function append(folder: string, line: string, maxBytes: number): void {
  const file = join(folder, 'witan.log');
  // The folder is data of one machine: it brings its own ignore file, so that no project commits it by accident.
  if (mkdirSync(folder, { recursive: true }) !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n');
  if (sizeOf(file) + line.length > maxBytes) rotate(file);
  appendFileSync(file, `${line}\n`);
}

const KEPT_ROTATIONS = 2;

function rotate(file: string): void {
  for (let age = KEPT_ROTATIONS; age >= 1; age--) {
    quietly(() => renameSync(age === 1 ? file : `${file}.${age - 1}`, `${file}.${age}`));
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function writeToStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // A log that cannot be written has nobody left to tell.
  }
}
