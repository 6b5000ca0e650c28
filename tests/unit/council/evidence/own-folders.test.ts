import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceCouncil, section, toolRequest } from '../../../support/evidence-council.js';
import { vote } from '../../../support/scripted-council.js';

/** A word that stands nowhere but in what an earlier deliberation left behind. */
const ANSWER = 'periwinkle';

describe('transcripts of earlier deliberations', () => {
  it.each([
    ['read_file', { path: 'transcripts/earlier.md' }],
    ['search_code', { pattern: ANSWER }],
    ['search_code', { pattern: ANSWER, path: 'transcripts' }],
    ['list_files', { pattern: '**/*.md' }],
    ['get_file_tree', {}],
    ['run_command', { command: 'grep', args: ['-rn', ANSWER, '.'] }],
    ['run_command', { command: 'cat', args: ['transcripts/earlier.md'] }],
    ['run_command', { command: 'ls', args: ['-R'] }],
    ['run_command', { command: 'find', args: ['.', '-name', '*.md'] }],
  ])('are hidden from %s %o, so that the first round stays blind', async (name, given) => {
    const { deliberate, prompts, transcripts } = await evidenceCouncil(
      {
        a: (_, call) => (call === 1 ? `${toolRequest(name, given)}\n${vote('one')}` : vote('one')),
        b: () => vote('several'),
      },
      {},
      { fileTree: { enabled: true, maxDepth: 3, maxFiles: 50 } },
    );
    mkdirSync(transcripts, { recursive: true });
    writeFileSync(path.join(transcripts, 'earlier.md'), `They answered ${ANSWER}.\n`);
    await deliberate(1);
    expect(section(prompts.a?.[0], 'Files of the project')).not.toContain('transcripts');
    const results = section(prompts.a?.[1], 'Results of your requests') ?? '';
    expect(results).not.toBe('');
    expect(results).not.toContain(`answered ${ANSWER}`);
    if (!JSON.stringify(given).includes('transcripts')) expect(results).not.toContain('earlier.md');
  });
});

describe('a folder that participants may not look at', () => {
  it('leaves a deliberation without evidence, and the integrity block says why', async () => {
    const { council, folder, prompts } = await evidenceCouncil(
      { a: () => vote('one'), b: () => vote('one') },
      {},
      { fileTree: { enabled: true, maxDepth: 2, maxFiles: 50 } },
    );
    const working_directory = path.join(folder, '.ssh');
    mkdirSync(working_directory);
    const result = await council.deliberate({
      question: 'Should the queue have one writer or several?',
      participants: [{ cli: 'a' }, { cli: 'b' }],
      mode: 'quick',
      working_directory,
    });
    expect(result.status).toBe('complete');
    expect(prompts.a?.[0]).not.toContain('TOOL_REQUEST');
    expect(result.integrity.warnings).toContainEqual(
      expect.stringMatching(/^the participants could not look at the project: A folder that contains keys/),
    );
  });

  it('needs no warning if evidence is off anyway', async () => {
    const { deliberate } = await evidenceCouncil({ a: () => vote('one'), b: () => vote('one') }, { enabled: false });
    const { integrity } = await deliberate(1);
    expect(integrity.warnings.filter((warning) => warning.includes('look at the project'))).toEqual([]);
  });
});
