import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCustomCliAdapter } from '../../../../adapters/cli/custom-cli.js';
import { askFixture, type Situation } from '../../../support/ask-fixture.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const ask = (situation: Situation = {}) => askFixture(createCustomCliAdapter, 'plain.mjs', situation);

describe('the adapter for any other tool', () => {
  it('inserts the model unchanged, also within an argument', async () => {
    const { argv } = await ask({ settings: { args: ['--model={model}', '{model}'] }, request: { model: '$&-7b' } });
    expect(argv).toEqual(['--model=$&-7b', '$&-7b']);
  });

  it('finds a script of the project by its path', async () => {
    const workingDirectory = scratchFolder('project');
    mkdirSync(join(workingDirectory, 'tools'));
    writeFileSync(join(workingDirectory, 'tools', 'vote.sh'), '');
    const { argv } = await ask({
      settings: { args: ['./tools/vote.sh', 'tools/none.sh', 'vote.sh'] },
      request: { workingDirectory },
    });
    expect(argv).toEqual([join(workingDirectory, 'tools', 'vote.sh'), 'tools/none.sh', 'vote.sh']);
  });

  it('gives the prompt as the last argument to a tool that cannot read its input', async () => {
    const { answer, argv, calls } = await ask({
      settings: { args: ['--argv'], argvPrompt: true },
      request: { prompt: '-- is this an option?' },
    });
    expect(argv).toEqual(['--argv', ' -- is this an option?']);
    expect(calls[0]?.stdin).toBe('');
    expect(answer.ok).toBe(true);
  });

  it('refuses a prompt that is too long for an argument, counted in bytes', async () => {
    const { answer, calls } = await ask({ settings: { argvPrompt: true }, request: { prompt: 'é'.repeat(66_000) } });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'prompt_too_long', length: 132_000 } } });
    expect(calls).toEqual([]);
  });

  it('passes the longest argument that it accepts', async () => {
    const { answer } = await ask({
      settings: { args: ['--argv'], argvPrompt: true },
      request: { prompt: 'x'.repeat(131_072 - 1024) },
    });
    expect(answer.ok).toBe(true);
  });

  it('says which JSON pointer found nothing', async () => {
    const { answer } = await ask({ settings: { args: ['--json'], output: { format: 'json', answer: '/nowhere/0' } } });
    expect(answer).toMatchObject({
      ok: false,
      error: { failure: { kind: 'unreadable_answer', detail: expect.stringContaining('/nowhere/0') } },
    });
  });
});
