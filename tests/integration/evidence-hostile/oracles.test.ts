import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCitations } from '../../../src/council/evidence/citations/check-citations.js';
import { runTool, type ToolBench } from '../../../src/council/evidence/run-tool.js';
import { EVIDENCE_TOOLS } from '../../../src/council/evidence/tools/index.js';
import { limitDeliberation } from '../../../src/council/time-limits.js';
import { createRedactor } from '../../../src/redaction/index.js';
import { plantedSecrets } from '../../support/planted-secrets.js';
import { reportCases } from '../../support/report-cases.js';
import { SETTINGS } from '../../support/scripted-council.js';
import { type HostileProject, hostileProject } from './hostile-project.js';

const token = plantedSecrets(11, 60).find(({ kind }) => kind.startsWith('GitHub'))?.value ?? '';
const right = token.slice(0, 12);
const wrong = `${token.slice(0, 11)}${token[11] === 'q' ? 'r' : 'q'}`;

describe('a guess at a secret', () => {
  let fixture: HostileProject;
  let bench: ToolBench;
  beforeAll(async () => {
    fixture = await hostileProject();
    const redactor = createRedactor({ secretValues: [] });
    bench = {
      project: fixture.project,
      settings: { ...SETTINGS.evidence, timeoutMs: 10_000 },
      redact: (text) => redactor.redact(text),
      limits: limitDeliberation(undefined, undefined),
    };
  });
  afterAll(() => fixture.close());

  async function ask(name: string, given: unknown): Promise<string> {
    const tool = EVIDENCE_TOOLS.find((candidate) => candidate.name === name);
    const ran = await runTool(name, async (context) => tool?.run(given as never, context) as never, bench);
    return ran.ok ? ran.value.text : ran.error;
  }

  // Words of the marker, and patterns without any fixed text, in the same breath as the guess.
  const GUESSES = [
    (guess: string) => guess,
    (guess: string) => `${guess}|redacted`,
    (guess: string) => `${guess}|token`,
    (guess: string) => `${guess}|\\[redacted: GitHub token\\]`,
    (guess: string) => `[${guess[0]}]${guess.slice(1)}[^z]|^export const [a-z]{5} = ..{3}.*$`,
    // Without a fixed text, and beside it what only the line without its secret would match.
    (guess: string) =>
      `${Array.from(guess, (letter) => `[${letter}]`).join('')}|^export const token = "[^a-zA-Z]{1,3}";$`,
    (guess: string) => `.*[${guess.slice(-1)}][${token[12]}][${token[13]}][${token[14]}][${token[15]}]`,
  ];
  const REQUESTS = GUESSES.flatMap((pattern) => [
    ['search_code', (guess: string) => ({ pattern: pattern(guess), path: 'planted' })],
    ['search_code', (guess: string) => ({ pattern: pattern(guess), path: 'planted/token.ts' })],
    ...[['-c'], ['-l'], ['-w'], ['-xc'], ['-n']].flatMap((flags) => [
      [
        'run_command',
        (guess: string) => ({ command: 'grep', args: ['-E', ...flags, pattern(guess), 'planted/token.ts'] }),
      ],
      ['run_command', (guess: string) => ({ command: 'grep', args: ['-rE', ...flags, pattern(guess), 'planted'] })],
    ]),
  ]) as [string, (guess: string) => Record<string, unknown>][];

  it('gets the same answer whether it is right or wrong', async () => {
    for (const [name, given] of REQUESTS) {
      const [one, other] = [await ask(name, given(right)), await ask(name, given(wrong))];
      // The pattern itself is repeated to its author.
      const withoutPattern = (text: string) => text.replace(/^No line matches ".*" in /, '');
      expect(withoutPattern(one), JSON.stringify(given('?'))).toBe(withoutPattern(other));
    }
    reportCases(REQUESTS.length * 2);
  }, 60_000);

  it('does not hide the words around it', async () => {
    expect(await ask('search_code', { pattern: 'const token', path: 'planted/token.ts' })).toMatch(
      /^planted\/token\.ts:1: export const token = "\[redacted: /,
    );
    expect(await ask('run_command', { command: 'grep', args: ['-n', 'const token', 'planted/token.ts'] })).toMatch(
      /^planted\/token\.ts:1: export const token = "\[redacted: /,
    );
  });

  it('is not a quotation', async () => {
    const cite = async (words: string) => {
      const [checked] = await checkCitations(`planted/token.ts:1 "${words}"`, bench);
      return checked?.reason;
    };
    expect(await cite(right)).toBe('the quoted words are not on that line');
    expect(await cite(`const token = … ${token.slice(-6)}`)).toBe('the quoted words are not on that line');
    expect(await cite('export const token')).toBeUndefined();
  });
});
