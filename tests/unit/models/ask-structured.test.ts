import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failure, success } from '../../../src/kernel/result.js';
import {
  askStructured,
  type ModelAnswer,
  type ModelRequest,
  type NativeSupport,
  toAnswerSchema,
} from '../../../src/models/index.js';

const Drink = z.object({ name: z.string().min(2), cups: z.int().positive() });
const usage = { inputTokens: 10, outputTokens: 5 };
const text = (value: string): ModelAnswer => success({ text: value, usage });

function ask(answers: readonly ModelAnswer[], supports?: NativeSupport) {
  const requests: ModelRequest[] = [];
  const adapter = {
    ...(supports && { supports }),
    ask: async (request: ModelRequest) => {
      requests.push(request);
      return answers[requests.length - 1] ?? failure({ failure: { kind: 'cancelled' as const }, usage: {} });
    },
  };
  const { signal } = new AbortController();
  const question = { model: 'm', system: 'You serve drinks.', prompt: 'Tea?', webSearch: { maxUses: 2 } };
  const answer = askStructured(adapter, { ...question, schema: Drink, workingDirectory: '/', signal });
  return { answer, requests };
}

const TEA = '{"name":"tea","cups":2}';

describe('a structured question', () => {
  it.each([
    ['alone', TEA],
    ['in a code fence', `\`\`\`json\n${TEA}\n\`\`\``],
    ['in a fence between sentences with braces', `As {asked}:\n\`\`\`\n${TEA}\n\`\`\`\nEnjoy {it}!`],
    ['between sentences', `Here it is: ${TEA} Enjoy!`],
  ])('reads JSON %s', async (_, answer) => {
    expect(await ask([text(answer)]).answer).toEqual(
      success({ value: { name: 'tea', cups: 2 }, usage, model: 'm', sources: [] }),
    );
  });

  it('puts what the adapter does not support into the prompt', async () => {
    const { answer, requests } = ask([text(TEA)]);
    await answer;
    const prompt = requests[0]?.prompt ?? '';
    expect(prompt).toMatch(/^You serve drinks\.\n\nTea\?\n\n/);
    expect(prompt).toContain(JSON.stringify(toAnswerSchema(Drink)));
    expect(requests[0]).not.toHaveProperty('system');
    expect(requests[0]).not.toHaveProperty('webSearch');
  });

  it('leaves to the adapter what it supports', async () => {
    const { answer, requests } = ask([text(TEA)], { system: true, answerSchema: true, webSearch: true });
    await answer;
    expect(requests).toMatchObject([
      {
        prompt: 'Tea?',
        system: 'You serve drinks.',
        answerSchema: toAnswerSchema(Drink),
        webSearch: { maxUses: 2 },
      },
    ]);
  });

  it('asks once more with the problem named, and adds up what both tries used', async () => {
    const all = { system: true, answerSchema: true, webSearch: true };
    const { answer, requests } = ask([text('{"name":"tea","cups":0}'), text(TEA)], all);
    expect(await answer).toMatchObject({
      value: { value: { cups: 2 }, usage: { inputTokens: 20, outputTokens: 10, requests: 2 } },
    });
    expect(requests[1]?.prompt).toContain('cups: Too small: expected number to be >0');
    expect(requests[1]?.prompt).toContain('> {"name":"tea","cups":0}');
    expect(requests[1]?.prompt).toContain(JSON.stringify(toAnswerSchema(Drink)));
    expect(requests[1]).not.toHaveProperty('webSearch');
  });

  it('fails with the last problem after the second answer', async () => {
    const { answer, requests } = ask([text('No.'), text('{"name":"x","cups":"many"}'), text(TEA)]);
    const detail = expect.stringMatching(/^name: Too small.*; cups: Invalid input/);
    expect(await answer).toEqual(
      failure({
        failure: { kind: 'invalid_answer', detail },
        usage: { inputTokens: 20, outputTokens: 10, longestPrompt: 10, requests: 2 },
      }),
    );
    expect(requests).toHaveLength(2);
  });

  it('keeps what the first try used when the second one fails', async () => {
    const { answer } = ask([text('No.'), failure({ failure: { kind: 'truncated', detail: 'cut' }, usage })]);
    expect(await answer).toMatchObject({
      error: { failure: { kind: 'truncated' }, usage: { inputTokens: 20, outputTokens: 10, requests: 2 } },
    });
  });

  it('returns each source once, also those of the first try', async () => {
    const page = { url: 'https://example.org/tea', title: 'Tea' };
    const searched = success({ text: 'Tea.', usage, sources: [page, page] });
    const { answer } = ask([searched, success({ text: TEA, usage, model: 'm-2026' })], { webSearch: true });
    expect(await answer).toMatchObject({ value: { sources: [page], model: 'm-2026' } });
  });
});

describe('the schema of an answer', () => {
  it('lists all properties and turns constraints into descriptions', () => {
    const schema = z.object({
      name: z.string().min(2).max(9).describe('Of the drink'),
      kind: z.enum(['hot', 'cold']).nullable(),
      cups: z.int().min(1),
      served: z.array(z.object({ at: z.iso.datetime() })).max(3),
      milk: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('oat') }),
        z.strictObject({ kind: z.literal('cow') }),
      ]),
    });
    const exact = { type: 'object', additionalProperties: false };
    expect(toAnswerSchema(schema)).toEqual({
      ...exact,
      required: ['name', 'kind', 'cups', 'served', 'milk'],
      properties: {
        name: { type: 'string', description: 'Of the drink (minLength: 2, maxLength: 9)' },
        kind: { anyOf: [{ type: 'string', enum: ['hot', 'cold'] }, { type: 'null' }] },
        cups: { type: 'integer', description: '(minimum: 1)' },
        served: {
          type: 'array',
          description: '(maxItems: 3)',
          items: {
            ...exact,
            required: ['at'],
            properties: { at: { type: 'string', description: '(format: "date-time")' } },
          },
        },
        milk: {
          anyOf: ['oat', 'cow'].map((kind) => ({
            ...exact,
            required: ['kind'],
            properties: { kind: { type: 'string', const: kind } },
          })),
        },
      },
    });
  });
});
