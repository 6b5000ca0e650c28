import type { Extension } from '@codemirror/state';
import { batch, signal } from '@preact/signals';
import type { PageMessage, ToPage } from '../../../http/websocket/protocol.js';
import { CoachRefusal, type Connection } from '../connection.js';
import type { Draft, Drafts } from './drafts.js';
import { OpenFile } from './open-file.js';
import { isAtOrBelow } from './project-tree.js';
import { sendWhileTyping, type TypingTimer } from './send-while-typing.js';
import { writeText } from './text-format.js';

export type SaveResult = 'saved' | 'conflict' | { readonly error: string };

export interface OpenFilesContext {
  readonly connection: Pick<Connection, 'send' | 'ask'>;
  readonly extensions: (path: string) => Extension;
}

interface Entry {
  readonly file: OpenFile;
  readonly timer: TypingTimer;
  readonly isRestored: boolean;
  /** Undefined if the file could not be asked for yet. */
  loaded: Promise<void> | undefined;
  /** The save before: two at once would conflict with each other. */
  saving: Promise<unknown>;
  /** Texts of other tabs that the text of this one began with. */
  readonly origins: Set<string>;
  /** The last text that the server has got. */
  sent: string | undefined;
}

type TypedText = Omit<UnsavedTexts[number], 'path'> & { readonly others?: readonly Draft[] };
type UnsavedTexts = ToPage['connection:init']['state']['unsaved'];

/** The files in tabs. Unsaved texts are sent to the server while they are typed, and again after a break. */
export class OpenFiles {
  readonly tabs = signal<readonly OpenFile[]>([]);
  readonly current = signal<OpenFile | undefined>(undefined);
  readonly #context: OpenFilesContext;
  readonly #entries = new Map<string, Entry>();
  /** What was typed before, until its file is loaded. */
  readonly #typed = new Map<string, TypedText>();
  /** Files whose text was discarded while there was no connection. */
  readonly #discarded = new Set<string>();
  #drafts: Drafts | undefined;
  #isFirst = true;

  constructor(context: OpenFilesContext) {
    this.#context = context;
  }

  get(path: string): OpenFile | undefined {
    return this.#entries.get(path)?.file;
  }

  /** What is restored is not an action of the person. */
  open(path: string, { isShown = true, isRestored = false } = {}): OpenFile {
    const entry = this.#entries.get(path) ?? this.#create(path, isRestored);
    const { file } = entry;
    batch(() => {
      if (!this.tabs.peek().includes(file)) this.tabs.value = [...this.tabs.peek(), file];
      if (!isShown && this.current.peek() !== undefined) return;
      if (isRestored) this.current.value = file;
      else this.show(file);
    });
    void this.#load(entry);
    return file;
  }

  show(file: OpenFile): void {
    const before = this.current.peek();
    if (before === file) return;
    this.current.value = file;
    this.#context.connection.send('editor:tab_switch', { fromPath: before?.path ?? null, toPath: file.path });
  }

  close(file: OpenFile, { isDiscarded } = { isDiscarded: false }): void {
    const { path } = file;
    this.#entries.get(path)?.timer.flush();
    if (isDiscarded) this.#removeDrafts(file, file.content());
    this.drop(file);
    const isSent = this.#context.connection.send('file:close', { path, ...(isDiscarded && { discard: true }) });
    if (isDiscarded && !isSent) this.#discarded.add(path);
  }

  /** Without telling the server. */
  drop(file: OpenFile): void {
    this.#entries.get(file.path)?.timer.cancel();
    this.#entries.delete(file.path);
    const index = this.tabs.peek().indexOf(file);
    this.tabs.value = this.tabs.peek().filter((each) => each !== file);
    if (this.current.peek() === file)
      this.current.value = this.tabs.peek()[Math.min(index, this.tabs.peek().length - 1)];
  }

