import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../kernel/logger.js';
import { writeAtomically } from '../../storage/index.js';
import type { DeliberationResult } from '../result.js';
import type { Facts } from '../runs/run.js';
import type { CouncilSettings } from '../settings.js';
import { renderTranscript } from './render-transcript.js';
import { transcriptName } from './transcript-name.js';

export interface TranscriptPlace {
  readonly folder: string;
  readonly startedAt: Date;
}

/**
 * Writes the transcript and, beside it, the whole result as JSON. A disk that is full or read-only must not take the
 * verdict away from the caller: the result then says that it was not kept, and why.
 */
export async function keepTranscript(
  result: DeliberationResult,
  place: TranscriptPlace,
  facts: Facts,
  logger: Logger,
): Promise<DeliberationResult> {
  const kept = await facts.fact<Kept>('closing/transcript', () => write(result, place, facts, logger), NOTHING);
  if (kept.problem === null) return { ...result, transcript_path: kept.path };
  const { integrity } = result;
  return { ...result, integrity: { ...integrity, warnings: [...integrity.warnings, kept.problem] } };
}

interface Kept {
  readonly path: string | null;
  readonly problem: string | null;
}

const NOTHING: Kept = { path: null, problem: null };

async function write(
  result: DeliberationResult,
  { folder, startedAt }: TranscriptPlace,
  facts: Facts,
  logger: Logger,
): Promise<Kept> {
  let fresh: string | undefined;
  try {
    await mkdir(folder, { recursive: true });
    const id = result.deliberation_id;
    const reserveOne = async () => {
      fresh = await reserve(folder, transcriptName(result.question, startedAt), result);
      return path.basename(fresh);
    };
    // A deliberation that is continued writes over what it left when it was interrupted, and over nothing else.
    const recorded = await facts.fact<unknown>('lasting/transcript', reserveOne, null);
    if (recorded === null) return NOTHING;
    const name = nameIn(recorded);
    const isOurs = fresh !== undefined || (await isLeftBy(id, folder, name));
    const reserved = path.join(folder, isOurs ? name : await reserveOne());
    const kept = { ...result, transcript_path: reserved };
    await writeAtomically(sidecarOf(reserved), sidecarText(kept));
    await writeAtomically(reserved, renderTranscript(kept, startedAt));
    return { path: reserved, problem: null };
  } catch (error) {
    for (const file of fresh === undefined ? [] : [fresh, sidecarOf(fresh)]) {
      await rm(file, { force: true }).catch(() => undefined);
    }
    const reason = error instanceof Error ? error.message : String(error);
    logger.log('error', 'transcript_not_kept', { folder, reason });
    return { path: null, problem: `the transcript could not be written to ${folder}: ${reason}` };
  }
}

/**
 * Takes a free name by creating the sidecar, whole and at once: two deliberations of the same second must not overwrite
 * each other, and a program that is killed leaves no half of a file. The id in it tells whose it is, should the program
 * be killed before that is recorded.
 */
async function reserve(folder: string, name: string, result: DeliberationResult): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const candidate = path.join(folder, `${name}${attempt === 1 ? '' : `_${attempt}`}.md`);
    const isFree = (await lstat(candidate).catch(() => undefined)) === undefined;
    if (isFree && (await createSidecar({ ...result, transcript_path: candidate }, candidate))) return candidate;
    if (await isLeftBy(result.deliberation_id, folder, path.basename(candidate)).catch(() => false)) return candidate;
  }
  throw new Error(`${MAX_ATTEMPTS} transcripts have the name ${name}`);
}

const MAX_ATTEMPTS = 1_000;

/** False where there is one. */
async function createSidecar(result: DeliberationResult, transcript: string): Promise<boolean> {
  const sidecar = sidecarOf(transcript);
  const draft = path.join(path.dirname(sidecar), `.${path.basename(sidecar)}.${randomUUID()}.tmp`);
  try {
    await writeAtomically(draft, sidecarText(result));
    // Not every file system has links: there a kill in this instant may leave a part of the file.
    await link(draft, sidecar).catch((error: unknown) =>
      isCode(error, 'EEXIST') ? Promise.reject(error) : writeFile(sidecar, sidecarText(result), { flag: 'wx' }),
    );
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function sidecarText(result: DeliberationResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** Records of the first version hold a whole path. Where that led is no matter: transcripts lie in the present folder. */
function nameIn(recorded: unknown): string {
  return typeof recorded === 'string' ? (recorded.split(/[/\\]/).at(-1) ?? '') : '';
}

/**
 * Whether a recorded name is that of a transcript which this deliberation left. The record may have come with a project
 * from elsewhere: it must not be able to name a file to be overwritten, or made.
 */
async function isLeftBy(id: string, folder: string, name: string): Promise<boolean> {
  if (!/^[^./\\][^/\\]*\.md$/.test(name)) return false;
  const file = path.join(folder, name);
  const sidecar = await readIfThere(sidecarOf(file));
  if (sidecar !== undefined) return idIn(sidecar) === id;
  return (await readIfThere(file)) === id;
}

/** The transcript that a deliberation left in the folder, by its recorded path; null where it is not there. */
export async function findTranscript(id: string, recorded: string | null, folder: string): Promise<string | null> {
  const name = nameIn(recorded);
  const isFound = await isLeftBy(id, folder, name).catch(() => false);
  return isFound ? path.join(folder, name) : null;
}

/** A record from elsewhere must not name a file that the caller would read as the transcript. */
export async function withOwnTranscript(
  result: DeliberationResult,
  { transcriptsFolder }: Pick<CouncilSettings, 'transcriptsFolder'>,
): Promise<DeliberationResult> {
  const transcript_path = await findTranscript(result.deliberation_id, result.transcript_path, transcriptsFolder);
  return { ...result, transcript_path };
}

function sidecarOf(transcript: string): string {
  return transcript.replace(/\.md$/, '.json');
}

/** Rejects for what is there and cannot be read: nothing is known of it. */
async function readIfThere(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  // Neither a link nor a pipe is what it left.
  return found.isFile() ? readFile(file, 'utf8') : '';
}

function idIn(sidecar: string): unknown {
  try {
    return (JSON.parse(sidecar) as { readonly deliberation_id?: unknown } | null)?.deliberation_id;
  } catch {
    return undefined;
  }
}
