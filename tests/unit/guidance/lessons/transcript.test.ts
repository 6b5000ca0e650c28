import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNewTurns, rememberTurns } from '../../../../src/guidance/transcript/new-turns.js';
import { readRecentMessages } from '../../../../src/guidance/transcript/recent-messages.js';
import { NOW, project } from '../fixture.js';

const line = (role: 'user' | 'assistant', content: unknown, more: object = {}) =>
  `${JSON.stringify({ type: role, isSidechain: false, message: { role, content }, ...more })}\n`;
const text = (words: string) => [{ type: 'text', text: words }];

function transcript() {
  const folders = project();
  const file = path.join(folders.projectFolder, 'transcript.jsonl');
  const stop = (lastAssistantMessage?: string) => {
    const found = readNewTurns(folders.dataFolder, { sessionId: 's', transcriptPath: file, lastAssistantMessage });
    rememberTurns(folders.dataFolder, found, NOW);
    return found.turns.map((turn) => turn.text);
  };
  return { folders, file, stop, add: (...lines: string[]) => appendFileSync(file, lines.join('')) };
}

describe('new turns', () => {
  it('are read once each', () => {
    const { stop, add } = transcript();
    add(line('user', 'one'), line('assistant', text('two')));
    expect(stop()).toEqual(['one', 'two']);
    expect(stop()).toEqual([]);
    add(line('user', 'three'));
    expect(stop()).toEqual(['three']);
  });

  it('have the last message of the hook only if the transcript lacks it, whatever blanks are around it', () => {
    const { stop, add } = transcript();
    add(line('user', 'one'));
    expect(stop('late')).toEqual(['one', 'late']);
    add(line('assistant', text('end\n')));
    expect(stop('end')).toEqual(['end\n']);
  });

  it('have the name of the message that a forked session copied', () => {
    const { folders, file, add } = transcript();
    add(line('user', 'a', { uuid: 'u1' }), line('user', 'b', { uuid: 'u3', forkedFrom: { messageUuid: 'u2' } }));
    const { turns } = readNewTurns(folders.dataFolder, { sessionId: 's', transcriptPath: file });
    expect(turns.map(({ uuid }) => uuid)).toEqual(['u1', 'u2']);
  });

  it('are there without a transcript, from the input of the hook', () => {
    expect(transcript().stop('only this')).toEqual(['only this']);
  });

  it('wait until their line is complete, and skip lines that are not understood', () => {
    const { stop, add } = transcript();
    const whole = line('user', 'two');
    add('nonsense\n', '{"type":"attachment"}\n', line('user', 'one'), whole.slice(0, 20));
    expect(stop()).toEqual(['one']);
    add(whole.slice(20));
    expect(stop()).toEqual(['two']);
  });

  it('are marked if nothing may be learned from them', () => {
    const { folders, file, add } = transcript();
    add(
      line('user', [{ type: 'tool_result', content: 'x' }, ...text('result')]),
      line('user', 'meta', { isMeta: true }),
      line('user', 'summary', { isCompactSummary: true }),
      line('assistant', text('side'), { isSidechain: true }),
    );
    const { turns } = readNewTurns(folders.dataFolder, { sessionId: 's', transcriptPath: file });
    expect(turns).toMatchObject([
      { isToolResult: true },
      { isMeta: true },
      { isCompactSummary: true },
      { isSidechain: true },
    ]);
  });

  it('are the first and the last part of a long run', () => {
    const { stop, add } = transcript();
    add(line('user', 'before'));
    stop();
    const result = (letter: string) => line('user', [{ type: 'tool_result', content: letter.repeat(900_000) }]);
    add(line('user', 'you forgot the changelog'), result('x'), result('y'), result('z'), line('user', 'end'));
    expect(stop()).toEqual(['you forgot the changelog', 'end']);
    add(line('user', 'next'));
    expect(stop()).toEqual(['next']);
  });
});

describe('a prompt with a picture in it', () => {
  const picture = (bytes: number) => [{ type: 'image', source: { data: 'x'.repeat(bytes) } }, ...text('wrong color')];

  it.each([1_100_000, 2_500_000, 6_700_000])('is read with %i bytes', (bytes) => {
    const { stop, add } = transcript();
    add(line('user', 'before'), line('user', picture(bytes)), line('assistant', text('after')));
    expect(stop()).toEqual(['before', 'wrong color', 'after']);
    add(line('user', 'next'));
    expect(stop()).toEqual(['next']);
  });

  it('is read at the beginning of a long run, too', () => {
    const { stop, add } = transcript();
    const result = line('user', [{ type: 'tool_result', content: 'x'.repeat(900_000) }]);
    add(line('user', picture(1_500_000)), result, result, result, line('user', 'end'));
    expect(stop()).toEqual(['wrong color', 'end']);
  });

  it('is skipped if it is larger than any picture, and the next one is read', () => {
    const { stop, add } = transcript();
    add(line('user', 'before'), line('user', picture(12_000_000)), line('user', 'end'));
    expect(stop()).toEqual(['before', 'end']);
  });
});

describe('recent messages', () => {
  it('begin with the first words of a very long answer', () => {
    const { file, add } = transcript();
    add(line('assistant', text(`Renamed the tables. ${'And so on. '.repeat(3_000)}`)));
    expect(readRecentMessages(file)).toEqual([expect.stringMatching(/^Renamed the tables\./)]);
  });

  it.each([131_072, 500_000, 1_900_000])('are found behind a last line of %i bytes', (bytes) => {
    const { file, add } = transcript();
    const result = line('user', [{ type: 'tool_result', content: 'x'.repeat(bytes) }]);
    add(line('user', 'a'), line('assistant', text('b')), result);
    expect(readRecentMessages(file)).toEqual(['a', 'b']);
    add(result.trimEnd());
    expect(readRecentMessages(file).length).toBe(bytes < 1_000_000 ? 2 : 0);
  });

  it('are the last five texts, without results and markup', () => {
    const { file, add } = transcript();
    add(
      ...['a', 'b', 'c', 'd'].map((word) => line('user', word)),
      line('user', [{ type: 'tool_result', content: 'result' }]),
      line('user', '<local-command-stdout>x</local-command-stdout>'),
      line('assistant', text('e')),
      line('assistant', text('f')),
    );
    expect(readRecentMessages(file)).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(readRecentMessages('/does/not/exist')).toEqual([]);
  });
});
