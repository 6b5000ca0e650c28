import type { PartState } from '../cli/ports.js';
import type { Program } from './compose.js';

/** Journal and learning as the doctor sees them. Only looks: where there is nothing yet, nothing is made. */
export async function describeJournal({
  journal,
  learning,
}: Pick<Program, 'journal' | 'learning'>): Promise<PartState> {
  const unused = await learning.unused();
  if (unused !== undefined) return unused;
  const learned = learning.exists() ? await learning.open() : undefined;
  const [active, orphans, pending, stats] = await Promise.all([
    journal.getActiveEntries(),
    journal.getOrphans(),
    journal.unsavedEntries(learned?.storeId),
    learned?.stats(),
  ]);
  const damage = await learned?.leftOut();
  if (stats === undefined && active.length + orphans.length + pending.length === 0) {
    return { state: 'ok', text: 'nothing written down yet; begins with the first hypothesis' };
  }
  const facts = [
    `${stats?.experiences ?? 0} experiences`,
    `${stats?.values ?? 0} values`,
    ...(active.length > 0 ? [`${active.length} open`] : []),
  ].join(', ');
  const problems = [
    ...(damage === undefined ? [] : [damage]),
    ...(orphans.length > 0 ? [`${orphans.length} left open by earlier sessions`] : []),
    ...(pending.length > 0 ? [`${pending.length} resolved but not stored yet`] : []),
    ...(stats !== undefined && stats.driftingValues > 0 ? [`${stats.driftingValues} values no longer fit`] : []),
  ];
  if (problems.length === 0) return { state: 'ok', text: facts };
  const fix = orphans.length > 0 ? '`witan journal adopt` or `witan journal abandon`' : undefined;
  return { state: 'note', text: [facts, ...problems].join('; '), ...(fix !== undefined && { remedy: fix }) };
}
