import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../src/council/index.js';
import { DEMO, FIXTURES, type ServeSession, startServeSession } from '../support/serve-session.js';

const voice = (part: string) => `{ type: cli, command: ${FIXTURES}/evidence-voice.mjs, args: [${part}], output: text }`;
let session: ServeSession;

beforeAll(async () => {
  session = await startServeSession(
    `adapters:\n  reader: ${voice('reader')}\n  listener: ${voice('listener')}\ncouncil: { summary: extractive }\n`,
  );
  mkdirSync(path.join(session.project, 'src'));
  writeFileSync(
    path.join(session.project, 'src', 'queue.ts'),
    '// SQLite allows one process to write at a time.\nexport const writers = 1;\n',
  );
});
afterAll(() => session.client.close());

describe('evidence, asked for by a real client', () => {
  it('is read by one participant in the first round and changes the vote of another in the second', async () => {
    const messages: string[] = [];
    const answer = await session.client.callTool(
      {
        name: 'deliberate',
        arguments: {
          question: 'Should the queue have one writer or several writers?',
          participants: [{ cli: 'reader' }, { cli: 'listener' }],
          rounds: 2,
          detail: 'debate',
        },
      },
      undefined,
      { onprogress: ({ message = '' }) => messages.push(message) },
    );
    const result = answer.structuredContent as unknown as DeliberationResult;
    expect(messages).toContain('round 1: default@reader looked at the project: read_file');
    expect(result.voting_result?.final_tally).toEqual({ 'one writer': 2 });
    expect(result.counterfactual).toMatchObject({
      first_round_winner: null,
      flips: [{ participant: 'default@listener', from: 'several writers', to: 'one writer' }],
    });
    expect(result.tool_executions).toMatchObject({
      total: 1,
      records: [
        {
          round: 1,
          participant: 'default@reader',
          tool: 'read_file',
          arguments: { path: 'src/queue.ts' },
          same_round: true,
          success: true,
          output: expect.stringContaining('2: export const writers = 1;'),
        },
      ],
    });
    const quoted = { path: 'src/queue.ts', start_line: 2, quote: 'export const writers = 1;', verified: true };
    expect(result.citations).toContainEqual(expect.objectContaining({ participant: 'default@reader', ...quoted }));
    expect(result.citations).toContainEqual(expect.objectContaining({ participant: 'default@listener', ...quoted }));
    const invented = result.citations.filter(({ verified }) => !verified);
    expect(invented.map(({ participant, path: cited }) => [participant, cited])).toEqual([
      ['default@listener', 'src/pool.ts'],
    ]);
    expect(result.integrity.citations).toEqual({
      total: result.citations.length,
      verified: result.citations.length - 1,
      unverified: 1,
      words_found: expect.any(Number),
    });

    const transcript = readFileSync(String(result.transcript_path), 'utf8');
    expect(transcript).toContain('## Tool executions');
    expect(transcript).toContain('- src/queue.ts:2 "export const writers = 1;": ✓ verified');
    expect(transcript).toMatch(/- src\/pool\.ts:7: ✗ not verified \(/);
  });

  it('is asked for by the demo panel too, which cites what it found', async () => {
    const { content } = await session.call('deliberate', {
      question: 'Should our job queue use PostgreSQL or SQLite?',
      participants: DEMO,
      mode: 'quick',
    });
    const result = content as unknown as DeliberationResult;
    expect(result.tool_executions.by_type).toEqual({ search_code: 1 });
    expect(result.integrity.citations.total).toBeGreaterThan(0);
    expect(result.integrity.citations.unverified).toBe(0);
  });
});
