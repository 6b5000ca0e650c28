import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../../../src/kernel/logger.js';
import { UserError } from '../../../src/kernel/user-error.js';
import { connectInMemory } from '../../support/connect-in-memory.js';
import { EXAMPLE_ESTIMATE, exampleResult } from '../../support/example-result.js';
import { fakeCouncil } from '../../support/fake-council.js';

const QUESTION = { question: 'Should the job queue use PostgreSQL or SQLite?' };

describe('the MCP server', () => {
  it('explains to a model when to use which tool', async () => {
    const { client } = await connectInMemory(fakeCouncil());
    const instructions = client.getInstructions() ?? '';
    for (const tool of ['deliberate', 'list_models', 'set_session_models']) expect(instructions).toContain(tool);
  });

  it('lists its tools with limits, hints and the mark that loads deliberate immediately', async () => {
    const { client } = await connectInMemory(fakeCouncil());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['deliberate', 'list_models', 'set_session_models']);
    const [deliberate, listModels] = tools;
    expect(deliberate?._meta).toEqual({ 'anthropic/alwaysLoad': true });
    expect(deliberate?.inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        question: { type: 'string', minLength: 5 },
        rounds: { type: 'integer', minimum: 1, maximum: 5, description: expect.stringMatching(/2, with challenge 4$/) },
        mode: { enum: ['conference', 'quick'] },
        participants: { minItems: 2, items: { required: ['cli'], additionalProperties: false } },
        max_cost_usd: { type: 'number', exclusiveMinimum: 0 },
        cheapest_first: { type: 'boolean' },
        challenge: { type: 'boolean' },
      },
    });
    // A client that filled in a default would take two of the four rounds from a challenge.
    expect(deliberate?.inputSchema.properties?.rounds).not.toHaveProperty('default');
    expect(listModels?.annotations).toMatchObject({ readOnlyHint: true });
  });

  it('hands a request to the council and gives its result as structure and as text', async () => {
    const access = fakeCouncil();
    const { client } = await connectInMemory(access);
    const result = await client.callTool({
      name: 'deliberate',
      arguments: { ...QUESTION, rounds: 3, mode: 'quick', challenge: true },
    });
    expect(access.requests[0]?.request).toEqual({
      ...QUESTION,
      rounds: 3,
      mode: 'quick',
      challenge: true,
      working_directory: '/project',
    });
    const { verdict, status, voting_result, summary } = exampleResult();
    expect(result.structuredContent).toMatchObject({ verdict, status, voting_result, summary });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    expect(result.isError).toBeUndefined();
  });

  it('says with a remembered verdict how to record its outcome later', async () => {
    const remembered = exampleResult({ decision_id: '20261116-101502-3f9ac1' });
    const { client } = await connectInMemory(fakeCouncil(async () => remembered));
    const { structuredContent } = await client.callTool({ name: 'deliberate', arguments: QUESTION });
    expect(structuredContent).toMatchObject({ decision_id: '20261116-101502-3f9ac1' });
    expect((structuredContent as { next_step: string }).next_step).toContain(
      'record_outcome with decision_id "20261116-101502-3f9ac1"',
    );
  });

  it('asks for no outcome without a quorum, and says what can be done', async () => {
    const { integrity } = exampleResult();
    const quorum = { needed: 2, voters: 1, met: false };
    const decision_id = '20261116-101502-3f9ac1';
    const none = exampleResult({ decision_id, integrity: { ...integrity, quorum } });
    const { client } = await connectInMemory(fakeCouncil(async () => none));
    const result = await client.callTool({ name: 'deliberate', arguments: QUESTION });
    expect(textOf(result)).not.toContain('record_outcome');
    expect((result.structuredContent as { next_step: string }).next_step).toContain('list_models');
  });

  it('answers a mistake with one line that names field, value and options', async () => {
    const { client } = await connectInMemory(fakeCouncil());
    const result = await client.callTool({ name: 'deliberate', arguments: { ...QUESTION, mode: 'parliament' } });
    const error = {
      type: 'validation_error',
      message: 'mode: "parliament" is not one of conference, quick',
    };
    expect(result).toMatchObject({ isError: true, structuredContent: { error } });
    expect(JSON.parse(textOf(result))).toEqual({ error });
  });

  it("passes on the council's own words for a request it cannot act on", async () => {
    const access = fakeCouncil(() => {
      throw new UserError('validation_error', 'rounds: 9 is not allowed; use a whole number from 1 to 5');
    });
    const { client } = await connectInMemory(access);
    const result = await client.callTool({ name: 'deliberate', arguments: { ...QUESTION, rounds: 9 } });
    expect(result.structuredContent).toEqual({
      error: { type: 'validation_error', message: 'rounds: 9 is not allowed; use a whole number from 1 to 5' },
    });
  });

  it('keeps the cause of an internal error in the log and out of the answer', async () => {
    const logged: string[] = [];
    const logger: Logger = {
      log: (level, event, details) => logged.push(`${level} ${event} ${String(details?.error)}`),
    };
    const access = fakeCouncil(() => {
      throw new Error('cannot open /home/someone/secret.key');
    });
    const { client } = await connectInMemory(access, logger);
    const result = await client.callTool({ name: 'deliberate', arguments: QUESTION });
    expect(result.structuredContent).toMatchObject({ error: { type: 'internal_error' } });
    expect(JSON.stringify(result)).not.toContain('secret.key');
    expect(logged).toContain('error tool_failed Error: cannot open /home/someone/secret.key');
  });

  it('names the nearest tool for an unknown one', async () => {
    const { client } = await connectInMemory(fakeCouncil());
    await expect(client.callTool({ name: 'deliberat' })).rejects.toThrow('did you mean "deliberate"?');
  });

  it.each([
    ['a list of arguments', { name: 'deliberate', arguments: [1] }, 'arguments: [1] is an array; give an object'],
    ['arguments as text', { name: 'deliberate', arguments: 'x' }, 'arguments: "x" is a string; give an object'],
    ['a field for a tool without any', { name: 'list_models', arguments: { x: 1 } }, /^unknown field "x"; .*no fields/],
  ])('answers a malformed call (%s) like any other mistake', async (_, params, message) => {
    const { client } = await connectInMemory(fakeCouncil());
    const result = await client.request({ method: 'tools/call', params }, CallToolResultSchema);
    const { error } = result.structuredContent as { error: { type: string; message: string } };
    expect(result.isError).toBe(true);
    expect(error.type).toBe('validation_error');
    expect(error.message).toMatch(message);
  });

  it.each([
    ['no tool', {}, 'the name of the tool is missing; tools: deliberate, list_models, set_session_models'],
    ['a number', { name: 7 }, 'unknown tool 7; tools: deliberate, list_models, set_session_models'],
    ['a name with a line break', { name: 'a\nb' }, String.raw`unknown tool "a\nb"; tools: `],
  ])('refuses a call that names %s in one line', async (_, params, message) => {
    const { client } = await connectInMemory(fakeCouncil());
    const call = client.request({ method: 'tools/call', params }, CallToolResultSchema);
    await expect(call).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) });
    await expect(call).rejects.not.toMatchObject({ message: expect.stringContaining('\n') });
  });

  it('refuses a method that it does not know', async () => {
    const { client } = await connectInMemory(fakeCouncil());
    const call = client.request({ method: 'tools/destroy' }, CallToolResultSchema);
    await expect(call).rejects.toMatchObject({ code: -32601 });
  });

  it('treats null as a missing field', async () => {
    const access = fakeCouncil();
    const { client } = await connectInMemory(access);
    const participants = [
      { cli: 'claude', model: null },
      { cli: 'claude', stance: null },
    ];
    const input = { ...QUESTION, rounds: null, mode: null, context: null, working_directory: null, participants };
    await client.callTool({ name: 'deliberate', arguments: input });
    expect(access.requests[0]?.request).toEqual({
      ...QUESTION,
      participants: [{ cli: 'claude' }, { cli: 'claude' }],
      working_directory: '/project',
    });
  });

  it('sends progress with a number that grows, to a client that asked for it', async () => {
    const access = fakeCouncil(async (_request, { onProgress }) => {
      const started = { kind: 'started', deliberation_id: 'd-7', participants: ['a', 'b'], rounds: 1 } as const;
      onProgress?.({ ...started, recorded: true, notice: null, estimate: EXAMPLE_ESTIMATE });
      onProgress?.({ kind: 'round_started', round: 1, rounds: 1 });
      onProgress?.({ kind: 'finished', status: 'complete', interrupted: false });
      return exampleResult();
    });
    const { client } = await connectInMemory(access);
    const seen: { progress: number; message?: string | undefined }[] = [];
    await client.callTool({ name: 'deliberate', arguments: QUESTION }, undefined, {
      onprogress: ({ progress, message }) => seen.push({ progress, message }),
    });
    expect(seen.map(({ progress }) => progress)).toEqual([1, 2, 3]);
    expect(seen[0]?.message).toContain('d-7');
    await client.callTool({ name: 'deliberate', arguments: QUESTION });
    expect(access.requests[1]?.options.onProgress).toBeUndefined();
  });

  it('continues by the whole id only, within the project that is open', async () => {
    const access = fakeCouncil();
    const { client } = await connectInMemory(access);
    for (const id of ['2', 'last', '20261116-101502']) {
      const refused = await client.callTool({ name: 'deliberate', arguments: { deliberation_id: id } });
      expect(refused.structuredContent).toMatchObject({
        error: {
          type: 'validation_error',
          message: expect.stringContaining(`deliberation_id: "${id}" is not a whole id`),
        },
      });
    }
    await client.callTool({ name: 'deliberate', arguments: { deliberation_id: '20261116-101502-3f9ac1' } });
    expect(access.resumed).toEqual([{ deliberation_id: '20261116-101502-3f9ac1', within: '/project' }]);
  });

  it("ends the council's work when the client cancels", async () => {
    let ended = (): void => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const access = fakeCouncil(
      (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            ended();
            reject(new Error('aborted'));
          });
        }),
    );
    const { client, server } = await connectInMemory(access);
    const controller = new AbortController();
    const call = client.callTool({ name: 'deliberate', arguments: QUESTION }, undefined, { signal: controller.signal });
    await expect.poll(() => access.requests.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toThrow();
    await end;
    await server.idle();
  });
});

function textOf(result: object): string {
  const { content } = result as { content: { text: string }[] };
  return content[0]?.text ?? '';
}
