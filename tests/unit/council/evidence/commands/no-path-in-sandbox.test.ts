import { expect, it, vi } from 'vitest';
import { choosePrograms } from '../../../../../src/council/evidence/sandbox/choose-programs.js';
import type { ProgramRequest, Programs } from '../../../../../src/council/evidence/sandbox/programs.js';
import { runIn, sampleProject } from './sample-project.js';

vi.mock('../../../../../src/council/evidence/sandbox/choose-programs.js');

const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['ls', ['-la', 'src', './-dash']],
  ['find', ['src', './-dash', '-name', '*.ts', '-newer', 'README.md']],
  ['grep', ['-rn', 'foo', 'src', 'README.md']],
  ['cat', ['-n', '--', '-dash/-n']],
  ['head', ['-v', 'README.md', 'src/index.ts']],
  ['tail', ['-n', '2', 'README.md']],
];

function programsThat(run: Programs['run']): void {
  vi.mocked(choosePrograms).mockResolvedValue({ ok: true, value: { run } });
}

it('a program is told flags and patterns, and never a path', async () => {
  const project = await sampleProject();
  const requests: ProgramRequest[] = [];
  programsThat(async (request) => {
    requests.push(request);
    return { ok: true, value: { stdout: '', isCut: false } };
  });
  for (const [command, args] of COMMANDS) expect((await runIn(project, 'require', command, args)).ok).toBe(true);
  expect(new Set(requests.map(({ program }) => program))).toEqual(new Set(['grep', 'cat', 'head', 'tail']));
  const words = requests.flatMap(({ args }) => args);
  expect(words.filter((word) => !/^-/.test(word) && word !== 'foo' && !/^\d+$/.test(word))).toEqual([]);
  expect(words.join(' ')).not.toMatch(/src|README|dash\//);
});

it('our own code answers where the sandbox fails and is not required', async () => {
  const project = await sampleProject();
  programsThat(async () => ({ ok: false, error: 'grep failed in the sandbox.' }));
  expect(await runIn(project, 'auto', 'grep', ['foo bar', 'README.md'])).toEqual({ ok: true, text: 'foo bar' });
  expect(await runIn(project, 'require', 'grep', ['foo bar', 'README.md'])).toMatchObject({ ok: false });
});
