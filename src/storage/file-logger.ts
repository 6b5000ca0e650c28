import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Logger } from '../kernel/logger.js';
import { appendOwnLinesSync } from './own-files/append-own-lines.js';
import { statOwnFile } from './own-files/open-own-file.js';
import { OwnFileError } from './own-files/own-file-error.js';
import { renameOwnFile } from './own-files/own-folder.js';

export interface FileLoggerOptions {
  /** The data folder, asked for at each line; undefined while there is none: then nothing is written. */
  readonly folder: () => string | undefined;
  /** Where warnings and errors also go. */
  readonly warn?: (line: string) => void;
  readonly maxBytes?: number;
  readonly now?: () => Date;
}

/**
 * Writes `<folder>/witan.log`, a line per event, and repeats warnings on standard error. The
 * folder is never made for it. A disk that is full or read-only silences the log, never the program; a file that must not be
 * used does the same, with one warning.
 */
export function createFileLogger(options: FileLoggerOptions): Logger {
  const { folder, warn = writeToStandardError, maxBytes = 1_000_000, now = () => new Date() } = options;
  let isRefused = false;
  return {
    log(level, event, details = {}) {
      const line = `${now().toISOString()} ${level.toUpperCase().padEnd(5)} ${formatEvent(event, details)}`;
      quietly(() => {
        if (level === 'warn' || level === 'error') warn(line);
      });
      try {
        const dataFolder = folder();
        if (dataFolder !== undefined) append(dataFolder, line, maxBytes);
      } catch (error) {
        if (error instanceof OwnFileError && !isRefused) quietly(() => warn(error.message));
        isRefused ||= error instanceof OwnFileError;
      }
    },
  };
}

function formatEvent(event: string, details: Record<string, unknown>): string {
  const fields = Object.entries(details).map(([name, value]) => `${name}=${formatValue(value)}`);
  return [event, ...fields].join(' ').replace(/[\r\n]+/g, ' ⏎ ');
}

function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? String(value));
  if (typeof value === 'string') return /^[\w./:@#-]+$/.test(value) ? value : JSON.stringify(value);
  return inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY });
}

function append(folder: string, line: string, maxBytes: number): void {
  const file = join(folder, 'witan.log');
  const size = statOwnFile(file)?.size ?? 0;
  if (size + line.length > maxBytes) rotate(file);
  appendOwnLinesSync(file, [line]);
}

const KEPT_ROTATIONS = 2;

function rotate(file: string): void {
  for (let age = KEPT_ROTATIONS; age >= 1; age--) {
    quietly(() => renameOwnFile(age === 1 ? file : `${file}.${age - 1}`, `${file}.${age}`));
  }
}

function writeToStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // Nothing else could report that the log cannot be written.
  }
}
