import { z } from 'zod';
import { UserError } from '../../../kernel/user-error.js';
import type { SessionProgram } from '../../client-session.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { requiredText } from '../../fields.js';
import { describeEntry } from './describe-entry.js';
import { expectChange } from './expect-change.js';

export function adoptGhapTool(open: Open<SessionProgram>): Tool {
  return defineTool({
    name: 'adopt_ghap',
    title: 'Adopt an entry that was left open',
    description:
      'Takes care of an entry that an earlier session left open (orphan in get_active_ghap): adopt makes it an open entry of yours, to be updated and resolved as usual; abandon closes it without a result.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    async handle({ id, action }) {
      const { journal, catchUp } = await open();
      if (action === 'adopt') {
        const adopted = expectChange(await journal.adoptOrphan(id));
        if (adopted === null) throw await notAnOrphan(journal, id);
        return { ...describeEntry(adopted), status: 'open' };
      }
      const abandoned = expectChange(await journal.abandonOrphan('abandoned by a later session', id));
      if (abandoned === null) throw await notAnOrphan(journal, id);
      void catchUp.save(abandoned);
      const { outcome, confidence_tier } = abandoned;
      return { id, status: outcome.status, confidence_tier, resolved_at: outcome.captured_at };
    },
  });
}

const INPUT = z.strictObject({
  id: requiredText(100, 'The entry, as get_active_ghap shows it'),
  action: z.enum(['adopt', 'abandon']).meta({ description: 'Continue it, or close it without a result' }),
});

async function notAnOrphan(journal: SessionProgram['journal'], id: string): Promise<UserError> {
  const { entries } = await journal.getOpen();
  if (entries.some((entry) => entry.id === id)) {
    return new UserError('conflict', `${id} is open in this session already; close it with resolve_ghap`);
  }
  const orphans = (await journal.getOrphans()).map(({ entry }) => entry.id);
  const known = orphans.length === 0 ? 'none was' : `there are ${orphans.slice(0, MAX_LISTED).join(', ')}`;
  return new UserError('not_found', `${id} is not an entry that an earlier session left open; ${known}`);
}

const MAX_LISTED = 10;
