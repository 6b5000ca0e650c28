import { describe, expect, it } from 'vitest';
import { call, decide, item, shownBy, when } from '../fixture.js';

const id = item().id;
const write = (file: string, message = '') => call('Write', file, { recentMessages: message === '' ? [] : [message] });

describe('our rules in addition to the formula', () => {
  it('require a matching file if an item names file patterns, and no keyword overrides that', () => {
    expect(shownBy(decide([item()], write('/path/to/README.md')))).toEqual([]);
    expect(shownBy(decide([item()], write('/path/to/plugin.json')))).toEqual([id]);
    expect(shownBy(decide([item()], write('/path/to/README.md', 'prepare the release')))).toEqual([]);
    const guarded = when({
      tool_names: ['Bash', 'Edit'],
      file_patterns: ['*.prisma'],
      action_keywords: ['prisma db push'],
    });
    expect(shownBy(decide([guarded], call('Bash', 'npx prisma db push')))).toEqual([id]);
    expect(shownBy(decide([guarded], call('Bash', 'npm test', { recentMessages: ['then prisma db push'] })))).toEqual(
      [],
    );
  });

  it('compare a pattern without a slash with the base name, as in .gitignore', () => {
    const dockerfiles = when({ tool_names: ['Write'], file_patterns: ['Dockerfile', '*.tf'] });
    for (const file of ['Dockerfile', 'services/api/Dockerfile', 'infra/dns/main.tf']) {
      expect(shownBy(decide([dockerfiles], write(`/path/to/${file}`)))).toEqual([id]);
    }
    expect(shownBy(decide([dockerfiles], write('/path/to/Dockerfile/notes.md')))).toEqual([]);
    const rooted = when({ tool_names: ['Write'], file_patterns: ['./Dockerfile'] });
    expect(shownBy(decide([rooted], write('/path/to/services/api/Dockerfile')))).toEqual([]);
  });

  it('ignore words of the conversation for a command that only reads', () => {
    const deploys = when({ tool_names: ['Bash'], action_keywords: ['deploy'] });
    const asked = (command: string) => call('Bash', command, { recentMessages: ['we deploy tomorrow'] });
    expect(shownBy(decide([deploys], asked('git status && cat deploy.sh')))).toEqual([]);
    expect(shownBy(decide([deploys], asked('make build')))).toEqual([id]);
  });

  it('require a matching keyword if an item names action keywords and no files, so that Bash alone does not show it at every ls', () => {
    const noPush = when({ tool_names: ['Bash'], action_keywords: ['git push'] });
    expect(shownBy(decide([noPush], call('Bash', 'ls')))).toEqual([]);
    expect(shownBy(decide([noPush], call('Bash', 'git -C . push')))).toEqual([id]);
    const fixes = when({ action_keywords: ['fix the bug'] });
    expect(shownBy(decide([fixes], write('/path/to/a.ts', 'please fix the bug')))).toEqual([id]);
    expect(shownBy(decide([fixes], write('/path/to/a.ts')))).toEqual([]);
  });

  it('leave the decision to the formula without files and action keywords', () => {
    expect(shownBy(decide([when({ tool_names: ['Write'] })], write('/path/to/a.ts')))).toEqual([id]);
    expect(shownBy(decide([when({ context_keywords: ['billing'] })], write('/path/to/a.ts')))).toEqual([id]);
    const minor = when({ context_keywords: ['billing'] }, { priority: 'HIGH' });
    expect(shownBy(decide([minor], write('/path/to/a.ts')))).toEqual([]);
    expect(shownBy(decide([minor], write('/path/to/a.ts', 'the billing page')))).toEqual([id]);
  });
});

