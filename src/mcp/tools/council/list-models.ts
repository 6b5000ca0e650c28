import { z } from 'zod';
import { defineTool, type Tool } from '../../define-tool.js';
import type { CouncilAccess } from '../../ports.js';
import type { SessionModels } from './session-models.js';

export function listModelsTool(access: CouncilAccess, sessionModels: SessionModels): Tool {
  return defineTool({
    name: 'list_models',
    title: 'List models',
    description:
      'Lists every way to ask a model (adapter), whether it works on this machine now, what to do if it does not, and its models. Use an adapter name and a model id from here as `cli` and `model` of a participant of `deliberate`. Asks no model and costs nothing.',
    input: z.strictObject({}),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle(_input, { signal }) {
      const { catalogue } = await access.open();
      const adapters = await catalogue.list(signal);
      return {
        adapters: adapters.map((entry) => ({ ...entry, session_model: sessionModels.get(entry.adapter) ?? null })),
      };
    },
  });
}
