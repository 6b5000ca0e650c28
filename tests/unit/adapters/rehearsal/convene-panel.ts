import { createRehearsalAdapter } from '../../../../adapters/rehearsal/rehearsal.js';
import { type Briefing, buildPrompt } from '../../../../src/council/prompt/build-prompt.js';
import { parseVote } from '../../../../src/council/vote/parse-vote.js';
import type { Vote } from '../../../../src/council/vote/vote.js';

export const VOICE_NAMES = ['steward', 'sceptic', 'builder'] as const;

export interface Spoken {
  readonly text: string;
  readonly vote: Vote;
  /** The words of the option, also where the vote names its id. */
  readonly option: string;
}

export type PanelRound = Record<(typeof VOICE_NAMES)[number], Spoken>;

export function briefingOf(question: string, context?: string): Briefing {
  return {
    question,
    context,
    stance: 'neutral',
    round: 1,
    rounds: 2,
    options: [],
    ownLastAnswer: undefined,
    peers: [],
  };
}

export async function ask(model: string, prompt: string): Promise<string> {
  const { signal } = new AbortController();
  const answer = await createRehearsalAdapter().ask({ model, prompt, workingDirectory: '.', signal });
  if (!answer.ok) throw new Error(answer.error.failure.kind);
  return answer.value.text;
}

export function voteIn(text: string): Vote {
  const parsed = parseVote(text);
  if (parsed.kind === 'abstention') throw new Error(`no vote: ${parsed.reason}`);
  return parsed.vote;
}

/** The three voices over real prompts, each shown the others' answers as the council shows them. */
export async function convenePanel(question: string, context?: string, rounds = 2): Promise<PanelRound[]> {
  const debate: PanelRound[] = [];
  const options: { id: string; text: string }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const last = debate.at(-1);
    const speak = async (voice: (typeof VOICE_NAMES)[number]): Promise<Spoken> => {
      const others = last === undefined ? [] : VOICE_NAMES.filter((name) => name !== voice);
      const peers = others.map((name, index) => ({
        label: `Participant ${'AB'.charAt(index)}`,
        answer: last?.[name].text ?? '',
      }));
      const prompt = buildPrompt({
        ...briefingOf(question, context),
        round,
        rounds,
        options,
        ownLastAnswer: last?.[voice].text,
        peers,
      });
      const text = await ask(voice, prompt);
      const vote = voteIn(text);
      return { text, vote, option: options.find(({ id }) => id === vote.option)?.text ?? vote.option };
    };
    const spoken = {
      steward: await speak('steward'),
      sceptic: await speak('sceptic'),
      builder: await speak('builder'),
    };
    for (const { option } of Object.values(spoken)) {
      if (!options.some(({ text }) => text === option)) options.push({ id: `O${options.length + 1}`, text: option });
    }
    debate.push(spoken);
  }
  return debate;
}

/** What the last round chose, or null where no option leads. */
export function verdictOf(debate: readonly PanelRound[]): string | null {
  const counts = new Map<string, number>();
  for (const { option } of Object.values(debate.at(-1) ?? {})) counts.set(option, (counts.get(option) ?? 0) + 1);
  const [best, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] > (second?.[1] ?? 0) ? best[0] : null;
}
