import { appendLines } from '../files/append-lines.js';
import type { InjectionLine } from './injection.js';
import { INJECTION_LOG } from './logs.js';

/** Remembers what was shown and withheld. A disk that refuses costs the statistic, never the call. */
export function recordInjection(dataFolder: string, lines: readonly InjectionLine[]): void {
  appendLines(dataFolder, INJECTION_LOG, lines);
}
