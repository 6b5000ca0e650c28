import { describe, expect, it } from 'vitest';
import type { KnowledgeItem } from '../../../../src/guidance/item/item.js';
import type { ScoredItem } from '../../../../src/guidance/relevance/match-item.js';
import { scoreItem } from '../../../../src/guidance/relevance/match-item.js';
import type { ToolCall } from '../../../../src/guidance/relevance/tool-action.js';
import { readToolAction } from '../../../../src/guidance/relevance/tool-action.js';
import { call, decide, item, shownBy, VERSION_BUMP, when } from '../fixture.js';

// Every worked example of the specification, with its numbers. Where an example and the formula disagree, the formula
// wins, and the title says so.

describe('ADR-001', () => {
  it('example 1: a Write of pyproject.toml shows the version checklist', () => {
    const checklist = when({
      tool_names: ['Write', 'Edit'],
      file_patterns: ['**/pyproject.toml', '**/plugin.json', '**/marketplace.json', '**/*version*'],
      action_keywords: ['version bump', 'release', 'deploy', 'update version'],
      context_keywords: ['deployment', 'release'],
    });
    expect(shownBy(decide([checklist], call('Write', '/path/to/pyproject.toml')))).toEqual([VERSION_BUMP.id]);
  });

  it('example 2: a Read never shows anything', () => {
    expect(decide([item()], call('Read', '/path/to/plugin.json')).log).toEqual([]);
  });

  it('example 3: a project without process knowledge says nothing', () => {
    expect(shownBy(decide([], call('Write', '/path/to/plugin.json')))).toEqual([]);
  });
});

describe('ADR-003', () => {
  it('test case 1: tool, file and keywords match', () => {
    // The example counts both keywords, but "bump the version" does not contain "version bump": half, by the formula.
    const both = score(item(), call('Write', '/path/to/plugin.json', { recentMessages: ['version bump and release'] }));
    expect(both).toMatchObject({ parts: { tool: 1, file: 1, action: 1, context: 0.5 }, relevance: 0.95, score: 1.9 });
    const one = score(
      item(),
      call('Write', '/path/to/plugin.json', { recentMessages: ["Let's bump the version to 0.8.0 and release"] }),
    );
    expect(one).toMatchObject({ parts: { action: 0.5 }, relevance: 0.9, score: 1.8 });
  });

  it('test case 2: only the tool matches; the score passes, our rule about file patterns prevents it', () => {
    const asked = call('Write', '/path/to/README.md', { recentMessages: ['Update the documentation'] });
    expect(score(item(), asked)).toMatchObject({ parts: { tool: 1, file: 0, action: 0, context: 0.5 }, score: 0.9 });
    expect(shownBy(decide([item()], asked))).toEqual([]);
  });

  it('test case 3: a Read ends early; by the formula action words without messages count 0, not the 0.5 it says', () => {
    const asked = call('Write', '/path/to/plugin.json');
    const readOnly = when({ ...VERSION_BUMP.trigger_conditions, tool_names: ['Read'] });
    expect(score(readOnly, asked)).toMatchObject({
      parts: { tool: 0, file: 1, action: 0, context: 0.5 },
      relevance: 0.45,
    });
    expect(shownBy(decide([readOnly], call('Read', '/path/to/plugin.json')))).toEqual([]);
  });

  it('test case 4: LOW divides where CRITICAL doubles', () => {
    const asked = call('Write', '/path/to/README.md', { recentMessages: ['Update the documentation'] });
    expect(score(item({ priority: 'LOW' }), asked)).toMatchObject({ relevance: 0.45, score: 0.225 });
    expect(shownBy(decide([item({ priority: 'LOW' })], asked))).toEqual([]);
  });

  it.each([
    [0.8, 'CRITICAL', 1.6, true],
    [0.5, 'CRITICAL', 1, true],
    [0.4, 'CRITICAL', 0.8, true],
    [0.3, 'CRITICAL', 0.6, false],
    [0.9, 'HIGH', 1.35, true],
    [0.5, 'HIGH', 0.75, true],
    [0.4, 'HIGH', 0.6, false],
    [0.8, 'MEDIUM', 0.8, true],
    [0.6, 'MEDIUM', 0.6, false],
    [1, 'LOW', 0.5, false],
    // The table of ADR-005.
    [0.6, 'CRITICAL', 1.2, true],
    [0.7, 'CRITICAL', 1.4, true],
    [0.6, 'HIGH', 0.9, true],
    [0.7, 'HIGH', 1.05, true],
    [0.8, 'HIGH', 1.2, true],
    [0.4, 'MEDIUM', 0.4, false],
    [0.5, 'MEDIUM', 0.5, false],
    [0.7, 'MEDIUM', 0.7, true],
    [0.4, 'LOW', 0.2, false],
    [0.5, 'LOW', 0.25, false],
    [0.6, 'LOW', 0.3, false],
    [0.7, 'LOW', 0.35, false],
    [0.8, 'LOW', 0.4, false],
  ])('turns a base of %s at %s into %s, shown: %s', (base, priority, final, isShown) => {
    const { conditions, asked } = withBase(base);
    const scored = score(when(conditions, { priority }), asked);
    expect(scored).toMatchObject({ relevance: base, score: final });
    expect(scored.score >= 0.7).toBe(isShown);
  });
});

