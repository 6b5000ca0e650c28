import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  describeFailure,
  type HttpAdapterSettings,
  type ModelAnswer,
  type ModelRequest,
  Secret,
  type Usage,
} from '../../src/models/index.js';
import { HTTP_VENDORS, httpSettings, TEST_KEY } from '../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer, until } from '../support/loopback-model-server.js';
import { ANSWER_TOKENS, letThink, THINKING_TOKENS, THINKING_VENDORS } from '../support/thinking-api.js';

describe.each(HTTP_VENDORS)('the $title adapter', ({ api, create, model, path, wire }) => {
  let server: LoopbackModelServer;
  let prints: { readonly mock: object }[] = [];

  beforeEach(async () => {
    server = await startLoopbackModelServer();
    // Only the shared transport reaches the server: a vendor's package that went its own way would be stopped.
    nock.disableNetConnect();
    prints = [vi.spyOn(process.stdout, 'write'), vi.spyOn(console, 'log'), vi.spyOn(console, 'info')];
  });

  afterEach(async () => {
    // Standard output is the wire of the MCP server: one stray line there ends a session.
    for (const print of prints) expect(print).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    vi.useRealTimers();
    nock.enableNetConnect();
    await server.close();
  });

  const adapter = (changes: Partial<HttpAdapterSettings> = {}, backoffBaseMs = 1) =>
    create(httpSettings(server.url, { api, ...changes }), 'tested', { backoffBaseMs });

  const ask = (changes: Partial<HttpAdapterSettings> = {}, signal = new AbortController().signal, backoffMs = 1) =>
    adapter(changes, backoffMs).ask({ model, prompt: 'Tea or coffee?', workingDirectory: '/', signal });

  /** Only some interfaces say which model answered. */
  const answered = (text: string, usage: Usage) => {
    const said = wire.answer('') as { readonly model?: string };
    return { ok: true, value: { text, usage, ...(said.model === undefined ? {} : { model: said.model }) } };
  };

  it('returns the answer with its usage', async () => {
    server.script({ body: wire.answer('Tea.\n') });
    expect(await ask()).toEqual(answered('Tea.', { inputTokens: 11, outputTokens: 7 }));
    const [request] = server.asked;
    expect(request?.path).toBe(path);
    expect(request?.body.model).toBe(model);
    expect(JSON.stringify(request?.body)).toContain('Tea or coffee?');
    expect(request?.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
  });

  it('tries again after a server error', async () => {
    server.script({ status: 500, body: wire.error('oops') }, { status: 503 }, { body: wire.answer('Tea.') });
    expect((await ask()).ok).toBe(true);
    expect(server.asked).toHaveLength(3);
  });

  it('gives up after the allowed retries and reports the server error', async () => {
    server.script({ status: 502, body: '<html><style>b{}</style><h1>Bad\n gateway</h1></html>' });
    expect(failureOf(await ask())).toEqual({ kind: 'server_error', status: 502, detail: 'Bad gateway' });
    expect(server.asked).toHaveLength(3);
  });

  it('waits as long as a rate limit asks', async () => {
    server.script({ status: 429, headers: { 'retry-after': '0.3' } }, { body: wire.answer('Tea.') });
    expect((await ask()).ok).toBe(true);
    const [first, second] = server.asked;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(295);
  });

  it('fails immediately when the rate limit outlasts the deadline', async () => {
    server.script({ status: 429, headers: { 'retry-after': '90' }, body: wire.error('slow down') });
    expect(failureOf(await ask())).toEqual({ kind: 'rate_limited', detail: 'slow down', retryAfterMs: 90_000 });
    expect(server.asked).toHaveLength(1);
  });

  it('does not repeat a request that the server rejects', async () => {
    server.script({ status: 400, body: wire.error('bad parameter') });
    expect(failureOf(await ask())).toEqual({ kind: 'rejected', status: 400, detail: 'bad parameter' });
    expect(server.asked).toHaveLength(1);
  });

  it.each([401, 403])('names the variable of a key that is answered with %i, and never the key', async (status) => {
    server.script({ status, body: wire.error(`${'x'.repeat(270)} Incorrect key ${TEST_KEY}`) });
    const answer = await ask();
    expect(failureOf(answer).kind).toBe('not_logged_in');
    expect(describeFailure(failureOf(answer))).toContain('check SOME_API_KEY');
    expect(JSON.stringify(answer)).not.toContain(TEST_KEY.slice(0, 12));
    expect(server.asked).toHaveLength(1);
  });

  it('knows an unknown model from a wrong address', async () => {
    server.script({ status: 404, body: wire.error('no such model') }, { status: 404, body: '<h1>Not Found</h1>' });
    expect(failureOf(await ask())).toMatchObject({ kind: 'unknown_model', model });
    expect(failureOf(await ask())).toMatchObject({ kind: 'rejected', status: 404 });
    expect(describeFailure(failureOf(await ask()))).toContain('check base_url of tested');
    expect(server.asked).toHaveLength(3);
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await startLoopbackModelServer();
    server.script({ status: 307, headers: { location: `${elsewhere.url}/take-the-key` } });
    expect(failureOf(await ask())).toMatchObject({ kind: 'rejected', status: 307 });
    expect(elsewhere.asked).toHaveLength(0);
    await elsewhere.close();
  });

  it('says that nothing listens when the connection is refused', async () => {
    const gone = await startLoopbackModelServer();
    await gone.close();
    const answer = await ask({ baseUrl: gone.url });
    expect(failureOf(answer)).toMatchObject({ kind: 'unreachable', address: gone.url, detail: 'connection refused' });
  });

  it.each(['at once', 'in the body'] as const)('tries again when the connection is reset %s', async (cut) => {
    server.script({ body: wire.answer('Tea.'), cut }, { body: wire.answer('Tea.') });
    expect((await ask()).ok).toBe(true);
    server.script({ body: wire.answer('Tea.'), cut });
    expect(failureOf(await ask()).kind).toBe('unreachable');
  });

  it('closes the connection when the time is up', async () => {
    stopTheClock();
    server.script({ hold: true });
    const answer = ask({ timeoutMs: 5000 });
    await until(() => server.asked.length === 1, 'the request');
    vi.advanceTimersByTime(5000);
    expect(failureOf(await answer)).toEqual({ kind: 'timeout', afterMs: 5000, detail: 'no answer had begun' });
    await until(() => server.asked[0]?.wasAbandoned === true, 'the connection to be closed');
    expect(server.asked).toHaveLength(1);
  });

  it('closes the connection when the request is cancelled', async () => {
    server.script({ hold: true });
    const controller = new AbortController();
    const answer = ask({}, controller.signal);
    await until(() => server.asked.length === 1, 'the request');
    controller.abort();
    expect(failureOf(await answer)).toEqual({ kind: 'cancelled' });
    await until(() => server.asked[0]?.wasAbandoned === true, 'the connection to be closed');
  });

  it.each([{}, { 'retry-after': '60' }])('stops waiting for the next try when cancelled: %j', async (headers) => {
    server.script({ status: 500, headers });
    const controller = new AbortController();
    // Were the pause not cut short, the test would run out of its own time.
    const answer = ask({ timeoutMs: 120_000 }, controller.signal, 60_000);
    await until(() => server.asked[0]?.wasAnswered === true, 'the first answer');
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    controller.abort();
    expect(failureOf(await answer)).toEqual({ kind: 'cancelled' });
    expect(server.asked).toHaveLength(1);
  });

  it('reports the last failure when the time runs out between two tries', async () => {
    stopTheClock();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    server.script({ status: 503, body: wire.error('overloaded') });
    const answer = ask({ timeoutMs: 5000 }, undefined, 20_000);
    await until(() => timers.mock.calls.some(([, ms]) => (ms ?? 0) >= 20_000), 'the pause before the next try');
    vi.advanceTimersByTime(5000);
    expect(failureOf(await answer)).toEqual({ kind: 'server_error', status: 503, detail: 'overloaded' });
  });

  it.each(['{"choices": [', '<html>Welcome to the hotel network</html>', '', {}, [], 'null'])(
    'reports an answer that it cannot read: %j',
    async (body) => {
      server.script({ body, headers: { 'content-type': 'application/json' } });
      expect(failureOf(await ask()).kind).toBe('unreadable_answer');
      expect(server.asked).toHaveLength(1);
    },
  );

  it('does not accept an answer without text', async () => {
    server.script({ body: wire.empty });
    expect(failureOf(await ask())).toMatchObject({ kind: 'empty_answer', detail: expect.stringContaining('length') });
    server.script({ body: wire.answer(' \n') });
    expect(failureOf(await ask())).toMatchObject({ kind: 'empty_answer' });
  });

  it('shows an error that comes with a good status, and tries again unless it will stay', async () => {
    server.script({ body: { error: 'the runner has stopped' } }, { body: wire.answer('Tea.') });
    expect((await ask()).ok).toBe(true);
    server.script({ body: { error: 'the runner has stopped' } });
    expect(describeFailure(failureOf(await ask()))).toContain('the runner has stopped');
    server.asked.length = 0;
    server.script({ body: { error: { code: 'invalid_api_key', message: `no such key ${TEST_KEY}` } } });
    expect(failureOf(await ask()).kind).toBe('not_logged_in');
    expect(server.asked).toHaveLength(1);
  });

  it.each(['12', -5, null, [], { much: true }])('keeps an answer with the odd usage figure %j', async (figure) => {
    server.script({ body: withFigures(wire.answer('Tea.'), figure) });
    expect(await ask()).toEqual(answered('Tea.', {}));
    server.script({ body: { ...(wire.answer('Tea.') as object), usage: figure, eval_count: figure } });
    expect(await ask()).toMatchObject({ ok: true, value: { text: 'Tea.' } });
  });

  it.runIf(wire.refusal !== undefined)('reports a refusal', async () => {
    server.script({ body: wire.refusal });
    expect(failureOf(await ask()).kind).toBe('refused');
  });

  it('stops reading an answer without end', async () => {
    server.script({ flood: true });
    expect(failureOf(await ask())).toEqual({ kind: 'unreadable_answer', detail: 'the answer is longer than 20 MB' });
    await until(() => server.asked[0]?.wasAbandoned === true, 'the connection to be closed');
  });

  it.each(['-m', '--help', ''])('sends nothing for the model id "%s"', async (id) => {
    const { signal } = new AbortController();
    const answer = await adapter().ask({ model: id, prompt: 'Tea?', workingDirectory: '/', signal });
    expect(failureOf(answer).kind).toBe('unknown_model');
    expect(server.asked).toHaveLength(0);
  });

  it('sends nothing when it was cancelled before, or has no address or no usable key', async () => {
    expect(failureOf(await ask({}, AbortSignal.abort()))).toEqual({ kind: 'cancelled' });
    expect(failureOf(await ask({ baseUrl: 'not an address' })).kind).toBe('unreachable');
    expect(failureOf(await ask({ baseUrl: 'file:///etc/hosts' })).kind).toBe('unreachable');
    const apiKey = new Secret('SOME_API_KEY', () => 'two\nlines');
    expect(describeFailure(failureOf(await ask({ apiKey })))).toMatch(/^not logged in: SOME_API_KEY holds/);
    expect(server.asked).toHaveLength(0);
  });

  it('answers several questions at the same time, each with its own end', async () => {
    stopTheClock();
    server.script({ hold: true, body: wire.answer('Tea.') });
    const controller = new AbortController();
    const answers = [ask(), ask({}, controller.signal), ask({ timeoutMs: 5000 }), ask()];
    await until(() => server.asked.length === 4, 'four requests');
    controller.abort();
    vi.advanceTimersByTime(5000);
    expect(failureOf((await answers[2]) as ModelAnswer).kind).toBe('timeout');
    server.release();
    const [first, second, , last] = await Promise.all(answers);
    expect([first?.ok, second?.ok, last?.ok]).toEqual([true, false, true]);
  });
});

describe.each(THINKING_VENDORS)('the $title adapter with a model that thinks', (vendor) => {
  const ask = async (
    maxAnswerTokens: number,
    { overloaded = [], ...other }: Partial<ModelRequest> & { readonly overloaded?: readonly number[] } = {},
  ) => {
    const server = await startLoopbackModelServer();
    onTestFinished(() => server.close());
    letThink(server, vendor, { text: 'Tea.', overloaded });
    const question = { model: vendor.model, prompt: 'Tea or coffee?', workingDirectory: '/', maxAnswerTokens };
    const adapter = vendor.create(httpSettings(server.url), 'tested', { backoffBaseMs: 1 });
    const answer = await adapter.ask({ ...question, ...other, signal: new AbortController().signal });
    return { answer, efforts: server.asked.map(({ body }) => vendor.effortIn(body)) };
  };

  it('A participant that thought until the limit is asked once more to think less, and both are paid.', async () => {
    const { answer, efforts } = await ask(16_000);
    const outputTokens = 16_000 + (THINKING_TOKENS.low ?? 0) + ANSWER_TOKENS;
    expect(answer).toMatchObject({ ok: true, value: { text: 'Tea.', usage: { outputTokens, requests: 2 } } });
    expect(efforts).toEqual([undefined, 'low']);
  });

  it('A participant that shall think less is not asked to think more after a server error.', async () => {
    const { answer, efforts } = await ask(16_000, { overloaded: [2] });
    const outputTokens = 16_000 + (THINKING_TOKENS.low ?? 0) + ANSWER_TOKENS;
    expect(answer).toMatchObject({ ok: true, value: { text: 'Tea.', usage: { outputTokens, requests: 3 } } });
    expect(efforts).toEqual([undefined, 'low', 'low']);
  });

  it('A participant that never comes to an answer fails after the second try.', async () => {
    const { answer, efforts } = await ask(150);
    expect(failureOf(answer)).toMatchObject({ kind: 'empty_answer' });
    expect(efforts).toHaveLength(2);
  });

  it('A model that takes no effort is asked without one, also if the participant has one.', async () => {
    const { efforts } = await ask(50_000, { model: vendor.modelWithoutEffort, reasoningEffort: 'low' });
    expect(efforts).toEqual([undefined]);
  });
});

/** The answer with another value for each number in it; all of its numbers are usage. */
function withFigures(answer: unknown, figure: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_key, value: unknown) => (typeof value === 'number' ? figure : value));
}

/** Deadlines then pass when a test says so, however busy the machine is. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

function failureOf(answer: ModelAnswer) {
  if (answer.ok) throw new Error(`expected a failure, got "${answer.value.text}"`);
  return answer.error.failure;
}
