import { describe, expect, it } from 'vitest';
import { call, decide, item, told, when } from '../fixture.js';

const id = item().id;
const write = (file: string, message = '') => call('Write', file, { recentMessages: message === '' ? [] : [message] });

describe('rules of ours beside the formula', () => {
  it('1: an item that names files needs one of them or one of its action keywords', () => {
    expect(told(decide([item()], write('/path/to/README.md')))).toEqual([]);
    expect(told(decide([item()], write('/path/to/plugin.json')))).toEqual([id]);
    expect(told(decide([item()], write('/path/to/README.md', 'prepare the release')))).toEqual([id]);
  });

  it('2: an item without files needs one of the action keywords it names', () => {
    const noPush = when({ tool_names: ['Bash'], action_keywords: ['git push'] });
    expect(told(decide([noPush], call('Bash', 'ls')))).toEqual([]);
    expect(told(decide([noPush], call('Bash', 'git -C . push')))).toEqual([id]);
    const fixes = when({ action_keywords: ['fix the bug'] });
    expect(told(decide([fixes], write('/path/to/a.ts', 'please fix the bug')))).toEqual([id]);
    expect(told(decide([fixes], write('/path/to/a.ts')))).toEqual([]);
  });

  it('3: for a command the command is the act, in whole words, not what was said before it', () => {
    const deploy = when({ tool_names: ['Bash'], file_patterns: ['**/deploy.sh'], action_keywords: ['deploy'] });
    const said = { recentMessages: ['tomorrow we deploy'] };
    expect(told(decide([deploy], call('Bash', 'make test', said)))).toEqual([]);
    expect(told(decide([deploy], call('Bash', 'node report.js --group deployments')))).toEqual([]);
    expect(told(decide([deploy], call('Bash', 'make deploy')))).toEqual([id]);
    expect(told(decide([deploy], call('Bash', './scripts/deploy.sh')))).toEqual([id]);
    expect(told(decide([deploy], call('Bash', 'cat scripts/deploy.sh', said)))).toEqual([]);
  });

  it('4: an item with context keywords only needs one of them', () => {
    const billing = when({ context_keywords: ['billing'] });
    expect(told(decide([billing], write('/path/to/a.ts')))).toEqual([]);
    expect(told(decide([billing], write('/path/to/a.ts', 'the billing page')))).toEqual([id]);
  });

  it('5: a file outside the project is nobody’s business, but for an absolute pattern', () => {
    expect(told(decide([item()], write('/elsewhere/plugin.json', 'the release')))).toEqual([]);
    expect(told(decide([when({ file_patterns: ['/etc/**'] })], write('/etc/hosts')))).toEqual([id]);
    expect(told(decide([item()], write('/path/to-other/plugin.json')))).toEqual([]);
  });

  it('MultiEdit is several Edits, and a file that a command changes is changed', () => {
    const edits = when({ tool_names: ['Edit'], file_patterns: ['db/**'] });
    expect(told(decide([edits], call('MultiEdit', '/path/to/db/a.sql')))).toEqual([id]);
    expect(told(decide([edits], call('Bash', 'sed -i s/a/b/ db/a.sql')))).toEqual([id]);
    expect(told(decide([edits], call('Bash', 'rm -r db')))).toEqual([id]);
    expect(told(decide([edits], call('Bash', 'npx vitest run db/a.sql')))).toEqual([]);
  });

  it('reads the path of a notebook and paths from the folder of the call', () => {
    const notebooks = when({ tool_names: ['NotebookEdit', 'Write'], file_patterns: ['notebooks/*.ipynb'] });
    expect(told(decide([notebooks], call('NotebookEdit', '/path/to/notebooks/a.ipynb')))).toEqual([id]);
    expect(told(decide([notebooks], call('Write', 'a.ipynb', { cwd: '/path/to/notebooks' })))).toEqual([id]);
  });
});
