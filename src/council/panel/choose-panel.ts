import { UserError } from '../../kernel/user-error.js';
import {
  type Availability,
  familyOf,
  isSameModel,
  isSmallModel,
  type ModelAdapter,
  type ModelDirectory,
  priceOfModel,
} from '../../models/index.js';
import type { ParticipantRequest } from '../contract/request.js';
import { findLoginHint } from './seat.js';

export interface ChosenPanel {
  readonly participants: readonly ParticipantRequest[];
  /** Told to the person before the first round. */
  readonly notice: string | null;
}

export interface PanelWishes {
  /** By adapter: the model that comes first. */
  readonly defaultModels?: Readonly<Record<string, string>>;
  readonly maxCostUsd?: number | undefined;
}

const SEATS = 3;

/**
 * A panel from what is at hand, different families first: models of one family share their errors, so a second one
 * adds little, and the same model through another adapter adds nothing. Small models take part only when there is no
 * larger one. The demo panel is used only when there is no model at all.
 */
export async function choosePanel(
  directory: ModelDirectory,
  { defaultModels = {}, maxCostUsd }: PanelWishes = {},
): Promise<ChosenPanel> {
  const adapters = await loadAdapters(directory);
  const { available, ...leftOut } = await modelsAtHand(adapters, directory, defaultModels);
  const notice = describeLeftOut(leftOut);
  if (available.length === 0) return withNotice(demoPanel(adapters, directory), notice);
  // A cap cannot be kept for a model whose price is unknown.
  const candidates = maxCostUsd === undefined ? available : available.filter(({ hasPrice }) => hasPrice);
  if (candidates.length === 0) throw noPriceKnown(available);
  const large = candidates.filter(({ isSmall }) => !isSmall);
  const chosen = withoutTwins(differentFamiliesFirst(large.length === 0 ? candidates : large)).slice(0, SEATS);
  // One model alone can still disagree with itself: two independent answers show how sure it is.
  const [only] = chosen;
  const seated = chosen.length === 1 && only !== undefined ? [only, only] : chosen;
  return { participants: seated.map(({ cli, model }) => ({ cli, model })), notice };
}

interface Candidate {
  readonly cli: string;
  readonly model: string;
  readonly family: string;
  /** The adapter's own default, as opposed to a further model of the same adapter. */
  readonly isFirst: boolean;
  readonly isSmall: boolean;
  readonly hasPrice: boolean;
}

async function loadAdapters(directory: ModelDirectory): Promise<ModelAdapter[]> {
  const adapters = await Promise.all(directory.names().map((name) => directory.adapter(name)));
  return adapters.filter((adapter) => adapter !== undefined);
}

