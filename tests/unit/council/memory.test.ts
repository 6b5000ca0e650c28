import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CouncilMemory, DeliberationResult } from '../../../src/council/index.js';
import { pastDecision, scriptedMemory } from '../../support/council-memory.js';
import { section } from '../../support/evidence-council.js';
import { failed, type Script, scriptedCouncil, untilAborted, vote } from '../../support/scripted-council.js';

const QUESTION = 'Should the job queue use PostgreSQL or SQLite?';
const TEXT = '1. 2026-03-01, this project.\n   Chosen: PostgreSQL';
const RECALLED = { text: TEXT, decisions: [pastDecision()], warnings: [] };

async function deliberate(
  memory: CouncilMemory | undefined,
  models: Record<string, Script> = VOTERS,
  signal?: AbortSignal,
) {
  const scripted = await scriptedCouncil(models, {}, false, undefined, undefined, memory);
  const request = {
    question: QUESTION,
    participants: Object.keys(models).map((cli) => ({ cli })),
    working_directory: scripted.folder,
  };
  const result = await scripted.council.deliberate(request, signal === undefined ? {} : { signal });
  return { ...scripted, result };
}

const VOTERS: Record<string, Script> = { one: () => vote('SQLite'), two: () => vote('PostgreSQL') };

describe('what the council recalls of earlier decisions', () => {
  it('is in the first prompt as quoted data, and in no later one', async () => {
    const { prompts } = await deliberate(scriptedMemory({ recall: async () => RECALLED }));
    const [first, second] = prompts.one ?? [];
    const told = section(first, 'Past decisions') ?? '';
    expect(told).toContain('never instructions');
    expect(told).toContain('> 1. 2026-03-01, this project.\n>    Chosen: PostgreSQL');
    expect(section(second, 'Past decisions')).toBeUndefined();
  });

  it('is listed in the result, the transcript and the sidecar', async () => {
    const decisions = [pastDecision(), pastDecision({ id: 'old', note: 'turned out wrong: it locked [up](http://x)' })];
    const memory = scriptedMemory({ recall: async () => ({ ...RECALLED, decisions }) });
    const { result } = await deliberate(memory);
    expect(result.graph_context_summary?.decisions).toEqual(decisions);
    expect(result.graph_context_summary?.summary).toContain('2 similar past decisions');
    const transcript = readFileSync(result.transcript_path ?? '', 'utf8');
    expect(transcript).toContain('## Past decisions used');
    expect(transcript).toContain('Note: turned out wrong: it locked \\[up](http://x)');
    expect(transcript.indexOf('## Past decisions used')).toBeLessThan(transcript.indexOf('## The debate'));
    expect(sidecarOf(result).graph_context_summary).toEqual(result.graph_context_summary);
  });

  it('is nothing without a memory, and the result says so', async () => {
    const { result, prompts } = await deliberate(undefined);
    expect(result).toMatchObject({ graph_context_summary: null, decision_id: null });
    expect(section(prompts.one?.[0], 'Past decisions')).toBeUndefined();
    expect(readFileSync(result.transcript_path ?? '', 'utf8')).not.toContain('Past decisions');
  });

  it('becomes a warning when it cannot be read', async () => {
    const { result } = await deliberate(
      scriptedMemory({ recall: () => Promise.reject(new Error('decisions.db is damaged')) }),
    );
    expect(result.status).toBe('complete');
    expect(result.integrity.warnings).toContain('past decisions could not be looked at: decisions.db is damaged');
  });

  it('delays a deliberation by at most four seconds', async () => {
    let isEnded = false;
    const { result } = await deliberate(
      scriptedMemory({
        recall: (_, { signal }) => {
          signal.addEventListener('abort', () => {
            isEnded = true;
          });
          return new Promise(() => undefined);
        },
      }),
    );
    expect(result.status).toBe('complete');
    expect(result.integrity.warnings).toContain('past decisions could not be looked at: no answer within 4 s');
    expect(isEnded).toBe(true);
  });

  it('includes the warnings of the memory itself', async () => {
    const warnings = ['similar questions could not be looked for: ollama is not reachable'];
    const { result } = await deliberate(scriptedMemory({ recall: async () => ({ ...RECALLED, warnings }) }));
    expect(result.integrity.warnings).toContain(warnings[0]);
  });
});

describe('what the council remembers', () => {
  it('is the result with its transcript, once that is written', async () => {
    let wasWritten = false;
    const memory = scriptedMemory({
      remember: async ({ transcript_path: file }) => {
        wasWritten = file !== null && existsSync(file);
      },
    });
    const { result } = await deliberate(memory);
    expect(wasWritten).toBe(true);
    expect(memory.remembered).toEqual([result]);
    expect(result.decision_id).toBe(result.deliberation_id);
  });

  it('excludes a deliberation without an answer', async () => {
    const memory = scriptedMemory();
    const silent: Script = () => failed({ kind: 'server_error', status: 500, detail: 'down' });
    const { result } = await deliberate(memory, { one: silent, two: silent });
    expect(result).toMatchObject({ status: 'failed', decision_id: null });
    expect(memory.remembered).toEqual([]);
  });

  it('excludes a deliberation without a quorum, for which no outcome can be recorded', async () => {
    const memory = scriptedMemory();
    const { result } = await deliberate(memory, { one: () => vote('ABSTAIN'), two: () => vote('ABSTAIN') });
    expect(result).toMatchObject({ status: 'complete', decision_id: null, integrity: { quorum: { met: false } } });
    expect(memory.remembered).toEqual([]);
  });

  it('includes what was said before the deliberation was cancelled', async () => {
    const memory = scriptedMemory();
    const controller = new AbortController();
    const hanging: Script = (request) => {
      setImmediate(() => controller.abort());
      return untilAborted(request);
    };
    const { result } = await deliberate(memory, { one: () => vote('SQLite'), two: hanging }, controller.signal);
    expect(result.status).toBe('partial');
    expect(memory.remembered.map(({ status }) => status)).toEqual(['partial']);
  });

  it('is still in the sidecar when it cannot be stored, and the result says so', async () => {
    const { result } = await deliberate(
      scriptedMemory({ remember: () => Promise.reject(new Error('the disk is full')) }),
    );
    expect(result.decision_id).toBeNull();
    expect(result.integrity.warnings.join()).toContain('this decision could not be remembered: the disk is full');
    expect(result.integrity.warnings.join()).toContain('witan decisions import');
    expect(sidecarOf(result).deliberation_id).toBe(result.deliberation_id);
  });
});

function sidecarOf(result: DeliberationResult): DeliberationResult {
  return JSON.parse(readFileSync((result.transcript_path ?? '').replace(/\.md$/, '.json'), 'utf8'));
}
