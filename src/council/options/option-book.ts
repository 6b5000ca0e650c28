/** An option that votes can be counted for. Its id and text never change once it is in the book. */
export interface BookedOption {
  readonly id: string;
  readonly text: string;
  readonly aliases: readonly string[];
}

/** Whether two texts name the same option; in doubt no. */
export type SameOption = (a: string, b: string) => boolean;

/** The options of one deliberation: merged after the first round, frozen with ids, open for new ones later. */
export interface OptionBook {
  list(): readonly BookedOption[];
  /** Enters the options of the first round's votes, by their words alone: ids exist only afterwards. */
  enterFirstRound(named: readonly string[]): void;
  /** The option a later vote names, by id or by words; enters a new option for words that fit none. */
  enter(named: string): BookedOption;
  find(named: string): BookedOption | undefined;
  /** An id that names no option, such as O9 when there are three, or one whose words name another option. */
  isUnreadableId(named: string): boolean;
}

export function createOptionBook(same: SameOption): OptionBook {
  const options: { id: string; text: string; aliases: string[] }[] = [];
  let prefix = 'O';
  let hasIds = false;

  const byWords = (named: string) => {
    const wording = (option: BookedOption) => [option.text, ...option.aliases];
    return (
      options.find((option) => wording(option).includes(named)) ??
      options.find((option) => wording(option).some((text) => same(text, named)))
    );
  };
  const read = (named: string) => {
    const reference = hasIds ? idIn(named, prefix) : undefined;
    if (reference === undefined) return { option: byWords(named), isFaulty: false };
    const byId = options.find(({ id }) => id === reference.id);
    const other = reference.words === '' ? undefined : byWords(reference.words);
    const isFaulty = byId === undefined || (other !== undefined && other !== byId);
    return { option: isFaulty ? undefined : byId, isFaulty };
  };
  const add = (text: string) => {
    const option = { id: `${prefix}${options.length + 1}`, text, aliases: [] };
    options.push(option);
    return option;
  };
  const enterWords = (named: string) => {
    const known = byWords(named);
    if (known !== undefined && named !== known.text && !known.aliases.includes(named)) known.aliases.push(named);
    return known ?? add(named);
  };

  return {
    list: () => options,
    find: (named) => read(named).option,
    isUnreadableId: (named) => read(named).isFaulty,
    enter: (named) => read(named).option ?? enterWords(named),
    enterFirstRound: (named) => {
      // Models are called o1 and o3: an id must never be read as such an option, nor the option as an id.
      if (named.some((text) => idIn(text, 'O') !== undefined)) prefix = 'OPT';
      for (const text of byUse(named)) enterWords(text);
      hasIds = true;
    },
  };
}

/**
 * The wording that most voters used, then the shortest, becomes an option's text, whoever spoke first: the order of
 * the seats must not decide how the options read.
 */
function byUse(named: readonly string[]): string[] {
  const uses = new Map<string, number>();
  for (const text of named) uses.set(text, (uses.get(text) ?? 0) + 1);
  return [...uses]
    .sort(([textA, usesA], [textB, usesB]) => usesB - usesA || textA.length - textB.length || (textA < textB ? -1 : 1))
    .map(([text]) => text);
}

/** "O2", "Option O2" and "O2: SQLite" all refer to the option O2. */
function idIn(named: string, prefix: string): { readonly id: string; readonly words: string } | undefined {
  const pattern = new RegExp(`^(?:option\\s+)?(${prefix}\\d{1,3})\\s*(?:[:.)\\-–—]\\s*(.*))?$`, 'i');
  const match = pattern.exec(named.trim());
  return match?.[1] === undefined ? undefined : { id: match[1].toUpperCase(), words: (match[2] ?? '').trim() };
}
