import { EditorState, type Extension, StateEffect, Text, Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { signal } from '@preact/signals';
import type { Draft } from './drafts.js';
import { changeBetween, type FormattedText, readText, type TextFormat, writeText } from './text-format.js';

/** What the disk has, as far as this page knows. */
export interface DiskText extends FormattedText {
  /** Null if there is no such file. */
  readonly version: string | null;
}

/** A text and its version; both are null if there is no such file. */
interface StoredText {
  readonly content: string | null;
  readonly version: string | null;
}

/** Why a file is not shown: a reason of the server. */
export interface Refused {
  readonly code: string;
  readonly message: string;
}

export interface OpenFileContext {
  readonly path: string;
  readonly extensions: Extension;
  readonly typed: () => void;
}

/** A file in a tab: its text with the history of changes, and what the disk has. */
export class OpenFile {
  readonly path: string;
  readonly status = signal<'loading' | 'ready' | Refused>('loading');
  readonly language = signal('plaintext');
  readonly isDirty = signal(false);
  /** True if the file was changed or removed on disk after the unsaved text began. */
  readonly isOutdated = signal(false);
  readonly format = signal<TextFormat>({ byteOrderMark: '', lineEnd: '\n', isMixed: false });
  readonly disk = signal<DiskText | undefined>(undefined);
  /** What the person has typed so far. */
  readonly text = signal(Text.empty);
  readonly hasSelection = signal(false);
  /** Texts that closed tabs left, and that the person has not decided about. */
  readonly others = signal<readonly Draft[]>([]);
  /** Where the view was scrolled to. */
  scroll: ReturnType<EditorView['scrollSnapshot']> | undefined;
  readonly #context: OpenFileContext;
  #state: EditorState;
  #base: string | null = null;
  #view: EditorView | undefined;
  /** True while the text becomes what is known elsewhere: nothing was typed. */
  #isFollowing = false;

  constructor(context: OpenFileContext) {
    this.path = context.path;
    this.#context = context;
    this.#state = newState({ text: Text.empty, format: this.format.peek() }, context.extensions);
  }

  /** The state of the editor; of a view that shows the file, the latest one. */
  get state(): EditorState {
    return this.#state;
  }

  /** The version that the text began with. */
  get base(): string | null {
    return this.#base;
  }

  /** The text as it is saved. */
  content(): string {
    return writeText({ text: this.#state.doc, format: this.format.peek() });
  }

  refuse(reason: Refused): void {
    this.status.value = reason;
  }

  /** News of the disk: a text without unsaved changes becomes that of the disk. */
  applyDisk({ content, version }: StoredText, language?: string): void {
    const wasDirty = this.isDirty.peek();
    const stored = { ...readText(content ?? ''), version };
    this.disk.value = stored;
    if (language !== undefined) this.language.value = language;
    if (this.status.peek() !== 'ready') {
      this.#begin(stored);
      this.#base = version;
      this.status.value = 'ready';
    } else if (!wasDirty && version !== null) this.#follow(stored);
    this.#compare();
  }

  /** Text that was typed before, over what the disk has. */
  restore({ content, version }: { readonly content: string; readonly version: string | null }): void {
    this.#follow(readText(content));
    this.#base = version;
    this.#compare();
  }

  /** Everything that a file at another path has, with the history of its changes. */
  moveFrom(file: OpenFile): void {
    this.status.value = file.status.peek();
    this.language.value = file.language.peek();
    this.format.value = file.format.peek();
    this.disk.value = file.disk.peek();
    this.others.value = file.others.peek();
    this.scroll = file.scroll;
    this.#base = file.#base;
    const extensions = allExtensions(this.format.peek(), this.#context.extensions);
    this.#state = file.#state.update({ effects: StateEffect.reconfigure.of(extensions) }).state;
    this.#compare();
  }

  /** What was typed elsewhere than in the editor; it can be undone there. */
  edit(text: Text): void {
    if (text.eq(this.#state.doc)) return;
    this.#dispatch({ changes: changeBetween(this.#state.doc, text) });
    this.#compare();
    this.#context.typed();
  }

  /** Replaces the text; it can be undone. */
  replace(content: string): void {
    this.#setText(readText(content));
    this.#compare();
    this.#context.typed();
  }

  /** `content` is on disk with this version. */
  saved(content: string, version: string | null): void {
    this.disk.value = { ...readText(content), version };
    this.#base = version;
    this.#compare();
  }

  /** The person has seen what the disk has: the next save replaces it. */
  acceptDisk(): void {
    this.#base = this.disk.peek()?.version ?? null;
    this.#compare();
  }

  attach(view: EditorView | undefined): void {
    this.#view = view;
  }

  /** To be called by the view after its transactions. */
  changed(state: EditorState, isTextChanged: boolean): void {
    this.#state = state;
    this.hasSelection.value = !state.selection.main.empty;
    if (!isTextChanged) return;
    this.#compare();
    if (!this.#isFollowing) this.#context.typed();
  }

  #compare(): void {
    const stored = this.disk.peek();
    this.text.value = this.#state.doc;
    this.isDirty.value = stored === undefined || stored.version === null || !stored.text.eq(this.#state.doc);
    if (!this.isDirty.value && stored !== undefined) this.#base = stored.version;
    this.isOutdated.value = this.isDirty.value && this.#base !== (stored?.version ?? null);
  }

  /** With an empty history. */
  #begin(text: FormattedText): void {
    this.format.value = text.format;
    this.#state = newState(text, this.#context.extensions);
    this.#view?.setState(this.#state);
    this.hasSelection.value = false;
  }

  #setText(next: FormattedText): void {
    if (next.format.isMixed !== this.format.peek().isMixed) this.#begin(next);
    else if (!next.text.eq(this.#state.doc)) this.#dispatch({ changes: changeBetween(this.#state.doc, next.text) });
    this.format.value = next.format;
  }

  /** Not part of the history: to undo it would be a change that was not typed. */
  #follow(next: FormattedText): void {
    this.#isFollowing = true;
    this.#setText(next);
    this.#isFollowing = false;
  }

  #dispatch(change: TransactionSpec): void {
    const annotations = Transaction.addToHistory.of(!this.#isFollowing);
    if (this.#view !== undefined) this.#view.dispatch({ ...change, annotations });
    else this.#state = this.#state.update({ ...change, annotations }).state;
  }
}

function newState({ text, format }: FormattedText, extensions: Extension): EditorState {
  return EditorState.create({ doc: text, extensions: allExtensions(format, extensions) });
}

function allExtensions({ isMixed }: TextFormat, extensions: Extension): Extension {
  return [extensions, isMixed ? EditorState.lineSeparator.of('\n') : []];
}
