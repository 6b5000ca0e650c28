import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Result, success } from '../../kernel/result.js';
import { appendOwnLines } from '../../storage/own-files/append-own-lines.js';
import { statOwnFile } from '../../storage/own-files/open-own-file.js';
import { timestamp } from '../entry/identifiers.js';
import { archiveFolder, archiveNames } from '../files/archive.js';
import { entryLookup, readEntries } from '../files/entry-lines.js';
import type { JournalFailure } from '../files/failure.js';
import { readText } from '../files/read-text.js';
import type { JournalContext } from '../sessions/context.js';
import { everyResolvedEntry, livingFiles } from './every-resolved-entry.js';
import type { Journal } from './journal.js';

type SavedEntries = Pick<Journal, 'unsavedEntries' | 'hasResolved' | 'markSaved' | 'noteSavedArchives'>;

/**
 * `persisted.jsonl` only grows: a line per stored entry, and one per archive of which every entry is stored, so that
 * it need not be read again. Each names the store: what one file holds says nothing about the file that replaced it.
 * An entry whose line a crash prevented is offered once more; that is all that can happen.
 */
export function createSavedEntries(context: JournalContext): SavedEntries {
  const { folder, clock } = context;
  return {
    async unsavedEntries(store) {
      const ledger = readLedger(folder, store);
      const sizes = archiveSizes(folder);
      const isDone = (name: string) => ledger.archives.get(name) === sizes.get(name);
      const entries = await everyResolvedEntry(folder, isDone);
      return entries.filter(({ id }) => !ledger.ids.has(id));
    },

    async hasResolved(id) {
      const isIn = (path: string) => entryLookup(path)(id);
      // In this order: an entry that is archived during this search is in the archive before it leaves its session.
      return (
        livingFiles(folder).some(isIn) || archiveNames(folder).some((name) => isIn(join(archiveFolder(folder), name)))
      );
    },

    async markSaved(store, ids) {
      const at = timestamp(clock.now());
      return appendToLedger(
        context,
        ids.map((id) => ({ id, at, store })),
      );
    },

    async noteSavedArchives(store) {
      const { ids, archives } = readLedger(folder, store);
      const finished: LedgerLine[] = [];
      for (const [archive, size] of archiveSizes(folder)) {
        if (archives.get(archive) === size) continue;
        const entries = readEntries(join(archiveFolder(folder), archive));
        if (entries.every(({ id }) => ids.has(id))) finished.push({ archive, size, store });
        await setImmediate();
      }
      return appendToLedger(context, finished);
    },
  };
}

interface Ledger {
  readonly ids: ReadonlySet<string>;
  /** By name: how long the archive was when all of it was stored. An orphan that is abandoned later makes it longer. */
  readonly archives: ReadonlyMap<string, number>;
}

type LedgerLine = { readonly store: string } & (
  | { readonly id: string; readonly at: string }
  | { readonly archive: string; readonly size: number }
);

/** What is noted of one store; of none, nothing is. */
function readLedger(folder: string, store: string | undefined): Ledger {
  const ids = new Set<string>();
  const archives = new Map<string, number>();
  const text = store === undefined ? undefined : readText(ledgerPath(folder));
  for (const line of (text ?? '').split('\n')) {
    const { id, archive, size, store: noted } = parseLine(line);
    if (noted !== store) continue;
    if (typeof id === 'string') ids.add(id);
    if (typeof archive === 'string' && typeof size === 'number') archives.set(archive, size);
  }
  return { ids, archives };
}

async function appendToLedger(
  context: JournalContext,
  lines: readonly LedgerLine[],
): Promise<Result<void, JournalFailure>> {
  if (lines.length === 0) return success(undefined);
  return context.withLock(async () => {
    await appendOwnLines(
      ledgerPath(context.folder),
      lines.map((line) => JSON.stringify(line)),
    );
    return success(undefined);
  });
}

function archiveSizes(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const name of archiveNames(folder)) {
    const found = statOwnFile(join(archiveFolder(folder), name));
    if (found !== undefined) sizes.set(name, found.size);
  }
  return sizes;
}

function parseLine(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function ledgerPath(folder: string): string {
  return join(folder, 'persisted.jsonl');
}
