import { failure, type Result, success } from '../../../../kernel/result.js';
import type { Entry } from '../../confinement/project.js';
import type { CommandScene } from '../command.js';
import type { EntryFacts } from '../entry-facts.js';
import { inBatches } from '../in-batches.js';

/** The facts of entries as the real ls tells them, in a sandbox that shows the project read-only and nothing else. */
export async function sandboxedFacts(
  entries: readonly Entry[],
  { project, programs, signal }: CommandScene,
): Promise<Result<Map<string, EntryFacts>, string>> {
  const facts = new Map<string, EntryFacts>();
  if (programs === null) return failure('there is no sandbox.');
  for (const batch of inBatches(entries, ({ path }) => path.length + 3)) {
    const ran = await programs.run({
      program: 'ls',
      // Named one by one, in our order, with a null byte in no place: -d lists folders themselves, -l never follows.
      args: ['-dlgGU', '--quoting-style=escape', '--time-style=+%s.%N', '--', ...batch.map(({ path }) => `./${path}`)],
      projectRoot: project.root,
      // 1 and 2: something has gone meanwhile.
      expectedCodes: [1, 2],
      signal,
    });
    if (!ran.ok) return ran;
    readListing(ran.value.stdout, batch, facts);
  }
  return success(facts);
}

const LINE = /^(\S{10})\S? +(\d+) +(\d+(?:, +\d+)?) +(-?\d+)\.(\d{9}) (.*)$/;

/** Lines come in the order of the entries; an entry without a line has gone. */
function readListing(stdout: string, entries: readonly Entry[], facts: Map<string, EntryFacts>): void {
  let next = 0;
  for (const line of stdout.split('\n')) {
    const [, mode = '', links = '', size = '', seconds = '', nanoseconds = '', shown = ''] = LINE.exec(line) ?? [];
    if (mode === '') continue;
    const index = entries.findIndex((entry, position) => position >= next && isShownAs(entry, shown));
    const entry = entries[index];
    if (entry === undefined) continue;
    next = index + 1;
    facts.set(entry.path, {
      mode: modeNumber(mode),
      links: Number(links),
      size: size.includes(',') ? 0 : Number(size),
      modifiedNs: BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds),
    });
  }
}

/** The name as ls escapes it, and behind the name of a link where it leads, which is not shown on. */
function isShownAs({ path, kind }: Entry, shown: string): boolean {
  const escaped = [...Buffer.from(`./${path}`, 'utf8')].map(escapeByte).join('');
  return shown === escaped || (kind === 'link' && shown.startsWith(`${escaped} -> `));
}

const NAMED: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  32: '\\ ',
  92: '\\\\',
};

function escapeByte(byte: number): string {
  const named = NAMED[byte];
  if (named !== undefined) return named;
  return byte > 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
}

const KINDS: Readonly<Record<string, number>> = { '-': 8, d: 4, l: 10, p: 1, s: 12, b: 6, c: 2 };

function modeNumber(text: string): number {
  const letters = Array.from(text.slice(1));
  const bits = letters.reduce((mode, letter) => mode * 2 + ('-ST'.includes(letter) ? 0 : 1), 0);
  const special = (index: number, bit: number) => ('sStT'.includes(letters[index] ?? '-') ? bit : 0);
  return ((KINDS[text.charAt(0)] ?? 0) << 12) | bits | special(2, 0o4000) | special(5, 0o2000) | special(8, 0o1000);
}
