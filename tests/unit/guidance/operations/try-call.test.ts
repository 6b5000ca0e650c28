import { describe, expect, it } from 'vitest';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import { handle as preToolUse } from '../../../../src/hooks/handlers/pre-tool-use.js';
import { distrustNodes } from '../../../support/guidance-project.js';
import { NOW, node, project } from '../fixture.js';

const NODES = [
  node({ id: 'critical' }),
  node({ id: 'high', priority: 'HIGH', trigger_conditions: { tool_names: ['Write'], file_patterns: ['src/**'] } }),
  node({
    id: 'words',
    priority: 'LOW',
    status: 'draft',
    source: 'user_correction',
    created_at: NOW.toISOString(),
    trigger_conditions: { tool_names: ['Write'], file_patterns: ['src/**'] },
  }),
  node({
    id: 'publish',
    priority: 'HIGH',
    trigger_conditions: { tool_names: ['Bash'], action_keywords: ['npm publish'] },
  }),
  node({ id: 'gone', status: 'archived' }),
];

function open() {
  const folders = project(NODES);
  return { folders, knowledge: createKnowledge({ folders, redact: (text) => text, now: () => NOW }) };
}

describe('trying a call', () => {
  it.each([
    ['Write', 'plugin.json', ['critical pauses', 'high not shown', 'words not shown']],
    ['Write', 'src/a.ts', ['high shown', 'critical not shown', 'words not shown']],
    ['Bash', 'npm publish --tag next', ['publish shown']],
    ['Bash', 'npm test', ['publish not shown']],
    ['Read', 'plugin.json', []],
  ])('says for %s of %s which items are shown or pause it', (tool, target, expected) => {
    const { items } = open().knowledge.tryCall({ tool, target });
    expect(items.map(({ item, outcome }) => `${item.id} ${outcome}`)).toEqual(expected);
  });

  it('says why an item that matches in part is not shown', () => {
    const { items } = open().knowledge.tryCall({ tool: 'Write', target: 'src/a.ts' });
    expect(items.map(({ item, reason }) => [item.id, reason])).toEqual([
      ['high', undefined],
      ['critical', 'none of its file patterns and action keywords matches'],
      ['words', 'it is the text of a message, not reviewed yet'],
    ]);
  });

  it.each(['plugin.json', 'src/a.ts', 'README.md'])(
    'gives the text that the hook gives before %s is written',
    (target) => {
      const { folders, knowledge } = open();
      const { text } = knowledge.tryCall({ tool: 'Write', target });
      const input = { file_path: `${folders.projectFolder}/${target}`, content: '' };
      const raw = {
        session_id: 's',
        tool_use_id: 't',
        tool_name: 'Write',
        tool_input: input,
        cwd: folders.projectFolder,
      };
      const event = { raw, toolName: 'Write', transcriptPath: '', sessionId: 's' };
      const context = { event, folders, now: NOW, timeIsUp: () => false, maySpeak: true };
      const answer = preToolUse(context as unknown as Parameters<typeof preToolUse>[0]);
      expect(JSON.stringify(answer)).toContain(JSON.stringify(text).slice(1, -1));
    },
  );

  it('looks at the graphs once for several calls', () => {
    const { folders, knowledge: single } = open();
    let looked = 0;
    const now = () => {
      looked += 1;
      return NOW;
    };
    const knowledge = createKnowledge({ folders, redact: (text) => text, now });
    const calls = ['plugin.json', 'src/a.ts', 'README.md'].map((target) => ({ tool: 'Write', target }));
    expect(knowledge.tryCalls(calls)).toEqual(calls.map((call) => single.tryCall(call)));
    expect(looked).toBe(1);
  });

  it('shows titles only where the items are not trusted', () => {
    const { folders, knowledge } = open();
    distrustNodes(folders.projectFolder, folders.readNodes());
    const { text, items } = knowledge.tryCall({ tool: 'Write', target: 'plugin.json' });
    expect(items[0]).toMatchObject({ outcome: 'title shown' });
    expect(text).toContain('not reviewed by the user yet');
  });
});
