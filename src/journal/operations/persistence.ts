import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, success } from '../../kernel/result.js';
import type { JournalContext } from '../context.js';
import { timestamp } from '../entry/identifiers.js';
import type { JournalFailure } from '../failure.js';
import { appendLines } from '../files/append-lines.js';
import { archiveFolder, archiveNames } from '../files/archive.js';
import { readEntries } from '../files/entry-lines.js';
import { readText } from '../files/read-text.js';
import type { Journal } from '../journal.js';
import { everyResolvedEntry } from './every-resolved-entry.js';

type Persistence = Pick<Journal, 'unpersistedEntries' | 'markPersisted'>;

/**
 * `persisted.jsonl` only grows: a line per stored entry, and one per archive of which every entry is stored, so that
 * it need not be read again. An entry whose line a crash prevented is offered once more; that is all that can happen.
 */
export function persistenceOf(context: JournalContext): Persistence {
  const { folder, clock } = context;
  return {
    async unpersistedEntries() {
      const ledger = readLedger(folder);
      const sizes = archiveSizes(folder);
      const isDone = (name: string) => ledger.archives.get(name) === sizes.get(name);
      const entries = await everyResolvedEntry(folder, isDone);
      await rememberFinished(context, ledger, sizes);
      return entries.filter(({ id }) => !ledger.ids.has(id));
    },

    async markPersisted(ids) {
      if (ids.length === 0) return success(undefined);
      return appendToLedger(
        context,
        ids.map((id) => ({ id, at: timestamp(clock.now()) })),
      );
    },
  };
}

interface Ledger {
  readonly ids: ReadonlySet<string>;
  /** By name: how long the archive was when all of it was stored. An orphan that is abandoned later makes it longer. */
  readonly archives: ReadonlyMap<string, number>;
}

type LedgerLine = { readonly id: string; readonly at: string } | { readonly archive: string; readonly size: number };

function readLedger(folder: string): Ledger {
  const ids = new Set<string>();
  const archives = new Map<string, number>();
  for (const line of (readText(ledgerPath(folder)) ?? '').split('\n')) {
    const { id, archive, size } = parseLine(line);
    if (typeof id === 'string') ids.add(id);
    if (typeof archive === 'string' && typeof size === 'number') archives.set(archive, size);
  }
  return { ids, archives };
}

async function rememberFinished(
  context: JournalContext,
  { ids, archives }: Ledger,
  sizes: ReadonlyMap<string, number>,
): Promise<void> {
  const finished: LedgerLine[] = [];
  for (const [archive, size] of sizes) {
    if (archives.get(archive) === size) continue;
    const entries = readEntries(join(archiveFolder(context.folder), archive));
    if (entries.every(({ id }) => ids.has(id))) finished.push({ archive, size });
  }
  if (finished.length === 0) return;
  const written = await appendToLedger(context, finished);
  // It only spares work later; what was asked for is known all the same.
  if (!written.ok) context.logger.log('warn', 'journal.ledger_unwritable', { reason: written.error.message });
}

function appendToLedger(context: JournalContext, lines: readonly LedgerLine[]): Promise<Result<void, JournalFailure>> {
  return context.withLock(async () => {
    await appendLines(
      ledgerPath(context.folder),
      lines.map((line) => JSON.stringify(line)),
    );
    return success(undefined);
  });
}

function archiveSizes(folder: string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const name of archiveNames(folder)) {
    const facts = statSync(join(archiveFolder(folder), name), { throwIfNoEntry: false });
    if (facts !== undefined) sizes.set(name, facts.size);
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