  async save(file: OpenFile): Promise<SaveResult> {
    const entry = this.#entries.get(file.path);
    entry?.timer.flush();
    const saved = (entry?.saving ?? Promise.resolve()).then(() => this.#saveNow(file));
    if (entry !== undefined) entry.saving = saved;
    return saved;
  }

  /** Asks what the disk has now. */
  async reload(file: OpenFile): Promise<void> {
    try {
      await this.#context.connection.ask('file:open', { path: file.path, isReload: true });
    } catch (error) {
      const isGone = isRefusal(error) && error.code === 'NOT_FOUND' && file.status.peek() === 'ready';
      if (isGone) file.applyDisk({ content: null, version: null });
    }
  }

  /** Texts and tabs move along. */
  rename(path: string, newPath: string): void {
    for (const { file } of [...this.#entries.values()]) {
      if (!isAtOrBelow(file.path, path)) continue;
      const entry = this.#create(newPath + file.path.slice(path.length));
      const isReady = file.status.peek() === 'ready';
      if (isReady) {
        entry.loaded = Promise.resolve();
        entry.file.moveFrom(file);
      }
      batch(() => {
        this.tabs.value = this.tabs.peek().map((each) => (each === file ? entry.file : each));
        if (this.current.peek() === file) this.current.value = entry.file;
      });
      this.#drafts?.remove(file.path);
      this.drop(file);
      if (entry.file.isDirty.peek()) this.#keep(entry.file);
      if (!isReady) void this.#load(entry);
    }
  }

  /** Sends everything that is not saved, and asks what the disk has. */
  async resync(unsaved: UnsavedTexts): Promise<void> {
    if (this.#isFirst) await this.#findTyped(unsaved);
    this.#isFirst = false;
    for (const path of this.#discarded) this.#context.connection.send('file:close', { path, discard: true });
    this.#discarded.clear();
    for (const entry of this.#entries.values()) {
      await (entry.file.status.peek() === 'loading' ? this.#load(entry) : this.reload(entry.file));
      this.#restore(entry.file);
      if (entry.file.isDirty.peek()) this.#keep(entry.file);
    }
  }

  useDrafts(drafts: Drafts): void {
    this.#drafts = drafts;
  }

  /** The person has decided about a text that a closed tab left. */
  settle(file: OpenFile, other: Draft): void {
    file.others.value = file.others.peek().filter((each) => each !== other);
    // The text of the file may be part of the other one now.
    if (file.isDirty.peek()) this.#keep(file);
    this.#drafts?.forget(other.path, [other.content]);
  }

  /** Before the page is closed. */
  flush(): void {
    for (const { timer } of this.#entries.values()) timer.flush();
  }

  #create(path: string, isRestored = false): Entry {
    const typed = () => timer.typed();
    const file = new OpenFile({ path, extensions: this.#context.extensions(path), typed });
    const timer = sendWhileTyping(() => this.#keep(file));
    const nothing = { loaded: undefined, saving: Promise.resolve(), origins: new Set<string>(), sent: undefined };
    const entry: Entry = { file, timer, isRestored, ...nothing };
    this.#entries.set(path, entry);
    return entry;
  }

  #load(entry: Entry): Promise<void> {
    const { file, isRestored } = entry;
    const question = { path: file.path, ...(isRestored && { isReload: true }) };
    entry.loaded ??= this.#context.connection.ask('file:open', question).then(
      ({ type, payload }) => {
        if (type !== 'fs:content' || payload.unsaved === undefined) return;
        entry.origins.add(payload.unsaved.content);
        file.restore(payload.unsaved);
      },
      (error: unknown) => {
        if (isRefusal(error)) file.refuse(error);
        else entry.loaded = undefined;
      },
    );
    return entry.loaded;
  }

  /** In the browser and on the server. */
  #keep(file: OpenFile): void {
    const { path, base: version, state } = file;
    const content = file.content();
    const { head } = state.selection.main;
    const { number, from } = state.doc.lineAt(head);
    const cursorPosition = { line: number, column: head - from };
    const isSent = this.#context.connection.send('buffer:update', { path, content, cursorPosition, version });
    const entry = this.#entries.get(path);
    if (entry !== undefined && isSent) entry.sent = content;
    if (file.isDirty.peek()) this.#drafts?.put({ path, content, version, sent: entry?.sent });
    else this.#drafts?.remove(path);
    if (entry !== undefined && entry.origins.size > 0) this.#drafts?.forget(path, [...entry.origins]);
  }

  async #saveNow(file: OpenFile): Promise<SaveResult> {
    const content = file.content();
    try {
      const { path, base: version } = file;
      const answer = await this.#context.connection.ask('file:save', { path, content, version });
      if (answer.type === 'fs:save_ack') {
        file.saved(content, answer.payload.version);
        if (!file.isDirty.peek()) this.#removeDrafts(file, content);
        return 'saved';
      }
      if (answer.type !== 'fs:save_error') return { error: 'The server gave another answer.' };
      const { stored, error } = answer.payload;
      if (stored === undefined) return { error };
      file.applyDisk(stored);
      return 'conflict';
    } catch (error) {
      return { error: (error as Error).message };
    }
  }

  /** Of this tab, and of closed tabs if this text is theirs or began with theirs. */
  #removeDrafts({ path }: OpenFile, content: string): void {
    this.#drafts?.remove(path);
    this.#drafts?.forget(path, [content, ...(this.#entries.get(path)?.origins ?? [])]);
  }

  /** Opens what was typed before the page was loaded: in this tab, in one that is closed, or elsewhere. */
  async #findTyped(unsaved: UnsavedTexts): Promise<void> {
    for (const { path, ...text } of unsaved) this.#typed.set(path, text);
    for (const [path, { latest, others }] of (await this.#drafts?.list(unsaved)) ?? [])
      this.#typed.set(path, { ...latest, others });
    for (const path of this.#typed.keys()) this.open(path, { isShown: false, isRestored: true });
  }

  #restore(file: OpenFile): void {
    const status = file.status.peek();
    const text = this.#typed.get(file.path);
    if (text === undefined || status === 'loading') return;
    // It was deleted in between: what was typed is still here.
    if (status !== 'ready' && status.code === 'NOT_FOUND') file.applyDisk({ content: null, version: null });
    if (file.status.peek() !== 'ready') return;
    this.#typed.delete(file.path);
    const origins = this.#entries.get(file.path)?.origins;
    // It replaces what the server had, which may be the text of another tab.
    origins?.clear();
    origins?.add(text.content);
    file.restore(text);
    const disk = file.disk.peek();
    const saved = disk === undefined ? '' : writeText(disk);
    const { others = [] } = text;
    file.others.value = others.filter(({ content }) => content !== saved);
    if (others.length > file.others.peek().length) this.#drafts?.forget(file.path, [saved]);
  }
}

function isRefusal(error: unknown): error is CoachRefusal {
  return error instanceof CoachRefusal && error.code !== 'OFFLINE';
}

/** What a message of the server changes in the open files. */
export function receiveFileNews(files: OpenFiles, { type, payload, id }: PageMessage, isTyping = false): void {
  if (type === 'fs:content') files.get(payload.path)?.applyDisk(payload, payload.language);
  // What is typed must not end up in another file.
  if (type === 'editor:open_file')
    files.open(payload.path, { isShown: !isTyping }).applyDisk(payload, payload.language);
  if (type === 'fs:save_ack') {
    const file = files.get(payload.path);
    // Saved by another tab; the tab that saved has the answer to its question.
    if (id === undefined && file !== undefined && file.base !== payload.version) void files.reload(file);
  }
  if (type === 'file:deleted') {
    for (const file of files.tabs.peek()) {
      if (!isAtOrBelow(file.path, payload.path)) continue;
      if (file.isDirty.peek()) file.applyDisk({ content: null, version: null });
      else files.drop(file);
    }
  }
  if (type === 'fs:tree_update') {
    const file = files.get(payload.path);
    if (payload.newPath !== undefined) files.rename(payload.path, payload.newPath);
    else if (file !== undefined && file.status.peek() !== 'loading') void files.reload(file);
  }
}
