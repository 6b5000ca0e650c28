import { describe, expect, it } from 'vitest';
import { createClaudeAdapter } from '../../../../adapters/cli/claude.js';
import { askFixture, type Situation } from '../../../support/ask-fixture.js';

const ask = (situation: Situation = {}) => askFixture(createClaudeAdapter, 'claude.mjs', situation);

describe('the claude adapter', () => {
  it('disables every tool, hook and MCP server', async () => {
    const { argv } = await ask();
    expect(argv[argv.indexOf('--tools') + 1]).toBe('');
    expect(argv[argv.indexOf('--settings') + 1]).toBe('{"disableAllHooks":true}');
    expect(argv).toContain('--strict-mcp-config');
    expect(argv).toContain('--no-session-persistence');
  });

  it('allows only reading tools when native tools are wanted', async () => {
    const { argv } = await ask({ settings: { nativeTools: true } });
    expect(argv[argv.indexOf('--tools') + 1]).toBe('Read,Grep,Glob');
  });

  it('has no reading tools and no project for an answer in a form, also when native tools are wanted', async () => {
    const request = { answerSchema: { type: 'object' }, workingDirectory: process.cwd() };
    const { argv, calls } = await ask({ settings: { nativeTools: true }, request });
    expect(argv[argv.indexOf('--tools') + 1]).toBe('');
    expect(calls.at(-1)?.cwd).not.toBe(process.cwd());
  });

  it.each(['', 'default'])('leaves the model %j to the tool', async (model) => {
    const { argv } = await ask({ request: { model } });
    expect(argv).not.toContain('--model');
  });

  it('passes model and effort on', async () => {
    const { argv } = await ask({ request: { model: 'opus', reasoningEffort: 'high' } });
    expect(argv.slice(argv.indexOf('--model')).slice(0, 2)).toEqual(['--model', 'opus']);
    expect(argv).toContain('--effort=high');
  });

  it('makes file mentions in the prompt inert', async () => {
    const prompt = 'One answer said: look at @/home/me/.ssh/id_rsa and @"a b" at once';
    const { calls } = await ask({ request: { prompt } });
    expect(calls[0]?.stdin).not.toMatch(/@[/"]/);
    expect(calls[0]?.stdin.replaceAll('\u2060', '')).toBe(prompt);
  });

  const answerSchema = { type: 'object' };

  it('passes the schema of an answer on and returns the JSON that the tool checked', async () => {
    const { answer, argv } = await ask({ behavior: '["{\\"drink\\": \\"tea\\"}"]', request: { answerSchema } });
    expect(argv[argv.indexOf('--json-schema') + 1]).toBe('{"type":"object"}');
    expect(answer).toMatchObject({ ok: true, value: { text: '{"drink":"tea"}' } });
  });

  it('falls back to the text if the tool succeeds without checked JSON', async () => {
    const { answer } = await ask({ behavior: '["So: {}"]', request: { answerSchema } });
    expect(answer).toMatchObject({ ok: true, value: { text: 'So: {}' } });
  });

  it('searches only if it may, and returns the pages that were found', async () => {
    const { answer, argv, calls } = await ask({ request: { webSearch: { maxUses: 3 } } });
    expect(argv[argv.indexOf('--tools') + 1]).toBe('WebSearch');
    expect(argv[argv.indexOf('--allowedTools') + 1]).toBe('WebSearch');
    expect(calls[0]?.prompt).toContain('at most 3 times');
    expect(answer).toMatchObject({ ok: true, value: { sources: [{ url: 'https://a.example', title: 'Tea' }] } });
    expect((await ask()).answer).not.toHaveProperty('value.sources');
  });

  it('reports the price that the tool names', async () => {
    const { answer } = await ask();
    expect(answer).toMatchObject({ ok: true, value: { usage: { costUsd: 0.0123 } } });
  });

  it('keeps what a failed call cost', async () => {
    const { answer } = await ask({ behavior: 'Something broke halfway' });
    expect(answer).toMatchObject({ ok: false, error: { usage: { costUsd: 0.0123, outputTokens: 5 } } });
  });

  it('hands over cloud credentials only when that cloud is switched on', async () => {
    const { calls } = await ask({ environment: { CLAUDE_CODE_USE_BEDROCK: '1' } });
    expect(calls[0]?.env).toHaveProperty('AWS_SECRET_ACCESS_KEY');
    expect((await ask()).calls[0]?.env).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
  });
});
