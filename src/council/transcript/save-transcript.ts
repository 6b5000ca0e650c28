import path from 'node:path';
import { errorMessage } from '../../kernel/error-code.js';
import type { Logger } from '../../kernel/logger.js';
import { parseRecord } from '../../kernel/parse-json.js';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import { makeIgnoredFolder, removeOldDrafts, removeOwnFile } from '../../storage/own-files/own-folder.js';
import { readOwnFile } from '../../storage/own-files/read-own-file.js';
import { createOwnFileAtOnce, writeOwnFile } from '../../storage/own-files/write-own-file.js';
import type { DeliberationResult } from '../contract/result.js';
import type { CouncilSettings } from '../contract/settings.js';
import { RECORD } from '../record/record-keys.js';
import type { Recorder } from '../record/run.js';
import { renderTranscript } from './render-transcript.js';

export interface TranscriptContext {
  readonly settings: Pick<CouncilSettings, 'transcriptsFolder'>;
  readonly startedAt: Date;
  readonly run: Recorder;
  readonly logger: Logger;
}

/**
 * Writes the transcript and, next to it, the whole result as JSON. A disk that is full or read-only must not take the
 * verdict away from the caller: the result then says that it was not kept, and why.
 */
export async function saveTranscript(
  result: DeliberationResult,
  context: TranscriptContext,
): Promise<DeliberationResult> {
  const kept = await context.run.record<Kept>(RECORD.transcript, () => write(result, context), NOTHING);
  if (kept.problem === null) return { ...result, transcript_path: kept.path };
  const { integrity } = result;
  return { ...result, integrity: { ...integrity, warnings: [...integrity.warnings, kept.problem] } };
}

interface Kept {
  readonly path: string | null;
  readonly problem: string | null;
}

/** As left by a writer that was killed. */
const DRAFT = /^\.\d{8}_\d{6}_.*\.tmp$/;
const NOTHING: Kept = { path: null, problem: null };

async function write(
  result: DeliberationResult,
  { settings: { transcriptsFolder: folder }, startedAt, run, logger }: TranscriptContext,
): Promise<Kept> {
  let fresh: string | undefined;
  try {
    makeIgnoredFolder(folder);
    removeOldDrafts(folder, DRAFT);
    const id = result.deliberation_id;
    const reserveOne = async () => {
      fresh = reserve(folder, transcriptName(result.question, startedAt), result);
      return path.basename(fresh);
    };
    // A deliberation that is continued writes over what it left when it was interrupted, and over nothing else.
    const recorded = await run.record<unknown>(RECORD.transcriptName, reserveOne, null);
    if (recorded === null) return NOTHING;
    const name = nameIn(recorded);
    const isOurs = fresh !== undefined || isLeftBy(id, folder, name);
    const reserved = path.join(folder, isOurs ? name : await reserveOne());
    const kept = { ...result, transcript_path: reserved };
    await writeOwnFile(getSidecar(reserved), sidecarText(kept));
    await writeOwnFile(reserved, renderTranscript(kept, startedAt));
    return { path: reserved, problem: null };
  } catch (error) {
    for (const file of fresh === undefined ? [] : [fresh, getSidecar(fresh)]) removeQuietly(file);
    const reason = errorMessage(error);
    logger.log('error', 'transcript_not_kept', { folder, reason });
    return { path: null, problem: `the transcript could not be written to ${folder}: ${reason}` };
  }
}

/**
 * Takes a free name by creating the whole JSON file in one step: two deliberations of the same second must not overwrite
 * each other, and a killed program leaves no half of a file. The id in it shows which run it belongs to, should the program
 * be killed before that is recorded.
 */
function reserve(folder: string, name: string, result: DeliberationResult): string {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const candidate = path.join(folder, `${name}${attempt === 1 ? '' : `_${attempt}`}.md`);
    const isFree = readIfUsable(candidate) === undefined;
    const sidecar = sidecarText({ ...result, transcript_path: candidate });
    if (isFree && createOwnFileAtOnce(getSidecar(candidate), sidecar)) return candidate;
    if (isLeftBy(result.deliberation_id, folder, path.basename(candidate))) return candidate;
  }
  throw new Error(`${MAX_ATTEMPTS} transcripts have the name ${name}`);
}

const MAX_ATTEMPTS = 1_000;

function sidecarText(result: DeliberationResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** Records of the first version have a whole path. Only its name is used: transcripts are in the present folder. */
function nameIn(recorded: unknown): string {
  return typeof recorded === 'string' ? (recorded.split(/[/\\]/).at(-1) ?? '') : '';
}

/**
 * Whether a recorded name is that of a transcript which this deliberation left. The record may have come with a project
 * from elsewhere: it must not be able to name a file to be overwritten, or made.
 */
function isLeftBy(id: string, folder: string, name: string): boolean {
  if (!/^[^./\\][^/\\]*\.md$/.test(name)) return false;
  const file = path.join(folder, name);
  const sidecar = readIfUsable(getSidecar(file));
  if (sidecar !== undefined) return parseRecord(sidecar)?.deliberation_id === id;
  return readIfUsable(file) === id;
}

/** The transcript that a deliberation left in the folder, by its recorded path; null where it is not there. */
export function findTranscript(id: string, recorded: string | null, folder: string): string | null {
  const name = nameIn(recorded);
  return isLeftBy(id, folder, name) ? path.join(folder, name) : null;
}

/** A record from elsewhere must not name a file that the caller would read as the transcript. */
export function withSavedTranscript(
  result: DeliberationResult,
  { transcriptsFolder }: Pick<CouncilSettings, 'transcriptsFolder'>,
): DeliberationResult {
  const transcript_path = findTranscript(result.deliberation_id, result.transcript_path, transcriptsFolder);
  return { ...result, transcript_path };
}

function getSidecar(transcript: string): string {
  return transcript.replace(/\.md$/, '.json');
}

/** A link or a pipe is not what a deliberation left. */
function readIfUsable(file: string): string | undefined {
  try {
    // A kill in the instant of its creation leaves the sidecar with two names.
    return readOwnFile(file, MAX_SIDECAR_BYTES, 2)?.bytes.toString('utf8');
  } catch (error) {
    if (error instanceof OwnFileError) return '';
    throw error;
  }
}

const MAX_SIDECAR_BYTES = 256_000_000;

function removeQuietly(file: string): void {
  try {
    removeOwnFile(file);
  } catch {
    // Why the transcript could not be written is what the caller reports.
  }
}

/** `20261116_101502_Should_our_job_queue_use_PostgreSQL_or_SQLite`: by time in a listing, and readable. */
export function transcriptName(question: string, startedAt: Date): string {
  const letters = question.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_');
  // By characters, not halves of them: 50 take at most 200 of the 255 bytes of a file name.
  const words = Array.from(letters.replace(/^_+/, '')).slice(0, MAX_QUESTION_LENGTH).join('').replace(/_+$/, '');
  return `${timestamp(startedAt)}_${words === '' ? 'deliberation' : words}`;
}

const MAX_QUESTION_LENGTH = 50;

/** Local time: it is what the person's clock showed. */
function timestamp(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}_${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
