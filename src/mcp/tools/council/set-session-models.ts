import { z } from 'zod';
import { nearestName } from '../../../kernel/nearest-name.js';
import { UserError } from '../../../kernel/user-error.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import type { CouncilProgram } from './deliberate.js';

export function setSessionModelsTool(open: Open<CouncilProgram>, sessionModels: Map<string, string>): Tool {
  return defineTool({
    name: 'set_session_models',
    title: 'Set session models',
    description:
      'Chooses, until this server ends, which model an adapter uses if a participant names none: {"claude": "opus", "ollama": null}. null goes back to the configured default. Returns the choices now in force; without arguments it changes nothing.',
    input: z
      .object({})
      .catchall(z.string().nullable().meta({ description: 'A model id of that adapter (see list_models), or null' })),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async handle(input, { signal }) {
      const { catalog } = await open();
      const choices = Object.entries(input);
      // All are checked before the first is set: a request with a mistake changes nothing.
      for (const [adapter, model] of choices) await checkChoice({ adapter, model }, catalog, signal);
      for (const [adapter, model] of choices) {
        if (model === null) sessionModels.delete(adapter);
        else sessionModels.set(adapter, model);
      }
      return { session_models: Object.fromEntries(sessionModels) };
    },
  });
}

async function checkChoice(
  { adapter, model }: { readonly adapter: string; readonly model: string | null },
  catalog: Program['catalog'],
  signal: AbortSignal,
): Promise<void> {
  const adapters = catalog.adapterNames();
  if (!adapters.includes(adapter))
    throw unknown(`adapter "${adapter}"`, nearestName(adapter, adapters), `adapters: ${adapters.join(', ')}`);
  if (model === null) return;
  const models = await catalog.modelIds(adapter, signal);
  if (models === undefined ? !/^[^-\s]\S*$/.test(model) : !models.includes(model)) {
    const list = models === undefined || models.length === 0 ? '' : `models of ${adapter}: ${models.join(', ')}`;
    throw unknown(`${adapter}: model "${model}"`, nearestName(model, models ?? []), list);
  }
}

function unknown(what: string, nearest: string | undefined, list: string): UserError {
  const hint = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  return new UserError('validation_error', `${what} is not known; ${hint}${list || 'list_models shows what there is'}`);
}
