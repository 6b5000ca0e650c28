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
  /** The option a vote names, by id or by words; enters a new option for words that fit none. */
  enter(named: string): BookedOption;
  find(named: string): BookedOption | undefined;
  /** Words that look like an id but name no option, such as O9 when there are three. */
  isUnknownId(named: string): boolean;
}

export function createOptionBook(same: SameOption): OptionBook {
  const options: { id: string; text: string; aliases: string[] }[] = [];

  const find = (named: string) => {
    const id = idIn(named);
    const byId = options.find((option) => option.id === id);
    if (byId !== undefined) return byId;
    const wording = (option: { text: string; aliases: string[] }) => [option.text, ...option.aliases];
    return (
      options.find((option) => wording(option).includes(named)) ??
      options.find((option) => wording(option).some((text) => same(text, named)))
    );
  };

  return {
    list: () => options,
    find,
    isUnknownId: (named) => options.length > 0 && PLAIN_ID.test(named.trim()) && find(named) === undefined,
    enter: (named) => {
      const known = find(named);
      if (known === undefined) {
        const option = { id: `O${options.length + 1}`, text: named, aliases: [] };
        options.push(option);
        return option;
      }
      const isNewWording = idIn(named) === undefined && named !== known.text && !known.aliases.includes(named);
      if (isNewWording) known.aliases.push(named);
      return known;
    },
  };
}

/**
 * Enters the first round's options. The wording that most voters used, then the shortest, becomes an option's text,
 * whoever spoke first: the order of the seats must not decide how the options read.
 */
export function enterFirstRound(book: OptionBook, named: readonly string[]): void {
  const uses = new Map<string, number>();
  for (const text of named) uses.set(text, (uses.get(text) ?? 0) + 1);
  const byUse = [...uses].sort(
    ([textA, usesA], [textB, usesB]) => usesB - usesA || textA.length - textB.length || (textA < textB ? -1 : 1),
  );
  for (const [text] of byUse) book.enter(text);
}

const PLAIN_ID = /^O\d{1,3}$/i;

/** "O2", "Option O2" and "O2: SQLite" all name the option O2. */
function idIn(named: string): string | undefined {
  const match = /^(?:option\s+)?(O\d{1,3})\s*(?:[:.)\-–—].*)?$/i.exec(named.trim());
  return match?.[1]?.toUpperCase();
}
