import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CliAdapterSettings, ModelAnswer, ModelRequest } from '../../src/models/index.js';
import { cliSettings, fixtureMachine, modelRequest } from '../support/cli-fixture.js';
import { type CliVendor, cliVendors } from '../support/cli-vendors.js';
import { processesWith, waitUntil } from '../support/running-processes.js';

// Each test waits for programs of its own: they can wait side by side.
describe.concurrent.each(cliVendors)('the adapter for $name', (vendor) => {
  it('answers with the text of the tool alone', async () => {
    const { answer } = await ask(vendor);
    expect(answer).toMatchObject({ ok: true, value: { text: 'I read 46 characters.' } });
  });

  it('reports tokens if the tool does, and nothing if it does not', async () => {
    const { answer } = await ask(vendor);
    const usage = answer.ok ? answer.value.usage : undefined;
    if (vendor.reportsUsage) expect(usage).toMatchObject({ inputTokens: 60, outputTokens: 5 });
    else expect(usage).toEqual({});
  });

  it('keeps the prompt out of the arguments, whatever its length', async () => {
    const prompt = `A question. ${'More context for it. '.repeat(4000)}`;
    const { answer, call } = await ask(vendor, { request: { prompt } });
    expect(answer.ok).toBe(true);
    expect(call?.prompt).toBe(prompt);
    expect(call?.argv.join(' ')).not.toContain('More context');
  });

  it('lets the tool see its own key and no other secret', async () => {
    const { call, machine } = await ask(vendor);
    const secrets = Object.keys(machine.environment).filter((name) => /KEY|PASSWORD/.test(name));
    expect(secrets.filter((name) => name in (call?.env ?? {}))).toEqual(vendor.ownKey ? [vendor.ownKey] : []);
  });

  it('does not pass on the session it may itself run in', async () => {
    const { call } = await ask(vendor);
    expect(call?.env).not.toHaveProperty('CLAUDECODE');
    expect(call?.env).not.toHaveProperty('CLAUDE_CODE_SESSION_ID');
    expect(call?.env).not.toHaveProperty('CLAUDE_PROJECT_DIR');
    expect(call?.env).toHaveProperty('WITAN_INSIDE_COUNCIL', '1');
  });

  it('runs away from the project unless its own tools are allowed', async () => {
    const { call: without } = await ask(vendor);
    expect(without?.cwd).toMatch(/witan-/);
    expect(existsSync(without?.cwd ?? '')).toBe(false);

    const project = fixtureMachine().home;
    const { call: within } = await ask(vendor, {
      settings: { nativeTools: true },
      request: { workingDirectory: project },
    });
    expect(within?.cwd).toBe(project);
  });

  it('adds the extra arguments from the settings', async () => {
    const { call } = await ask(vendor, { settings: { args: [...(vendor.settings.args ?? []), '--extra=1'] } });
    expect(call?.argv).toContain('--extra=1');
  });

  it('ends the whole process group when its time is up', async () => {
    const { answer, machine } = await ask(vendor, { behavior: 'hang', settings: { timeoutMs: 800 } });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'timeout', afterMs: 800 } } });
    expect(processesWith(machine.recordFile)).toEqual([]);
  });

  it('ends the whole process group when it is cancelled', async () => {
    const machine = prepared(vendor, 'hang');
    const controller = new AbortController();
    const pending = askOn(vendor, machine, { request: { signal: controller.signal } });
    await waitUntil('the grandchild runs', () => processesWith(machine.recordFile).length > 0);
    controller.abort();
    expect(await pending).toMatchObject({ ok: false, error: { failure: { kind: 'cancelled' } } });
    expect(processesWith(machine.recordFile)).toEqual([]);
  });

  it('says how to install a tool that is missing', async () => {
    const machine = prepared(vendor);
    const adapter = vendor.create(cliSettings('no-such-tool'), vendor.name, machine.environment);
    const answer = await adapter.ask(modelRequest());
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'not_installed', command: 'no-such-tool' } } });
    expect(await adapter.availability()).toMatchObject({
      available: false,
      reason: expect.stringContaining('no-such-tool'),
      remedy: expect.stringContaining('install'),
    });
  });

  it('is available if its program is found, without running it', async () => {
    const machine = prepared(vendor);
    const adapter = vendor.create(cliSettings(vendor.command), vendor.name, machine.environment);
    const detail = `${vendor.command}${vendor.rights}`;
    expect(await adapter.availability()).toEqual({ available: true, detail });
    expect(machine.calls()).toEqual([]);
  });

  it('calls an empty answer by its name', async () => {
    const { answer } = await ask(vendor, { behavior: 'empty' });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'empty_answer' } } });
  });

  it.runIf(vendor.isStructured)('calls half a JSON unreadable', async () => {
    const { answer } = await ask(vendor, { behavior: 'garbage' });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'unreadable_answer' } } });
  });

  it.each([
    ['the roof is on fire', 'exited'],
    ['Not logged in · Please run /login', 'not_logged_in'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate_limited'],
    ['The model some-model does not exist', 'unknown_model'],
  ])('explains to the user what "%s" means', async (message, kind) => {
    const { answer } = await ask(vendor, { behavior: message });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind } } });
    if (kind === 'exited') expect(answer).toHaveProperty('error.failure.detail', expect.stringContaining(message));
  });

  it('takes keys out of a message before it is kept', async () => {
    const own = vendor.ownKey;
    if (own === undefined) return;
    const secret = fixtureMachine().environment[own] ?? '';
    const { answer } = await ask(vendor, { behavior: `the machine stopped while using ${secret}` });
    expect(JSON.stringify(answer)).toContain('[secret]');
    expect(JSON.stringify(answer)).not.toContain(secret);
  });

  it.each(['-p', '--dangerously-skip-permissions', 'a\nb', 'nul\0'])('refuses the model id %j', async (model) => {
    const { answer, machine } = await ask(vendor, { request: { model } });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'unknown_model' } } });
    expect(machine.calls()).toEqual([]);
  });
});

interface Situation {
  readonly behavior?: string;
  readonly settings?: Partial<CliAdapterSettings>;
  readonly request?: Partial<ModelRequest>;
}

type Machine = ReturnType<typeof fixtureMachine>;

function prepared(vendor: CliVendor, behavior?: string): Machine {
  const machine = fixtureMachine(behavior);
  vendor.prepare(machine.home);
  return machine;
}

async function ask(vendor: CliVendor, situation: Situation = {}) {
  const machine = prepared(vendor, situation.behavior);
  const answer = await askOn(vendor, machine, situation);
  return { answer, machine, call: machine.calls().at(0) };
}

function askOn(vendor: CliVendor, machine: Machine, situation: Situation): Promise<ModelAnswer> {
  const settings = cliSettings(vendor.command, { ...vendor.settings, ...situation.settings });
  const adapter = vendor.create(settings, vendor.name, machine.environment);
  return adapter.ask(modelRequest({ model: vendor.model, ...situation.request }));
}
