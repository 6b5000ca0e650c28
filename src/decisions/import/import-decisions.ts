import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { importExport } from './import-export.js';
import { importSidecar } from './import-sidecar.js';
import { isExport } from './json-export.js';
import { readJsonFile } from './read-json-file.js';
import type { Tally } from './tally.js';

export interface ImportReport {
  /** Files that were looked at. */
  readonly files: number;
  readonly imported: number;
  /** Decisions that were there already; they are left as they are. */
  readonly known: number;
  /** Failed deliberations and demos: there is no decision in them. */
  readonly undecided: number;
  /** Outcomes that were written next to the decisions. */
  readonly outcomes: number;
  /** What could not be read. Nothing is changed about it. */
  readonly faults: readonly { readonly file: string; readonly fault: string }[];
}

/**
 * Reads decisions back: from the JSON next to transcripts in a folder, or from an exported file. Doing it again changes
 * nothing. Rejects with a `UserError` if there is no such folder or file.
 */
export async function importDecisions(graph: DecisionGraph, source: string): Promise<ImportReport> {
  const files = await filesAt(source);
  const tally: Tally = { imported: 0, known: 0, undecided: 0, outcomes: 0, faults: [] };
  for (const file of files) await importFile(graph, file, tally);
  return { files: files.length, ...tally };
}

async function importFile(graph: DecisionGraph, file: string, tally: Tally): Promise<void> {
  const name = path.basename(file);
  const read = await readJsonFile(file);
  if (!read.ok) tally.faults.push({ file: name, fault: read.error });
  else if (isExport(read.value)) await importExport(graph, { file: name, value: read.value }, tally);
  else await importSidecar(graph, { file, value: read.value }, tally);
}

async function filesAt(source: string): Promise<string[]> {
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) {
    throw new UserError('not_found', `there is no folder or file ${source}; name the folder of the transcripts`);
  }
  if (!found.isDirectory()) return [source];
  const names = (await readdir(source)).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  // Their names begin with the time: in this order a repeated question finds the earlier one already there.
  return names.sort().map((name) => path.join(source, name));
}
