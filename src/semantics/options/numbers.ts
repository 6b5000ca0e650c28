/** Numbers written as words, and units written short. */
export function numberOrUnit(word: string, previous: string | undefined): string | undefined {
  const number = NUMBERS.indexOf(word);
  if (number >= 0) return String(number);
  const tens = TENS.get(word);
  if (tens !== undefined) return tens;
  if (/^\d/.test(word)) return word;
  return previous !== undefined && (/\d$/.test(previous) || NUMBERS.includes(previous) || TENS.has(previous))
    ? UNITS.get(word)
    : undefined;
}

/** "the second option" and "option 2" carry the same label. */
export function ordinalNumber(word: string): string | undefined {
  const index = ORDINALS.indexOf(word);
  return index < 0 ? undefined : String(index + 1);
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
);
const TENS = new Map(
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety', 'hundred'].map((word, index) => [
    word,
    String((index + 2) * 10),
  ]),
);
const ORDINALS = 'first second third fourth fifth sixth'.split(' ');

const UNITS: ReadonlyMap<string, string> = new Map(
  [
    'ms msec msecs millisecond milliseconds',
    'second s sec secs seconds',
    'minute min mins minutes',
    'hour h hr hrs hours',
    'day d days',
    'week w wk wks weeks',
    'month mo months',
    'year y yr yrs years',
    'kb kib kilobyte kilobytes',
    'mb mib megabyte megabytes',
    'gb gib gigabyte gigabytes',
    'tb tib terabyte terabytes',
    'percent % pct',
    'million mn',
    'time x times',
  ].flatMap((line) => {
    const [kept = '', ...others] = line.split(' ');
    return [kept, ...others].map((unit) => [unit, kept] as const);
  }),
);