interface ModelsAtHand {
  readonly available: readonly Candidate[];
  /** Installed tools that could not answer. */
  readonly loggedOut: readonly LoggedOut[];
  /** Installed tools that may not be started, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
}

interface LoggedOut {
  readonly cli: string;
  readonly howToLogIn: string;
}

async function modelsAtHand(
  adapters: readonly ModelAdapter[],
  directory: ModelDirectory,
  defaultModels: Readonly<Record<string, string>>,
): Promise<ModelsAtHand> {
  const refused = new Map<string, string>();
  const found = await Promise.all(
    adapters
      .filter(({ kind }) => kind !== 'demo')
      .map(async (adapter) => {
        const state = await adapter.availability();
        if (!state.available && state.isInstalled) refused.set(adapter.name, `${state.reason}; ${state.remedy}`);
        const candidates = findCandidates({ adapter, found: state }, directory, defaultModels);
        const howToLogIn = candidates.length === 0 ? undefined : await findLoginHint(adapter);
        return { cli: adapter.name, candidates, howToLogIn };
      }),
  );
  return {
    available: found.flatMap(({ candidates, howToLogIn }) => (howToLogIn === undefined ? candidates : [])),
    loggedOut: found.flatMap(({ cli, howToLogIn }) => (howToLogIn === undefined ? [] : [{ cli, howToLogIn }])),
    refused,
  };
}

function describeLeftOut({ loggedOut, refused }: Omit<ModelsAtHand, 'available'>): string | null {
  const sentences: string[] = [];
  if (loggedOut.length > 0) {
    const each = loggedOut.map(({ cli, howToLogIn }) => `${cli} (${howToLogIn})`).join(', ');
    sentences.push(`Not logged in, so left out: ${each}.`);
  }
  // The reason is in the machine, so it is the same for all.
  const [reason] = refused.values();
  if (reason !== undefined)
    sentences.push(`Not safe to start, so left out: ${[...refused.keys()].join(', ')} (${reason}).`);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function withNotice({ participants, notice }: ChosenPanel, first: string | null): ChosenPanel {
  return { participants, notice: first === null ? notice : [first, notice].join(' ') };
}

function findCandidates(
  { adapter, found }: { readonly adapter: ModelAdapter; readonly found: Availability },
  directory: ModelDirectory,
  defaultModels: Readonly<Record<string, string>>,
): Candidate[] {
  if (!found.available) return [];
  const registered = directory.models(adapter.name).filter((model) => model.enabled);
  const byDefaultFirst = [...registered].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const ids = registered.length > 0 ? byDefaultFirst.map(({ id }) => id) : (found.models ?? []);
  const preferred = defaultModels[adapter.name];
  const ordered = preferred === undefined ? ids : [preferred, ...ids.filter((id) => id !== preferred)];
  return ordered.map((model, index) => ({
    cli: adapter.name,
    model,
    family: registered.find(({ id }) => id === model)?.family ?? familyOf(adapter.name, model),
    isFirst: index === 0,
    isSmall: isSmallModel(model, registered),
    hasPrice: priceOfModel(adapter, model, registered) !== undefined,
  }));
}

/** First one model per family, then each adapter's default, then the rest; within that the directory's order. */
function differentFamiliesFirst(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const chooseNew = (from: readonly Candidate[]) => {
    for (const candidate of from) if (chosen.every(({ family }) => family !== candidate.family)) chosen.push(candidate);
  };
  const [first, further] = [candidates.filter((c) => c.isFirst), candidates.filter((c) => !c.isFirst)];
  chooseNew(first);
  chooseNew(candidates);
  return [...chosen, ...[...first, ...further].filter((candidate) => !chosen.includes(candidate))];
}

function withoutTwins(candidates: readonly Candidate[]): Candidate[] {
  const different: Candidate[] = [];
  for (const candidate of candidates) {
    if (!different.some((other) => isSameModel(other, candidate))) different.push(candidate);
  }
  return different;
}

function noPriceKnown(available: readonly Candidate[]): UserError {
  const names = [...new Set(available.map(({ cli }) => cli))].join(', ');
  return new UserError(
    'validation_error',
    `max_cost_usd: no price is known for the models of ${names}, so the cap could not be kept; give prices under model_registry in the configuration, name participants, or leave the cap out`,
  );
}

function demoPanel(adapters: readonly ModelAdapter[], directory: ModelDirectory): ChosenPanel {
  const searched = adapters.filter(({ kind }) => kind !== 'demo').map(({ name }) => name);
  const voices = adapters
    .filter(({ kind }) => kind === 'demo')
    .flatMap(({ name }) =>
      directory
        .models(name)
        .filter((model) => model.enabled)
        .map((model) => ({ cli: name, model: model.id })),
    )
    .slice(0, SEATS);
  if (voices.length === 0) {
    throw new UserError(
      'not_found',
      'no model is available and the demo is turned off; `witan doctor` shows how to add a model',
    );
  }
  const shown = searched.length > 5 ? `${searched.slice(0, 5).join(', ')} …` : searched.join(', ');
  return {
    participants: voices,
    notice: `No model found (looked for ${shown}). Running the demo panel: ${voices.length} scripted voices, no language model. Add models: witan doctor.`,
  };
}
