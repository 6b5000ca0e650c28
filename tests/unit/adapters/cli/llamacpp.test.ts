import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLlamacppAdapter } from '../../../../adapters/cli/llamacpp.js';
import { askFixture, type Situation } from '../../../support/ask-fixture.js';

const ask = (situation: Situation) => askFixture(createLlamacppAdapter, 'llama-cli.mjs', situation);
const modelIn = (argv: readonly string[]) => basename(argv[argv.indexOf('-m') + 1] ?? '');

/** Puts files of these names under the home folder of the machine. */
const withFiles =
  (...names: readonly string[]) =>
  (home: string) => {
    for (const name of names) {
      const file = join(home, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'weights');
    }
  };

describe('the llama.cpp adapter', () => {
  it.each([
    ['llama-2-7b', 'llama-2-7b-chat.Q4_K_M.gguf'],
    ['Llama 2 7B chat', 'llama-2-7b-chat.Q4_K_M.gguf'],
    ['llama-2-7b-chat.Q4_K_M.gguf', 'llama-2-7b-chat.Q4_K_M.gguf'],
    ['mistral', 'mistral-7b.gguf'],
    ['q8_0 mistral', 'mistral-7b-instruct.Q8_0.gguf'],
    ['split-model', 'split-model-00001-of-00002.gguf'],
  ])('finds %j as %s', async (model, file) => {
    const prepare = withFiles(
      'models/llama-2-7b-chat.Q4_K_M.gguf',
      'models/llama-2-70b-chat.Q4_K_M.gguf',
      '.lmstudio/models/publisher/mistral-7b-instruct.Q8_0.gguf',
      '.cache/llama.cpp/models/mistral-7b.gguf',
      '.cache/huggingface/hub/split-model-00002-of-00002.gguf',
      '.cache/huggingface/hub/split-model-00001-of-00002.gguf',
      'models/mistral.mmproj.gguf',
    );
    const { argv, answer } = await ask({ request: { model }, prepare });
    expect(modelIn(argv)).toBe(file);
    expect(answer.ok).toBe(true);
  });

  it('looks in the folders of the settings and of LLAMA_CPP_MODEL_PATH', async () => {
    let home = '';
    const prepare = (folder: string) => {
      home = folder;
      withFiles('elsewhere/deep/er/one.gguf')(folder);
    };
    const first = await ask({ request: { model: 'one' }, settings: { modelPaths: ['~/elsewhere'] }, prepare });
    expect(modelIn(first.argv)).toBe('one.gguf');
    const environment = { LLAMA_CPP_MODEL_PATH: `/nowhere:${join(home, 'elsewhere')}` };
    expect(modelIn((await ask({ request: { model: 'one' }, environment })).argv)).toBe('one.gguf');
  });

  it('uses a path unchanged, also relative to the project', async () => {
    let project = '';
    const prepare = (home: string) => {
      project = home;
      withFiles('weights/any-name.bin')(home);
    };
    const { home } = await ask({ request: { model: 'none' }, prepare });
    const { answer, argv } = await ask({ request: { model: 'weights/any-name.bin', workingDirectory: home } });
    expect(answer.ok).toBe(true);
    expect(argv[argv.indexOf('-m') + 1]).toBe(join(project, 'weights/any-name.bin'));
  });

  it('does not follow a cycle of links', async () => {
    const prepare = (home: string) => {
      withFiles('models/a/one.gguf')(home);
      symlinkSync(join(home, 'models'), join(home, 'models/a/loop'));
    };
    expect(modelIn((await ask({ request: { model: 'one' }, prepare })).argv)).toBe('one.gguf');
  });

  it('says what it found and where it looked when nothing fits', async () => {
    const { answer, home } = await ask({ request: { model: 'qwen-3' }, prepare: withFiles('models/phi-4.gguf') });
    const cause = answer.ok ? undefined : answer.error.failure;
    expect(cause).toMatchObject({ kind: 'unknown_model', model: 'qwen-3' });
    expect(cause).toHaveProperty('detail', expect.stringContaining('phi-4.gguf'));
    expect(cause).toHaveProperty('detail', expect.stringContaining(join(home, '.lmstudio/models')));
    expect(cause).toHaveProperty('detail', expect.stringContaining('LLAMA_CPP_MODEL_PATH'));
  });

  it('passes the prompt in a private file that is removed afterwards', async () => {
    const { argv, answer, calls } = await ask({ request: { model: 'one' }, prepare: withFiles('models/one.gguf') });
    expect(argv[argv.indexOf('-f') + 1]).toBe(join(calls[0]?.cwd ?? '', 'prompt.txt'));
    expect(answer).toMatchObject({ ok: true, value: { text: 'I read 46 characters.' } });
    const empty = await ask({ behavior: 'empty', request: { model: 'one' }, prepare: withFiles('models/one.gguf') });
    expect(empty.answer).toHaveProperty('error.failure.detail', 'folder mode 700');
  });
});
