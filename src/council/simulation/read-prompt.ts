import { parseVote } from '../vote/parse-vote.js';
import type { SimulatedQuestion } from './question.js';

/** What a scripted model takes from its prompt, which is all that it knows of the others. */
export interface ReadPrompt {
  readonly round: number;
  /** Option number -> the id by which votes name it; empty in a first round. */
  readonly ids: ReadonlyMap<number, string>;
  /** What it voted for last; undefined if it has not answered yet. */
  readonly own: number | undefined;
  /** The last vote of each of the others, with the heading that it stands under. */
  readonly others: readonly { readonly label: string; readonly option: number }[];
}

export class UnreadablePrompt extends Error {
  override readonly name = 'UnreadablePrompt';
}

export function readPrompt(prompt: string, question: SimulatedQuestion): ReadPrompt {
  const sections = sectionsIn(prompt);
  const listed = sections.find(({ heading }) => heading === 'Options so far')?.quoted ?? '';
  const options = optionsIn(listed, question);
  const voteIn = (quoted: string): number | undefined => {
    const parsed = parseVote(quoted);
    if (parsed.kind !== 'vote') return undefined;
    const { option } = parsed.vote;
    const named = options.find(({ id }) => id === option)?.option ?? question.optionNamed(option);
    if (named === undefined) throw new UnreadablePrompt(`nobody knows the option "${option}"`);
    return named;
  };
  const own = sections.find(({ heading }) => heading === OWN)?.quoted;
  return {
    round: roundIn(sections),
    ids: new Map(options.map(({ id, option }) => [option, id])),
    own: own === undefined ? undefined : voteIn(own),
    others: sections
      .filter(({ heading }) => heading !== OWN)
      .flatMap(({ heading, quoted }) => {
        const option = voteIn(quoted);
        return option === undefined ? [] : [{ label: heading, option }];
      }),
  };
}

const OWN = 'Your own last answer';

interface ReadSection {
  readonly heading: string;
  /** The quoted lines, without their marks. */
  readonly quoted: string;
}

function sectionsIn(prompt: string): ReadSection[] {
  return prompt
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const quoted = lines.filter((line) => line.startsWith('>')).map((line) => line.slice(2));
      return { heading, quoted: quoted.join('\n') };
    });
}

function optionsIn(listed: string, question: SimulatedQuestion) {
  return [...listed.matchAll(/^- (\S+): (.+)$/gm)].map(([, id = '', text = '']) => {
    const option = question.optionNamed(text);
    if (option === undefined) throw new UnreadablePrompt(`nobody knows the listed option "${text}"`);
    return { id, option };
  });
}

function roundIn(sections: readonly ReadSection[]): number {
  const rounds = sections.flatMap(({ heading }) => /^What to do in round (\d+)/.exec(heading)?.[1] ?? []);
  const [round] = rounds;
  if (round === undefined) throw new UnreadablePrompt('the prompt does not say which round it is');
  return Number(round);
}
