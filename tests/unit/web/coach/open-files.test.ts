import { history, redo, undo } from '@codemirror/commands';
import { describe, expect, it } from 'vitest';
import type { PageMessage, ToServer } from '../../../../src/http/websocket/protocol.js';
import { CoachRefusal } from '../../../../src/web/coach/connection.js';
import { OpenFile } from '../../../../src/web/coach/model/open-file.js';
import { OpenFiles } from '../../../../src/web/coach/model/open-files.js';
import { readText } from '../../../../src/web/coach/model/text-format.js';

describe('the history of an open file', () => {
  it('has what the person typed, and not what another program changed', () => {
    const file = readyFile('one\n');
    file.edit(readText('one\ntyped\n').text);
    file.saved('one\ntyped\n', 'v2');
    file.applyDisk({ content: 'zero\none\ntyped\n', version: 'v3' });
    press(undo, file);
    expect(file.content()).toBe('zero\none\n');
    press(undo, file);
    expect(file.content()).toBe('zero\none\n');
    press(redo, file);
    expect(file.content()).toBe('zero\none\ntyped\n');
    expect(file.isDirty.peek()).toBe(false);
  });

  it('has nothing after a change on disk alone, so that undo does not make the file dirty', () => {
    const file = readyFile('one\n');
    file.applyDisk({ content: 'two\n', version: 'v2' });
    press(undo, file);
    expect(file.content()).toBe('two\n');
    expect(file.isDirty.peek()).toBe(false);
  });

  it('moves along with a file that is renamed', () => {
    const { files } = openFiles({ 'a.txt': 'a\n' });
    const file = files.open('a.txt');
    file.applyDisk({ content: 'a\n', version: 'v1' });
    file.edit(readText('a\ntyped').text);
    files.rename('a.txt', 'b.txt');
    const moved = files.current.peek();
    expect(moved?.path).toBe('b.txt');
    expect(moved?.content()).toBe('a\ntyped');
    if (moved !== undefined) press(undo, moved);
    expect(moved?.content()).toBe('a\n');
    if (moved !== undefined) press(undo, moved);
    expect(moved?.content()).toBe('a\n');
  });
});

describe('a tab of a file that cannot be shown', () => {
  it('gets the new path when the file is renamed', async () => {
    const { files, asked } = openFiles({});
    const file = files.open('old.bin');
    await expect.poll(() => file.status.peek()).toMatchObject({ code: 'BINARY_FILE' });
    files.rename('old.bin', 'new.bin');
    expect(files.tabs.peek().map(({ path }) => path)).toEqual(['new.bin']);
    expect(files.current.peek()?.path).toBe('new.bin');
    expect(asked.at(-1)).toEqual(['file:open', { path: 'new.bin' }]);
    await expect.poll(() => files.current.peek()?.status.peek()).toMatchObject({ code: 'BINARY_FILE' });
  });
});

describe('tabs that are restored', () => {
  it('get their text and what was typed, and are no actions of the person', async () => {
    const { files, asked, sent } = openFiles({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    files.open('a.txt', { isShown: false, isRestored: true });
    const shown = files.open('b.txt', { isShown: true, isRestored: true });
    await files.resync([{ path: 'c.txt', content: 'typed', version: 'v1' }]);
    expect(asked.slice(0, 3)).toEqual(
      ['a.txt', 'b.txt', 'c.txt'].map((path) => ['file:open', { path, isReload: true }]),
    );
    expect(files.current.peek()).toBe(shown);
    expect(sent).toEqual([]);
    files.open('a.txt');
    expect(sent).toEqual([['editor:tab_switch', { fromPath: 'b.txt', toPath: 'a.txt' }]]);
  });
});

describe('text that is discarded without a connection', () => {
  it('is discarded by the server before anything else after the break', async () => {
    const { files, sent, connection } = openFiles({ 'a.txt': 'a\n' });
    const file = files.open('a.txt');
    file.applyDisk({ content: 'a\n', version: 'v1' });
    file.edit(readText('typed').text);
    connection.isLive = false;
    files.close(file, { isDiscarded: true });
    connection.isLive = true;
    sent.length = 0;
    await files.resync([]);
    expect(sent).toEqual([['file:close', { path: 'a.txt', discard: true }]]);
    await files.resync([]);
    expect(sent).toHaveLength(1);
  });
});

function readyFile(content: string): OpenFile {
  const file = new OpenFile({ path: 'a.txt', extensions: history({ newGroupDelay: 0 }), typed: () => undefined });
  file.applyDisk({ content, version: 'v1' });
  return file;
}

function press(command: typeof undo, file: OpenFile): void {
  command({ state: file.state, dispatch: ({ state }) => file.changed(state, true) });
}

/** Files of a server that refuses everything that it does not have. */
function openFiles(contents: Readonly<Record<string, string>>) {
  const sent: unknown[] = [];
  const asked: unknown[] = [];
  const connection = { isLive: true };
  const files = new OpenFiles({
    connection: {
      send(type, payload) {
        if (connection.isLive) sent.push([type, payload]);
        return connection.isLive;
      },
      async ask(type, payload) {
        asked.push([type, payload]);
        const { path } = payload as ToServer['file:open'];
        if (contents[path] === undefined) throw new CoachRefusal('BINARY_FILE', `${path} is a binary file`);
        return { type: 'fs:tree', payload: {} } as unknown as PageMessage;
      },
    },
    extensions: () => history({ newGroupDelay: 0 }),
  });
  return { files, sent, asked, connection };
}
