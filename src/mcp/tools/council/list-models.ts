import { z } from 'zod';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import type { CouncilProgram } from './deliberate.js';

export function listModelsTool(open: Open<CouncilProgram>, sessionModels: ReadonlyMap<string, string>): Tool {
  return defineTool({
    name: 'list_models',
    title: 'List models',
    description:
      'Lists every way to ask a model (adapter), whether it works on this machine now, what to do if it does not, and its models. Use an adapter name and a model id from here as `cli` and `model` of a participant of `deliberate`. If outcomes of decisions were recorded, a model has a record: hits and misses among the decisions it voted for, and the Brier score of its confidence (0 is perfect, 0.25 says nothing), in total and for its main topics. Asks no model and costs nothing.',
    input: z.strictObject({}),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle(_input, { signal }) {
      const { catalog, trackRecords } = await open();
      const [adapters, withRecords] = await Promise.all([catalog.list(signal), readRecords(trackRecords)]);
      return {
        adapters: adapters.map((entry) => ({
          ...withRecords(entry),
          session_model: sessionModels.get(entry.adapter) ?? null,
        })),
      };
    },
  });
}

type CatalogEntry = Awaited<ReturnType<Program['catalog']['list']>>[number];

/** A way to write a model's record next to it. A database that cannot be read takes nothing from the list but this. */
async function readRecords(trackRecords: Program['trackRecords']): Promise<(entry: CatalogEntry) => CatalogEntry> {
  const records = await trackRecords().catch(() => undefined);
  const byParticipant = new Map(records?.models.map(({ participant, ...record }) => [participant, record]));
  return (entry) => ({
    ...entry,
    models: entry.models.map((model) => {
      const record = byParticipant.get(`${model.id}@${entry.adapter}`);
      return record === undefined ? model : { ...model, record };
    }),
  });
}
