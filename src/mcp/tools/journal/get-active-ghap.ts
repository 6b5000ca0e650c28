import { z } from 'zod';
import type { ActiveEntry } from '../../../journal/index.js';
import { defineTool, type Tool } from '../../define-tool.js';
import type { JournalAccess } from '../../ports.js';

export function getActiveGhapTool(access: JournalAccess): Tool {
  return defineTool({
    name: 'get_active_ghap',
    title: 'The active hypothesis',
    description:
      'The entry that you are working on, with has_active: false and nulls if there is none. orphan is the newest entry that an earlier session left unresolved: `witan journal adopt` continues it, `witan journal abandon` closes it.',
    input: z.strictObject({}),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle() {
      const { journal } = await access.open();
      const { entry, backup } = await journal.getActive();
      const orphan = await journal.getOrphanedEntry();
      return {
        ...(entry === null ? NOTHING : describeEntry(entry)),
        has_active: entry !== null,
        orphan: orphan === null ? null : { ...describeEntry(orphan), session_id: orphan.session_id },
        ...(backup !== undefined && {
          warning: `The active entry could not be read and was kept as ${backup}; start a new one.`,
        }),
      };
    },
  });
}

const NOTHING = {
  id: null,
  domain: null,
  strategy: null,
  goal: null,
  hypothesis: null,
  action: null,
  prediction: null,
  iteration_count: null,
  created_at: null,
};

function describeEntry(entry: ActiveEntry) {
  const { id, domain, strategy, goal, hypothesis, action, prediction, iteration_count, created_at } = entry;
  return { id, domain, strategy, goal, hypothesis, action, prediction, iteration_count, created_at };
}
