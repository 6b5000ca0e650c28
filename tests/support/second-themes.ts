import type { ResolvedEntry } from '../../src/journal/index.js';
import second from '../data/second/experience-themes.json' with { type: 'json' };
import { createRandom, type PlantedEntry, pick } from './themed-entries.js';

type Entry = Pick<ResolvedEntry, 'domain' | 'strategy' | 'goal' | 'hypothesis' | 'action' | 'prediction'> &
  Pick<ResolvedEntry, 'surprise' | 'root_cause' | 'lesson'> & {
    readonly outcome: ResolvedEntry['outcome']['status'];
    readonly result: string;
  };

interface Source {
  readonly half: string;
  readonly entries: readonly Entry[];
}

const THEMES = second.themes as unknown as readonly Source[];
const NOISE = second.noise as unknown as readonly (Entry & { readonly half: string })[];

export interface MixOptions {
  readonly count: number;
  readonly themes: number;
  readonly seed: number;
  /** Nothing may be chosen by looking at `held-out`; `both` has all 25 themes. */
  readonly half: 'tuning' | 'held-out' | 'both';
}

/**
 * Entries of the second labeled set in random order, a fifth of them noise. A theme has some 20 entries and there are
 * 146 of noise: whatever is asked for beyond that takes each field from another entry of the same theme, or of noise.
 */
export function mixThemes({ count, themes, seed, half }: MixOptions): PlantedEntry[] {
  const random = createRandom(seed);
  const isOfHalf = (source: { readonly half: string }) => half === 'both' || source.half === half;
  const chosen = shuffle(THEMES.filter(isOfHalf), random).slice(0, themes);
  if (chosen.length < themes) throw new Error(`the half ${half} has ${chosen.length} themes`);
  const drawTheme = chosen.map(({ entries }) => createDraw(entries, random));
  const drawNoise = createDraw(NOISE.filter(isOfHalf), random);
  const noiseCount = Math.round(count / 5);
  const kinds = Array.from({ length: count }, (_, index) => (index < noiseCount ? -1 : index % themes));
  return shuffle(kinds, random).map((theme, number) => ({
    theme,
    entry: resolvedEntry((drawTheme[theme] ?? drawNoise)(), number),
  }));
}

/** First every entry once, then mixtures. */
function createDraw(entries: readonly Entry[], random: () => number): () => Entry {
  const left = shuffle(entries, random);
  return () => left.pop() ?? mixture(entries, random);
}

function mixture(entries: readonly Entry[], random: () => number): Entry {
  const { outcome, result, surprise, root_cause, domain } = pick(entries, random);
  const { strategy, action } = pick(entries, random);
  return {
    domain,
    strategy,
    action,
    outcome,
    result,
    ...(surprise !== undefined && { surprise }),
    ...(root_cause !== undefined && { root_cause }),
    ...takeLesson(pick(entries, random)),
    goal: pick(entries, random).goal,
    hypothesis: pick(entries, random).hypothesis,
    prediction: pick(entries, random).prediction,
  };
}

function takeLesson({ lesson }: Entry): Pick<Entry, 'lesson'> {
  return lesson === undefined ? {} : { lesson };
}

function resolvedEntry({ outcome, result, ...entry }: Entry, number: number): ResolvedEntry {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 600_000).toISOString().replace('.000', '');
  return {
    ...entry,
    id: `ghap_mixed_${String(number).padStart(6, '0')}`,
    session_id: `session_mixed_${Math.floor(number / 20)}`,
    created_at: createdAt,
    history: [],
    iteration_count: 1,
    notes: [],
    outcome: { status: outcome, result, captured_at: createdAt, auto_captured: false },
    confidence_tier: outcome === 'abandoned' ? 'abandoned' : 'silver',
  };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
