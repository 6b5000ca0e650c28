import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readBlock } from '../../src/guidance/blocks/read-block.js';
import { detectLessons, isCorrection } from '../../src/guidance/lessons/detect-lessons.js';
import { draftOfBlock, draftOfMessage } from '../../src/guidance/lessons/draft.js';

import type { Turn } from '../../src/guidance/transcript/turn.js';
import { type Half as FirstHalf, halfOf, read as readFirst } from './labeled-guidance.js';

export type Half = 'tuning' | 'held-out';

interface Prompt {
  readonly half: Half;
  readonly speaker?: 'user' | 'agent';
  readonly text: string;
}

export interface LabeledBlock {
  readonly half?: Half;
  readonly text: string;
  readonly expect: {
    readonly texts: readonly string[];
    readonly tools: readonly string[];
    readonly files: readonly string[];
    readonly keywords: readonly string[];
    readonly priority: string;
  };
}

/** Figures only: records of the held-out half are never shown, not even by a failing test. */
export function measurePrompts(half: Half, root = process.cwd()) {
  const prompts = read<Prompt>(root, 'ordinary-prompts').filter((prompt) => prompt.half === half);
  const turns = prompts.map(
    ({ speaker, text }) => ({ role: speaker === 'agent' ? 'assistant' : 'user', text }) as const,
  );
  const drafts = turns.flatMap((turn) => detectLessons(turn)).map(({ text }) => draftOfMessage(text, CONTEXT));
  return {
    prompts: prompts.length,
    drafts: drafts.length,
    critical: drafts.filter(({ priority }) => priority === 'CRITICAL').length,
    lines: turns.filter(isCorrection).length,
  };
}

export function measureCorrections(half: Half, root = process.cwd()) {
  const corrections = read<Prompt>(root, 'corrections').filter((correction) => correction.half === half);
  const lines = corrections.filter(({ text }) => isCorrection({ role: 'user', text })).length;
  return { corrections: corrections.length, lines };
}

interface LabeledTurn {
  readonly id: string;
  readonly role: Turn['role'];
  readonly text: string;
  readonly flags?: object;
  readonly expect: null | { readonly source: string };
}

/** The first set: turns without a lesson, and corrections by users, in English. */
export function measureFirstTurns(half: FirstHalf, root = process.cwd()) {
  const turns = readFirst<LabeledTurn>(root, 'lesson-turns.json').filter(
    ({ id, flags }) => halfOf(id) === half && flags === undefined,
  );
  const plain = turns.filter((turn) => turn.expect === null);
  const corrections = turns.filter(({ expect }) => /correction|mistake/.test(expect?.source ?? ''));
  const lessons = plain.flatMap((turn) => detectLessons(turn)).filter(({ source }) => source === 'user_correction');
  return {
    plain: plain.length,
    drafts: lessons.length,
    corrections: corrections.length,
    lines: corrections.filter(isCorrection).length,
  };
}

export function measureBlocks(half: Half, root = process.cwd()) {
  const blocks = read<LabeledBlock>(root, 'knowledge-blocks').filter((block) => block.half === half);
  return { blocks: blocks.length, kept: blocks.filter(isKept).length };
}

/** Whether a block keeps its texts, conditions and priority. */
export function isKept({ text, expect }: LabeledBlock): boolean {
  const [found, ...more] = detectLessons({ role: 'assistant', text });
  const block = found === undefined || more.length > 0 ? undefined : readBlock(found.text);
  if (block === undefined || block.problem !== undefined) return false;
  const { node } = draftOfBlock(block, false, CONTEXT);
  const { tool_names, file_patterns, action_keywords } = block.triggers;
  const texts = squash(JSON.stringify(textsIn(node)));
  return (
    expect.texts.every((expected) => texts.includes(squash(JSON.stringify(expected).slice(1, -1)))) &&
    isSame(tool_names, expect.tools) &&
    isSame(file_patterns, expect.files) &&
    isSame(action_keywords, expect.keywords) &&
    node.priority === expect.priority
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function squash(text: string): string {
  return text.replace(/\\n|\s+/g, '');
}

function isSame(found: readonly string[] = [], expected: readonly string[]): boolean {
  return JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted());
}

const CONTEXT = { sessionId: 'labeled', now: new Date('2026-11-20T12:00:00Z'), redact: (text: string) => text };

function read<Entry>(root: string, name: string): Entry[] {
  return JSON.parse(readFileSync(path.join(root, 'tests/data/second', `${name}.json`), 'utf8')) as Entry[];
}