describe('ADR-005', () => {
  it('test case 1: a CRITICAL item with a file pattern only; the example counts 0.4, the formula 0.7 with neutral parts', () => {
    const patterned = when({ file_patterns: ['**/plugin.json'] });
    const asked = call('Write', '/path/to/plugin.json');
    expect(score(patterned, asked)).toMatchObject({
      parts: { tool: 0.5, file: 1, action: 0.5, context: 0.5 },
      relevance: 0.7,
      score: 1.4,
    });
    expect(shownBy(decide([patterned], asked))).toEqual([VERSION_BUMP.id]);
  });

  it('test case 2: a LOW item is not shown; the example counts 0.9, the formula 0.7 for one of two keywords', () => {
    const note = when(
      { file_patterns: ['**/config.json'], action_keywords: ['configure', 'setup'] },
      { priority: 'LOW' },
    );
    const asked = call('Write', '/path/to/config.json', { recentMessages: ["Let's configure the settings"] });
    expect(score(note, asked)).toMatchObject({ relevance: 0.7, score: 0.35 });
    expect(shownBy(decide([note], asked))).toEqual([]);
  });
});

describe('the scenarios of the roadmap', () => {
  const deployment = when(
    { tool_names: ['Bash'], action_keywords: ['deploy', 'release'] },
    { id: 'process_deploy', priority: 'HIGH' },
  );

  it('show the pattern for deployments at a command that deploys', () => {
    expect(shownBy(decide([deployment], call('Bash', 'npm run deploy')))).toEqual(['process_deploy']);
  });

  it('shows three at most, best first', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id, folders) =>
      item({ id, priority: folders === 3 ? 'CRITICAL' : 'HIGH', status: 'draft', created_at: '2026-11-19T00:00:00Z' }),
    );
    expect(shownBy(decide(many, call('Write', '/path/to/plugin.json')))).toEqual(['d', 'a', 'b']);
  });
});

function score(scored: KnowledgeItem, asked: ToolCall): ScoredItem {
  const action = readToolAction(asked);
  if (action === undefined) throw new Error(`${asked.toolName} only reads`);
  return scoreItem(scored, action);
}

/** Conditions and a call whose parts add up to the given base. */
function withBase(base: number) {
  const share = (tenths: number) =>
    Array.from({ length: 10 }, (_, folders) => (folders < tenths ? `yes${folders}` : `no${folders}`));
  const files = base >= 0.8 ? ['a.txt'] : ['other.txt'];
  const left = Math.round((base - 0.4 - (base >= 0.8 ? 0.4 : 0)) * 100);
  const isToolNamed = left >= 0;
  const words = isToolNamed ? left : Math.round(base * 100);
  // Below 0.4 the tool is neutral (0.2); between 0.6 and 0.8 an item without files counts 0.2 for them.
  const neutralTool = isToolNamed ? 0 : 20;
  const neutralFile = words - neutralTool > 20 ? 20 : 0;
  const rest = words - neutralTool - neutralFile;
  return {
    conditions: {
      ...(isToolNamed && { tool_names: ['Write'] }),
      ...(neutralFile === 0 && { file_patterns: files }),
      action_keywords: share(Math.min(10, rest)),
      context_keywords: share(Math.max(0, rest - 10)),
    },
    asked: call('Write', '/path/to/a.txt', { recentMessages: [share(10).join(' ')] }),
  };
}
