import { sameOption } from '../../semantics/index.js';
import type { VoteOption } from '../contract/vote.js';
import { type Resolution, resolveOption } from './resolve-option.js';

/** The options of one deliberation: the ballot, and what votes add to it. Ids and texts never change. */
export interface OptionList {
  list(): readonly VoteOption[];
  /** What a vote's option names, with the options listed so far. */
  resolve(text: string): Resolution;
  /** Adds the options that the votes of one round name. */
  addVotes(texts: readonly string[]): void;
  /** The option of a vote that was added, or that an id or text names; undefined where it names none. */
  find(text: string): VoteOption | undefined;
}

export interface OptionListInput {
  readonly question: string;
  /** Empty where the options come from the votes of the first round. */
  readonly ballot: readonly string[];
}

export function createOptionList({ question, ballot }: OptionListInput): OptionList {
  const options: (VoteOption & { readonly aliases: string[] })[] = [];
  /** Read once, with the options that were listed when the vote was cast: a later option must not change its meaning. */
  const voted = new Map<string, VoteOption>();
  let prefix = looksLikeId(ballot) ? 'OPT' : 'O';

  const resolve = (text: string) => resolveOption(text, { options, prefix, question });
  const add = (text: string, isOnBallot: boolean) => {
    const option = { id: `${prefix}${options.length + 1}`, text, aliases: [], isOnBallot };
    options.push(option);
    return option;
  };
  const addNew = (text: string) => {
    const known = options.find((option) => [option.text, ...option.aliases].some((name) => sameOption(name, text)));
    if (known !== undefined && known.text !== text && !known.aliases.includes(text)) known.aliases.push(text);
    return known ?? add(text, false);
  };
  /** Shown as another name of the option; an id or a number does not count. */
  const nameToo = ({ id }: VoteOption, text: string) => {
    const option = options.find((listed) => listed.id === id);
    const isName = /\p{Letter}{3}/u.test(text) && !looksLikeId([text]) && !/\boption\s*\S{1,3}$/i.test(text);
    if (option === undefined || !isName || [option.text, ...option.aliases].includes(text)) return;
    option.aliases.push(text);
  };
  for (const text of ballot) add(text, true);

  return {
    list: () => options,
    resolve,
    find: (text) => {
      const resolution = resolve(text);
      return voted.get(text) ?? (resolution.kind === 'known' ? resolution.option : undefined);
    },
    addVotes: (texts) => {
      // Models are called o1 and o3: an id must not look like such an option.
      if (options.length === 0 && looksLikeId(texts)) prefix = 'OPT';
      const resolved = texts.map((text) => ({ text, resolution: resolve(text) }));
      for (const { text, resolution } of resolved) {
        if (resolution.kind !== 'known' || voted.has(text)) continue;
        voted.set(text, resolution.option);
        nameToo(resolution.option, text);
      }
      const fresh = resolved.filter(({ text, resolution }) => resolution.kind === 'new' && !voted.has(text));
      for (const text of byUse(fresh.map((entry) => entry.text))) voted.set(text, addNew(text));
    },
  };
}

function looksLikeId(texts: readonly string[]): boolean {
  return texts.some((text) => /(?<![\p{Letter}\p{Number}])O[ -]?\d{1,3}(?![\p{Letter}\p{Number}])/iu.test(text));
}

/** Most used first, then the shortest: the order of the participants must not decide how an option reads. */
function byUse(texts: readonly string[]): string[] {
  const uses = new Map<string, number>();
  for (const text of texts) uses.set(text, (uses.get(text) ?? 0) + 1);
  return [...uses]
    .sort(([textA, usesA], [textB, usesB]) => usesB - usesA || textA.length - textB.length || (textA < textB ? -1 : 1))
    .map(([text]) => text);
}
