import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomically } from '../../storage/index.js';
import type { CouncilDependencies } from '../council.js';
import type { DeliberationResult } from '../result.js';
import { renderTranscript } from './render-transcript.js';
import { transcriptName } from './transcript-name.js';

/**
 * Writes the transcript and, beside it, the whole result as JSON. A disk that is full or read-only must not take the
 * verdict away from the caller: the result then says that it was not kept, and why.
 */
export async function keepTranscript(
  result: DeliberationResult,
  folder: string,
  { clock, logger }: Pick<CouncilDependencies, 'clock' | 'logger'>,
): Promise<DeliberationResult> {
  const startedAt = new Date(clock.now().getTime() - result.cost.seconds * 1000);
  let reserved: string | undefined;
  try {
    await mkdir(folder, { recursive: true });
    reserved = await reserve(folder, transcriptName(result.question, startedAt));
    const kept = { ...result, transcript_path: reserved };
    await writeAtomically(reserved.replace(/\.md$/, '.json'), `${JSON.stringify(kept, null, 2)}\n`);
    await writeAtomically(reserved, renderTranscript(kept, startedAt));
    return kept;
  } catch (error) {
    if (reserved !== undefined) await rm(reserved, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    logger.log('error', 'transcript_not_kept', { folder, reason });
    const warnings = [...result.integrity.warnings, `the transcript could not be written to ${folder}: ${reason}`];
    return { ...result, integrity: { ...result.integrity, warnings } };
  }
}

/** Takes a free name by creating the file: two deliberations of the same second must not overwrite each other. */
async function reserve(folder: string, name: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const candidate = path.join(folder, `${name}${attempt === 1 ? '' : `_${attempt}`}.md`);
    try {
      await (await open(candidate, 'wx')).close();
      return candidate;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

const MOST_ATTEMPTS = 1_000;
