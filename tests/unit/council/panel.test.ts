import { describe, expect, it } from 'vitest';
import type { ProgressEvent } from '../../../src/council/index.js';
import { type ScriptedModel, scriptedCouncil, vote } from '../../support/scripted-council.js';

const question = 'Should our job queue use PostgreSQL or SQLite?';
const script = () => vote('X', { confidence: 0.9 });

async function panelFrom(models: Record<string, ScriptedModel>, defaultModels: Record<string, string> = {}) {
  const { council, folder } = await scriptedCouncil(models);
  const events: ProgressEvent[] = [];
  const result = await council.deliberate(
    { question, working_directory: folder },
    { defaultModels, onProgress: (event) => events.push(event) },
  );
  const started = events.find((event) => event.kind === 'started');
  return { participants: result.participants, notice: started?.notice, result };
}

describe('the panel chosen when no participants are named', () => {
  it('takes different families first, then further models', async () => {
    const { participants } = await panelFrom({
      claude: { script, models: [{ id: 'sonnet', isDefault: true }, { id: 'opus' }] },
      anthropic: { script, models: [{ id: 'claude-x', isDefault: true }] },
      codex: { script, models: [{ id: 'gpt-5', isDefault: true }] },
      gemini: { script, models: [{ id: 'gemini-pro', isDefault: true }] },
    });
    expect(participants).toEqual(['sonnet@claude', 'gpt-5@codex', 'gemini-pro@gemini']);
  });

  it('has no model twice, whatever adapters offer it', async () => {
    const claude = { script, models: [{ id: 'sonnet', isDefault: true }, { id: 'opus' }, { id: 'haiku' }] };
    const anthropic = { script, models: [{ id: 'claude-sonnet-5-5', isDefault: true }, { id: 'claude-opus-5-5' }] };
    const openrouter = { script, models: [{ id: 'anthropic/claude-sonnet-5.5' }, { id: 'google/gemini-3.8-flash' }] };
    const gemini = { script, models: [{ id: 'gemini-3.8-flash' }, { id: 'gemini-2.5-flash' }] };
    const panels = [
      await panelFrom({ claude, anthropic }),
      await panelFrom({ claude, anthropic, openrouter }),
      await panelFrom({ gemini, openrouter: { ...openrouter, models: openrouter.models.slice(1) } }),
      await panelFrom({
        ollama: { script, models: [{ id: 'qwen3:32b' }] },
        lmstudio: { script, models: [{ id: 'Qwen3-32B-GGUF' }, { id: 'llama-3.3-70b-instruct' }] },
      }),
    ];
    expect(panels.map(({ participants }) => participants)).toEqual([
      ['sonnet@claude', 'opus@claude', 'haiku@claude'],
      ['sonnet@claude', 'google/gemini-3.8-flash@openrouter', 'opus@claude'],
      ['gemini-3.8-flash@gemini', 'gemini-2.5-flash@gemini'],
      ['qwen3:32b@ollama', 'llama-3.3-70b-instruct@lmstudio'],
    ]);
    for (const { result } of panels) expect(result.integrity.warnings.join()).not.toContain('the same model');
  });

  it('leaves out what is not available and disabled models', async () => {
    const { participants } = await panelFrom({
      claude: { script, models: [{ id: 'opus', enabled: false }, { id: 'sonnet' }, { id: 'haiku' }] },
      codex: { script, models: [{ id: 'gpt-5' }], available: false },
    });
    expect(participants).toEqual(['sonnet@claude', 'haiku@claude']);
  });

  it('leaves out tools that are known to be logged out, and says how to log in', async () => {
    const loggedOut = async () => ({ kind: 'logged_out', remedy: 'run `codex login`' }) as const;
    const models = { codex: { script, models: [{ id: 'gpt-5' }], login: loggedOut } };
    const others: Record<string, ScriptedModel> = {
      claude: { script, models: [{ id: 'sonnet' }], login: async () => ({ kind: 'unknown' }) },
      gemini: { script, models: [{ id: 'pro' }], login: async () => ({ kind: 'logged_in' }) },
      droid: { script, models: [{ id: 'glm' }], login: async () => Promise.reject(new Error('no status')) },
    };
    const { participants, notice } = await panelFrom({ ...models, ...others });
    expect(participants).toEqual(['sonnet@claude', 'pro@gemini', 'glm@droid']);
    expect(notice).toBe('Not logged in, so left out: codex (run `codex login`).');
    const demo: ScriptedModel = { script, kind: 'demo', models: [{ id: 'steward' }, { id: 'skeptic' }] };
    const none = await panelFrom({ ...models, demo });
    expect(none.notice).toMatch(/^Not logged in, so left out: codex \(run `codex login`\)\. No model found/);
  });

  it('leaves out installed tools that are not safe to start, and says why once', async () => {
    const models = { claude: { script, models: [{ id: 'sonnet' }] } };
    const unsafe = { script, models: [{ id: 'm' }], available: 'unsafe' } as const;
    const { participants, notice } = await panelFrom({ ...models, codex: unsafe, droid: unsafe });
    expect(participants).toEqual(['sonnet@claude', 'sonnet@claude#2']);
    expect(notice).toBe('Not safe to start, so left out: codex, droid (scripted away; none).');
  });

  it('still asks a tool that is logged out if the user names it', async () => {
    const login = async () => ({ kind: 'logged_out', remedy: 'none' }) as const;
    const { council, folder } = await scriptedCouncil({ codex: { script, models: [{ id: 'gpt-5' }], login } });
    const participants = [{ cli: 'codex' }, { cli: 'codex' }];
    const result = await council.deliberate({ question, participants, working_directory: folder });
    expect(result.participants).toEqual(['gpt-5@codex', 'gpt-5@codex#2']);
  });

  it('seats a model twice when it is the only one', async () => {
    const { participants, result } = await panelFrom({ claude: { script, models: [{ id: 'sonnet' }] } });
    expect(participants).toEqual(['sonnet@claude', 'sonnet@claude#2']);
    expect(result.integrity.same_family_panel).toBe(true);
    expect(result.integrity.warnings).toContain(
      'sonnet@claude and sonnet@claude#2 are the same model: that they agree shows little',
    );
  });

  it('seats it twice, and not once per adapter, when two adapters offer the same one', async () => {
    const { participants } = await panelFrom({
      claude: { script, models: [{ id: 'sonnet' }] },
      anthropic: { script, models: [{ id: 'claude-sonnet-5-5' }] },
    });
    expect(participants).toEqual(['sonnet@claude', 'sonnet@claude#2']);
  });

  it('counts a local model without a registered price as free', async () => {
    const { result } = await panelFrom({ ollama: { script, isLocal: true, models: [{ id: 'qwen3:32b' }] } });
    expect(result.cost.usd).toBe(0);
  });

  it('leaves out small models if there is a larger one, by tier or by the size in the name', async () => {
    const { participants } = await panelFrom({
      ollama: { script, models: [{ id: 'llama3.2:3b' }, { id: 'mixtral:8x7b' }, { id: 'tiny', tier: 'small' }] },
      lmstudio: { script, models: [{ id: 'qwen3-14b-instruct' }, { id: 'Qwen3-235B-A22B' }, { id: 'gemma3:270m' }] },
    });
    expect(participants.toSorted()).toEqual(['Qwen3-235B-A22B@lmstudio', 'mixtral:8x7b@ollama']);
  });

  it('uses small models when there are no others', async () => {
    const { participants } = await panelFrom({
      ollama: { script, models: [{ id: 'llama3.2:3b' }, { id: 'qwen3:8b' }] },
    });
    expect(participants).toEqual(['llama3.2:3b@ollama', 'qwen3:8b@ollama']);
  });

  it('leaves out models of unknown price while there is a cost cap', async () => {
    const price = { inputPerMillion: 0.1, outputPerMillion: 0.1 };
    const models = {
      unpriced: { script, models: [{ id: 'claude-x' }] },
      priced: { script, models: [{ id: 'gpt-x', price }] },
      local: { script, isLocal: true, models: [{ id: 'qwen3:32b' }] },
    };
    const { council, folder } = await scriptedCouncil(models);
    const result = await council.deliberate({ question, working_directory: folder, max_cost_usd: 1 });
    expect(result.participants).toEqual(['gpt-x@priced', 'qwen3:32b@local']);
    const without = await scriptedCouncil({ unpriced: models.unpriced });
    await expect(
      without.council.deliberate({ question, working_directory: without.folder, max_cost_usd: 1 }),
    ).rejects.toThrow(/^max_cost_usd: no price is known for the models of unpriced/);
  });

  it('uses the demo panel only when there is no model, and says so', async () => {
    const demo: ScriptedModel = {
      script,
      kind: 'demo',
      models: [{ id: 'steward' }, { id: 'skeptic' }, { id: 'builder' }],
    };
    const none = await panelFrom({ claude: { script, available: false }, demo });
    expect(none.participants).toEqual(['steward@demo', 'skeptic@demo', 'builder@demo']);
    expect(none.notice).toContain('No model found');
    expect(none.result.integrity.warnings.join()).toContain('demo');
    const some = await panelFrom({ claude: { script, models: [{ id: 'sonnet' }, { id: 'opus' }] }, demo });
    expect(some.participants).not.toContain('steward@demo');
  });

  it('prefers the models set for this server', async () => {
    const { participants } = await panelFrom(
      {
        claude: { script, models: [{ id: 'sonnet', isDefault: true }, { id: 'opus' }] },
        codex: { script, models: [{ id: 'gpt-5' }] },
      },
      { claude: 'opus' },
    );
    expect(participants.slice(0, 2)).toEqual(['opus@claude', 'gpt-5@codex']);
  });
});

