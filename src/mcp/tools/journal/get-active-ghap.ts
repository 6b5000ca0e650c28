import { z } from 'zod';
import type { SessionProgram } from '../../client-session.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { describeEntry } from './describe-entry.js';

export function getActiveGhapTool(open: Open<SessionProgram>): Tool {
  return defineTool({
    name: 'get_active_ghap',
    title: 'The open hypotheses',
    description:
      'The newest entry that you have open, with has_active: false and nulls if there is none; others lists the ones that you opened before it and have not resolved. orphan is the newest entry that an earlier session left open (orphan_count: how many there are); adopt_ghap continues or closes it.',
    input: z.strictObject({}),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle() {
      const { journal } = await open();
      const { entries, backup } = await journal.getOpen();
      const [active, ...others] = entries;
      const orphans = await journal.getOrphans();
      const orphan = orphans[0]?.entry;
      const foreign = await journal.foreignEntries();
      return {
        ...(active === undefined ? NOTHING : describeEntry(active)),
        has_active: active !== undefined,
        others: others.map(describeEntry),
        orphan: orphan === undefined ? null : { ...describeEntry(orphan), session_id: orphan.session_id },
        ...(orphans.length > 1 && { orphan_count: orphans.length }),
        ...(foreign !== undefined && {
          notice: `${foreign.resolved} resolved and ${foreign.open} open entries came with this project or were moved; they are not used until the user runs \`witan init\``,
        }),
        ...(backup !== undefined && {
          warning: `An open entry could not be read and was kept as ${backup}; start a new one.`,
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
