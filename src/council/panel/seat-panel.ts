import { withCurrentDemoName } from '../../kernel/demo-names.js';
import { nearestName } from '../../kernel/nearest-name.js';
import { UserError } from '../../kernel/user-error.js';
import {
  familyOf,
  type ModelAdapter,
  type ModelDirectory,
  priceOfModel,
  type RegisteredModel,
} from '../../models/index.js';
import type { ParticipantRequest } from '../contract/request.js';
import type { Seat } from './seat.js';

/** Turns the participants a caller named into seats, or says which one cannot be seated and what could. */
export async function seatPanel(
  requested: readonly ParticipantRequest[],
  directory: ModelDirectory,
  defaultModels: Readonly<Record<string, string>>,
): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (const given of requested) {
    const participant = withCurrentDemoName(given);
    const adapter = await findAdapter(participant.cli, directory);
    const known = directory.models(participant.cli);
    const registered = known.filter((model) => model.enabled);
    const model = participant.model ?? defaultModels[participant.cli] ?? (await defaultModel(adapter, registered));
    checkModel(model, adapter, known);
    const { cli, reasoning_effort: reasoningEffort, stance = 'neutral' } = participant;
    const family = registered.find(({ id }) => id === model)?.family ?? familyOf(cli, model);
    const name = uniqueName(`${model}@${cli}`, seats);
    const price = priceOfModel(adapter, model, registered);
    seats.push({ participant: name, adapter, model, reasoningEffort, stance, family, price });
  }
  return seats;
}

async function findAdapter(name: string, directory: ModelDirectory): Promise<ModelAdapter> {
  const adapter = await directory.adapter(name);
  if (adapter !== undefined) return adapter;
  const suggestion = nearestName(name, directory.names());
  throw new UserError(
    'validation_error',
    `participants: unknown adapter "${name}"${suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`}; use one of ${directory.names().join(', ')}, or add it under "adapters" in the configuration`,
  );
}

/** The registry's default, else its first entry, else what the tool itself reports (Ollama lists what is pulled). */
async function defaultModel(adapter: ModelAdapter, registered: readonly RegisteredModel[]): Promise<string> {
  const model = registered.find((entry) => entry.isDefault) ?? registered[0];
  if (model !== undefined) return model.id;
  const availability = await adapter.availability();
  return (availability.available ? availability.models?.[0] : undefined) ?? 'default';
}

/** Any model id may be named: new models appear faster than registries. The voices of the demo are a fixed list. */
function checkModel(model: string, { name, kind }: ModelAdapter, registered: readonly RegisteredModel[]): void {
  if (model.startsWith('-') || model.trim() === '' || /\p{Control}/u.test(model)) {
    throw new UserError(
      'validation_error',
      `participants: model "${model}" of ${name} is not a model id; it may not be empty, begin with "-" or contain control characters`,
    );
  }
  const entry = registered.find(({ id }) => id === model);
  if (entry?.enabled === false) {
    throw new UserError(
      'validation_error',
      `participants: model "${model}" of ${name} is disabled in the configuration; name another one`,
    );
  }
  if (entry !== undefined || kind !== 'demo' || registered.length === 0) return;
  const ids = registered.map(({ id }) => id);
  const suggestion = nearestName(model, ids);
  throw new UserError(
    'validation_error',
    `participants: unknown model "${model}" for ${name}${suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`}; use one of ${ids.join(', ')}`,
  );
}

function uniqueName(name: string, seated: readonly Seat[]): string {
  const taken = new Set(seated.map(({ participant }) => participant));
  let candidate = name;
  for (let count = 2; taken.has(candidate); count++) candidate = `${name}#${count}`;
  return candidate;
}
