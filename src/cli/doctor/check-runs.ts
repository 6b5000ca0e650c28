import type { Program } from '../../program/program.js';
import type { PartState } from './finding.js';

/** Whether the records of deliberations are intact, how large they are, and which can be resumed. */
export async function checkRuns(program: Pick<Program, 'runs'>, now: Date): Promise<PartState> {
  const runs = await program.runs();
  if (runs === undefined) return { state: 'ok', text: 'none recorded yet; runs.db is made with the first one' };
  const { problems, bytes } = await runs.health();
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  if (problems.length > 0) {
    return {
      state: 'broken',
      text: `runs.db (${size}) is damaged: ${problems.join('; ')}`,
      remedy: 'move runs.db away and a new one is made; what was decided is in the transcripts',
    };
  }
  const { entries: recorded, elsewhere } = await runs.list();
  const others = [...elsewhere.values()].reduce((sum, count) => sum + count, 0);
  const interrupted = recorded.filter(({ status }) => status === 'interrupted').length;
  const oldBefore = new Date(now.getTime() - OLD_DAYS * 86_400_000).toISOString();
  const old = recorded.filter(({ updatedAt }) => updatedAt < oldBefore).length;
  const summary = [
    `${recorded.length} recorded`,
    ...(interrupted === 0 ? [] : [`${interrupted} interrupted`]),
    ...(others === 0 ? [] : [`${others} about other folders`]),
    ...(old === 0 ? [] : [`${old} older than ${OLD_DAYS} days`]),
    `${size}, intact`,
  ].join(', ');
  if (old > 0) {
    const prune = `nothing is removed automatically; \`witan deliberations prune --older-than ${OLD_DAYS}d\` frees their space`;
    return { state: 'ok', text: summary, remedy: prune };
  }
  if (interrupted === 0) return { state: 'ok', text: summary };
  return { state: 'ok', text: summary, remedy: '`witan deliberate --resume` continues the last of them' };
}

const OLD_DAYS = 90;