describe('the action of a tool call', () => {
  it('matches only absolute patterns for a file outside the project', () => {
    expect(shownBy(decide([when({ file_patterns: ['**/hosts'] })], write('/etc/hosts')))).toEqual([]);
    expect(shownBy(decide([when({ file_patterns: ['/etc/**'] })], write('/etc/hosts')))).toEqual([id]);
    expect(shownBy(decide([item()], write('/path/to-other/plugin.json')))).toEqual([]);
  });

  it.each([
    ['git tag -d', 'git tag -d v1.0.0'],
    ['git tag -d', 'git tag --delete v1.0.0'],
    ['npm audit fix', 'npm audit fix --force'],
    ['git clean -fdx', 'git clean -x -d -f'],
    ['git branch -D', 'git branch -D topic'],
    ['git stash drop', 'git stash drop'],
    ['rm -rf', 'rm --recursive --force build'],
  ])('matches a command keyword: %s matches %s', (keyword, command) => {
    const guarded = when({ tool_names: ['Bash'], action_keywords: [keyword] });
    expect(shownBy(decide([guarded], call('Bash', command)))).toEqual([id]);
  });

  it.each([
    ['git tag -d', 'git tag v1.0.0'],
    ['git branch -D', 'git branch -d topic'],
    ['npm audit fix', 'npm audit'],
    ['git clean -fdx', 'git clean -n'],
    ['git push', 'echo git push'],
    ['git push', 'git log --grep "git push"'],
  ])('does not match an action keyword: %s does not match %s', (keyword, command) => {
    const guarded = when({ tool_names: ['Bash'], action_keywords: [keyword] });
    expect(shownBy(decide([guarded], call('Bash', command)))).toEqual([]);
  });

  it.each([
    'rm -rf .',
    'rm -rf ./*',
    'rm -rf *',
    'rm -rf /path/to',
    'cd db && rm -rf ..',
    'rm -rf ..',
    'rm -rf /',
    'rm -rf ./db/*',
  ])('includes every file below a folder: %s', (command) => {
    for (const pattern of command.includes('db/*') ? ['db/**/*.sql'] : ['db/**/*.sql', '**/.env', 'LICENSE'])
      expect(shownBy(decide([when({ file_patterns: [pattern] })], call('Bash', command)))).toEqual([id]);
  });

  it.each([
    'rm -rf build',
    'rm -rf /elsewhere',
    'ls .',
    'rm -rf ./other/*',
    'prettier --write .',
    'cp /tmp/notes.txt .',
    'mv /tmp/notes.txt ./',
    'touch .',
    'git checkout .',
  ])('does not include the files below a folder: %s', (command) => {
    expect(shownBy(decide([when({ file_patterns: ['db/**/*.sql'] })], call('Bash', command)))).toEqual([]);
  });

  it('includes the target of a file that is copied or moved into a folder', () => {
    for (const command of ['cp /tmp/plugin.json .', 'mv old/plugin.json ./', 'cd docs && cp /tmp/plugin.json ..']) {
      expect(shownBy(decide([when({ file_patterns: ['plugin.json'] })], call('Bash', command)))).toEqual([id]);
    }
  });

  it('treats MultiEdit as several Edits, and includes a file that a command changes', () => {
    const edits = when({ tool_names: ['Edit'], file_patterns: ['db/**'] });
    expect(shownBy(decide([edits], call('MultiEdit', '/path/to/db/a.sql')))).toEqual([id]);
    expect(shownBy(decide([edits], call('Bash', 'sed -i s/a/b/ db/a.sql')))).toEqual([id]);
    expect(shownBy(decide([edits], call('Bash', 'rm -r db')))).toEqual([id]);
    expect(shownBy(decide([edits], call('Bash', 'npx vitest run db/a.sql')))).toEqual([]);
  });

  it('includes the path of a notebook and paths relative to the folder of the call', () => {
    const notebooks = when({ tool_names: ['NotebookEdit', 'Write'], file_patterns: ['notebooks/*.ipynb'] });
    expect(shownBy(decide([notebooks], call('NotebookEdit', '/path/to/notebooks/a.ipynb')))).toEqual([id]);
    expect(shownBy(decide([notebooks], call('Write', 'a.ipynb', { cwd: '/path/to/notebooks' })))).toEqual([id]);
  });
});
