import type { OpenProgram, PartState } from '../ports.js';

/** The record of deliberations: whether it is whole, how large it is, and what in it waits to be continued. */
export async function checkRuns(program: Pick<OpenProgram, 'runs' | 'unusedRuns'>): Promise<PartState> {
  const unused = await program.unusedRuns();
  if (unused !== undefined) return unused;
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
  const recorded = await runs.list();
  const unreadable = recorded.filter(({ status }) => status === 'unreadable').length;
  const interrupted = recorded.filter(({ status }) => status === 'interrupted').length;
  const facts = [
    `${recorded.length} recorded`,
    ...(interrupted === 0 ? [] : [`${interrupted} interrupted`]),
    ...(unreadable === 0 ? [] : [`${unreadable} unreadable`]),
    `${size}, intact`,
  ].join(', ');
  if (unreadable > 0) {
    return {
      state: 'note',
      text: facts,
      remedy: '`witan deliberations` names them, `witan deliberations delete` removes one',
    };
  }
  if (interrupted === 0) return { state: 'ok', text: facts };
  return { state: 'ok', text: facts, remedy: '`witan deliberate --resume` continues the last of them' };
}
