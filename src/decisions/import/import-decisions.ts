import { constants, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { UserError } from '../../kernel/user-error.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { deliberationRecordSchema, isDecision } from '../model/deliberation-record.js';
import { describeProblem, importExport, isExport, type ParsedFile, type Tally } from './import-export.js';

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
  /** Files that could not be read. They are not changed. */
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

/** One deliberation, as it was written next to its transcript. */
async function importSidecar(graph: DecisionGraph, { file, value }: ParsedFile, tally: Tally): Promise<void> {
  const parsed = deliberationRecordSchema.safeParse(value);
  if (!parsed.success) {
    const fault = `it is not the result of a deliberation (${describeProblem(parsed.error)})`;
    tally.faults.push({ file: path.basename(file), fault });
    return;
  }
  const record = parsed.data;
  if (!isDecision(record)) tally.undecided += 1;
  else if ((await graph.get(record.deliberation_id)) !== null) tally.known += 1;
  else {
    const transcript_path = await transcriptBeside(file, record.transcript_path);
    if ((await graph.remember({ ...record, transcript_path })) === null) tally.undecided += 1;
    else tally.imported += 1;
  }
}

/** The folder may have been moved since: then the transcript next to it is the right one. */
async function transcriptBeside(file: string, recorded: string | null): Promise<string | null> {
  const sibling = path.resolve(file).replace(/\.json$/, '.md');
  const found = await stat(sibling).catch(() => undefined);
  return found?.isFile() === true ? sibling : recorded;
}

/** The JSON in a file, or the reason why there is none. */
async function readJsonFile(file: string): Promise<Result<unknown, string>> {
  const text = await readText(file);
  if (!text.ok) return text;
  try {
    return success(JSON.parse(text.value.replace(/^\ufeff/, '')));
  } catch {
    return failure(text.value.trim() === '' ? 'it is empty' : 'it is not JSON, or only the beginning of it');
  }
}

const MAX_BYTES = 256 * 1024 * 1024;

async function readText(file: string): Promise<Result<string, string>> {
  try {
    // Without waiting: a named pipe would block the program until another process writes into it.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size, isFile } = await handle.stat().then((found) => ({ size: found.size, isFile: found.isFile() }));
      if (!isFile) return failure('it is not a file');
      if (size > MAX_BYTES) return failure(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`);
      return success(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    return failure(`it cannot be read (${code})`);
  }
}
