import type { PartState } from '../cli/ports.js';
import type { KnownDatabases } from '../storage/index.js';

/** What the doctor says of a database that is not used because it came with the project or was moved; undefined else. */
export async function describeUnused(file: string, known: KnownDatabases): Promise<PartState | undefined> {
  const { whyUnused } = await import('../storage/index.js');
  const problem = await whyUnused(file, { migrations: [], known });
  if (problem?.fault !== 'not-adopted') return undefined;
  const [text = ''] = problem.message.split(';', 1);
  return { state: 'note', text, remedy: '`witan init` shows what is in it and asks; `witan init --adopt` uses it' };
}
