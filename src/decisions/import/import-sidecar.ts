import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { DecisionGraph } from '../model/decision-graph.js';
import { deliberationRecordSchema, isDecision } from '../model/deliberation-record.js';
import { describeProblem } from './describe-problem.js';
import type { ParsedFile, Tally } from './tally.js';

/** One deliberation, as it was written next to its transcript. */
export async function importSidecar(graph: DecisionGraph, { file, value }: ParsedFile, tally: Tally): Promise<void> {
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
