import type { Domain, ResolvedEntry } from '../../src/journal/index.js';
import themes from '../data/learning-themes.json' with { type: 'json' };
import type { Theme } from '../fixtures/learning/theme.js';

const SETS = themes as unknown as {
  readonly tuning: readonly Theme[];
  readonly held_out: readonly Theme[];
  readonly stray: readonly (readonly [string, string, string, string, string])[];
};

/** Parameters may be chosen on these. */
export const TUNING_THEMES = SETS.tuning;
/** Figures are reported on these; nothing may be chosen by looking at them. */
export const HELD_OUT_THEMES = SETS.held_out;

export interface PlantedEntry {
  readonly entry: ResolvedEntry;
  /** The number of its theme, or -1: it belongs to none. */
  readonly theme: number;
}

export interface PlantOptions {
  readonly count: number;
  readonly seed: number;
  readonly themes: readonly Theme[];
  /** The share of entries that belong to no theme. */
  readonly strayShare?: number;
  /** Numbers of the entries begin here, so that a later batch continues an earlier one. */
  readonly from?: number;
}

/** Resolved entries in themes, with others strewn in; the same seed gives the same entries. */
export function plantEntries({ count, seed, themes, strayShare = 0.1, from = 0 }: PlantOptions): PlantedEntry[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const isStray = random() < strayShare;
    const theme = isStray ? -1 : Math.floor(random() * themes.length);
    const found = themes[theme];
    const texts = found === undefined ? strayTexts(random) : themeTexts(found, random);
    return { theme, entry: entryOf(texts, from + index, random) };
  });
}

type Texts = Pick<ResolvedEntry, 'strategy' | 'goal' | 'hypothesis' | 'action' | 'prediction'> &
  Pick<ResolvedEntry, 'surprise' | 'root_cause' | 'lesson'> & {
    readonly status: 'confirmed' | 'falsified';
    result: string;
  };

function themeTexts(theme: Theme, random: () => number): Texts {
  const part = pick(theme.parts, random);
  const fill = (sentence: string) => sentence.replaceAll('{part}', part);
  const say = (sentences: readonly string[]) => chatter(fill(mention(pick(sentences, random), random)), random);
  const status = random() < 0.6 ? 'confirmed' : 'falsified';
  const [category, description] = pick(theme.rootCauses, random);
  return {
    strategy: pick(theme.strategies, random),
    goal: chatter(fill(pick(theme.goals, random)), random),
    hypothesis: say(theme.hypotheses),
    action: say(theme.actions),
    prediction: say(theme.predictions),
    status,
    result: say(theme[status]),
    ...(status === 'falsified' && {
      surprise: say(theme.surprises),
      root_cause: { category, description: fill(mention(description, random)) },
    }),
    ...(random() < 0.5 && { lesson: { what_worked: say(theme.lessons) } }),
  };
}

function strayTexts(random: () => number): Texts {
  // Sentences of different subjects are mixed, so that no stray subject becomes a theme by being drawn often.
  const say = (field: 0 | 1 | 2 | 3 | 4) => chatter(pick(SETS.stray, random)[field], random);
  const status = random() < 0.6 ? 'confirmed' : 'falsified';
  return {
    strategy: pick(STRATEGIES, random),
    goal: say(0),
    hypothesis: say(1),
    action: say(2),
    prediction: say(3),
    status,
    result: say(4),
    ...(status === 'falsified' && {
      surprise: say(4),
      root_cause: { category: pick(CATEGORIES, random), description: say(1) },
    }),
  };
}

function entryOf(texts: Texts, number: number, random: () => number): ResolvedEntry {
  const { status, result, ...belief } = texts;
  const created = new Date(FIRST_DAY + number * 600_000).toISOString().replace('.000', '');
  return {
    id: `ghap_planted_${String(number).padStart(6, '0')}`,
    session_id: `session_planted_${Math.floor(number / 20)}`,
    created_at: created,
    domain: pick(DOMAINS, random),
    ...belief,
    history: [],
    iteration_count: 1,
    notes: [],
    outcome: { status, result, captured_at: created, auto_captured: false },
    confidence_tier: random() < 0.3 ? 'gold' : 'silver',
  };
}

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DOMAINS: readonly Domain[] = ['debugging', 'feature', 'testing', 'performance'];
const STRATEGIES = ['trial-and-error', 'research-first', 'divide-and-conquer', 'read-the-error'] as const;
const CATEGORIES = ['wrong-assumption', 'oversight', 'missing-knowledge', 'environment-issue'] as const;

const BEFORE = [
  'As far as I can see, ',
  'After reading the logs: ',
  'Second attempt. ',
  'For the ticket of this week: ',
];
const AFTER = [
  ' (see the notes)',
  ', as discussed',
  '. Will report back',
  ', on my branch only',
  ' since last Tuesday',
];

/** Who has named a thing in the goal often says "it" afterwards. */
function mention(sentence: string, random: () => number): string {
  return random() < 0.5 ? sentence.replace(/(?:the )?\{part\}/g, 'it') : sentence;
}

/** What people write around what they mean. */
function chatter(text: string, random: () => number): string {
  const before = random() < 0.15 ? pick(BEFORE, random) : '';
  const after = random() < 0.15 ? pick(AFTER, random) : '';
  return `${before}${text}${after}`;
}

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