describe('a panel that the user named', () => {
  it('may have a model twice, and the result says so', async () => {
    const { council, folder } = await scriptedCouncil({
      ollama: { script, models: [{ id: 'hermes-4:70b', family: 'mine' }] },
      openrouter: { script },
      codex: { script, models: [{ id: 'gpt-5' }] },
    });
    const twins = [{ cli: 'ollama' }, { cli: 'openrouter', model: 'nousresearch/hermes-4-70b' }];
    const ask = (participants: { cli: string; model?: string }[]) =>
      council.deliberate({ question, participants, working_directory: folder });
    const warning =
      'hermes-4:70b@ollama and nousresearch/hermes-4-70b@openrouter are the same model: that they agree shows little';
    const { integrity } = await ask(twins);
    expect(integrity.same_family_panel).toBe(true);
    expect(integrity.warnings).toContain(warning);
    const mixed = await ask([...twins, { cli: 'codex' }]);
    expect(mixed.integrity.same_family_panel).toBe(false);
    expect(mixed.integrity.warnings).toContain(warning);
  });
});

describe('a participant whose model is not in the registry', () => {
  it('takes part, at an unknown price', async () => {
    const models = [{ id: 'one', price: { inputPerMillion: 1, outputPerMillion: 1 } }];
    const { council, folder } = await scriptedCouncil({ a: { script, models } });
    const participants = [
      { cli: 'a', model: 'one' },
      { cli: 'a', model: 'brand-new' },
    ];
    const result = await council.deliberate({ question, participants, working_directory: folder });
    expect(result.participants).toEqual(['one@a', 'brand-new@a']);
    expect(result.cost.usd).toBe('unknown');
  });
});

describe('a participant without a model', () => {
  it('gets the one set for this server, else the registry default, else the first', async () => {
    const { council, folder } = await scriptedCouncil({
      a: { script, models: [{ id: 'one' }, { id: 'two', isDefault: true }] },
      b: { script, models: [{ id: 'first' }, { id: 'second' }] },
    });
    const participants = [{ cli: 'a' }, { cli: 'b' }];
    expect((await council.deliberate({ question, participants, working_directory: folder })).participants).toEqual([
      'two@a',
      'first@b',
    ]);
    const chosen = await council.deliberate(
      { question, participants, working_directory: folder },
      { defaultModels: { b: 'second' } },
    );
    expect(chosen.participants).toEqual(['two@a', 'second@b']);
  });
});
