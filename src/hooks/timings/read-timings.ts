import { join } from 'node:path';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import { HOOKS, type HookName, isHookName } from '../vocabulary.js';
import { TIMINGS_FILE } from './append-timing.js';

/** How often a hook fired lately, when it last did, and how long it took. */
export interface HookFigures {
  readonly hook: HookName;
  readonly count: number;
  readonly lastAt: string;
  readonly p95Ms: number;
  readonly slow: number;
}

/** The figures of every hook that ever fired, in the order of the table. */
export function readTimings(dataFolder: string): HookFigures[] {
  const file = join(dataFolder, TIMINGS_FILE);
  const text = `${readIfUsable(`${file}.1`)}\n${readIfUsable(file)}`;
  const lines = text.split('\n').flatMap(parseLine);
  return (Object.keys(HOOKS) as HookName[]).flatMap((hook) => {
    const own = lines.filter((line) => line.hook === hook);
    const last = own.at(-1);
    if (last === undefined) return [];
    const sorted = own.map(({ ms }) => ms).sort((a, b) => a - b);
    const p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? last.ms;
    return [{ hook, count: own.length, lastAt: last.time, p95Ms, slow: own.filter(({ slow }) => slow).length }];
  });
}

interface Line {
  readonly hook: HookName;
  readonly time: string;
  readonly ms: number;
  readonly slow: boolean;
}

function parseLine(line: string): Line[] {
  try {
    const { hook, time, ms, slow } = JSON.parse(line) as Record<string, unknown>;
    if (typeof hook !== 'string' || !isHookName(hook)) return [];
    return typeof time === 'string' && typeof ms === 'number' ? [{ hook, time, ms, slow: slow === true }] : [];
  } catch {
    return [];
  }
}

/** More than a hook lets it grow to. */
const MAX_BYTES = 1_000_000;

function readIfUsable(file: string): string {
  try {
    return readOwnText(file, MAX_BYTES) ?? '';
  } catch {
    return '';
  }
}
