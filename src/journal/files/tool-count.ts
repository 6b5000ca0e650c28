import { overwriteOwnFile } from '../../storage/own-files/write-own-file.js';
import { readText } from './read-text.js';
import type { SessionFiles } from './session-files.js';

export function readToolCount(files: SessionFiles): number {
  const count = Number.parseInt(readText(files.toolCount) ?? '0', 10);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

export function writeToolCount(files: SessionFiles, count: number): void {
  overwriteOwnFile(files.toolCount, String(count));
}

/** Parallel calls may be told of in any order, but not a hundred calls apart. */
const MAX_CALLS = 100;

/** Notes that a call is counted. False if it was before: a hook may fire twice for one call. */
export function noteCountedCall(files: SessionFiles, toolUseId: string): boolean {
  const id = JSON.stringify(toolUseId.slice(0, 200));
  const known = (readText(files.countedCalls) ?? '').split('\n').filter((line) => line !== '');
  if (known.includes(id)) return false;
  overwriteOwnFile(files.countedCalls, `${[...known, id].slice(-MAX_CALLS).join('\n')}\n`);
  return true;
}
