import { describe, expect, it } from 'vitest';
import { classifyError } from '../../../../../adapters/cli/run/classify-error.js';
import type { CliTool } from '../../../../../adapters/cli/run/cli-tool.js';
import { modelRequest } from '../../../../support/cli-fixture.js';

const tool = { name: 'tool', loginHint: 'log in' } as CliTool;
const classify = (detail: string, status?: number) =>
  classifyError(
    { kind: 'error', detail, usage: {}, ...(status === undefined ? {} : { status }) },
    { tool, request: modelRequest() },
    { kind: 'exited', code: 1 },
  );

describe('classifyError', () => {
  it.each([
    ['Not logged in · Please run /login', 'not_logged_in'],
    ['unexpected status 401 Unauthorized: bad key, url: http://127.0.0.1/v1/responses', 'not_logged_in'],
    ['Failed to authenticate. API Error: 401 bad_key', 'not_logged_in'],
    ['API key not valid. Please pass a valid API key.', 'not_logged_in'],
    ['OAuth token has expired', 'not_logged_in'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate_limited'],
    ['API Error: Request rejected (429) · rate_limit_exceeded', 'rate_limited'],
    ["You've hit your usage limit. Upgrade to Pro or try again in 20 s.", 'rate_limited'],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'rate_limited'],
    ['unexpected status 404 Not Found: model_not_found, url: http://127.0.0.1/v1', 'unknown_model'],
    ["There's an issue with the selected model (x). It may not exist.", 'unknown_model'],
    ["The 'gpt-x' model is not supported when using Codex with a ChatGPT account.", 'unknown_model'],
    ['error: model file /a/b.gguf not found', 'unknown_model'],
    ['API Error: 500 boom. This is a server-side issue', 'server_error'],
    ['API Error: 400 bad request', 'rejected'],
    ['connect ECONNREFUSED 127.0.0.1:9', 'unreachable'],
    ['stream disconnected before completion: failed to lookup address information', 'unreachable'],
    ['Your request was flagged as potentially violating our usage policy', 'refused'],
    ['Segmentation fault', 'exited'],
  ])('reads %j as %s', (detail, kind) => {
    expect(classify(detail)).toMatchObject({ kind });
  });

  it('trusts a status more than any text', () => {
    expect(classify('something about a quota', 401)).toMatchObject({ kind: 'not_logged_in' });
    expect(classify('no words', 503)).toMatchObject({ kind: 'server_error', status: 503 });
  });

  it('keeps the time to wait if the tool reports it', () => {
    expect(classify('Rate limit reached, try again in 20 s')).toMatchObject({ retryAfterMs: 20_000 });
  });

  it('shortens it to one line without colors or a stack', () => {
    const detail = `\u001b[31mError: it broke\u001b[0m\n    at somewhere (file.js:1)\n${' '.repeat(50)}`;
    expect(classify(detail)).toEqual({ kind: 'exited', code: 1, detail: 'Error: it broke' });
    expect(classify(`Error ${'x'.repeat(5000)}`)).toHaveProperty('detail.length', 300);
  });
});
