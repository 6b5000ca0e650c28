import { type Signal, signal } from '@preact/signals';
import type { Draft } from '../model/drafts.js';
import type { OpenFile } from '../model/open-file.js';
import { writeText } from '../model/text-format.js';
import type { CoachStore } from '../store.js';

/** What is over the editor: a dialog, or two texts side by side. */
export interface WorkbenchState {
  readonly isChoosing: Signal<boolean>;
  /** A file with unsaved changes that the person wants to close. */
  readonly closing: Signal<OpenFile | undefined>;
  readonly comparing: Signal<OpenFile | undefined>;
  save(file: OpenFile): Promise<void>;
  /** Asks first if something would be lost. */
  close(file: OpenFile): void;
  /** Shows the next tab, or the one before. */
  step(by: 1 | -1): void;
  /** Ends the comparison: the text on disk is replaced by the person's. */
  keep(file: OpenFile): Promise<void>;
  /** Ends the comparison with what the disk has. */
  takeDisk(file: OpenFile): void;
  /** Ends the comparison with what a closed tab left: it becomes the text of the file, or is removed. */
  settle(file: OpenFile, other: Draft, options: { readonly isTaken: boolean }): void;
}

export function createWorkbenchState(store: CoachStore): WorkbenchState {
  const { files } = store;
  const isChoosing = signal(false);
  const closing = signal<OpenFile | undefined>(undefined);
  const comparing = signal<OpenFile | undefined>(undefined);

  const save = async (file: OpenFile) => {
    if (file.status.peek() !== 'ready') return;
    const result = await files.save(file);
    if (result === 'conflict') {
      files.show(file);
      comparing.value = file;
    } else if (result !== 'saved') store.notice.value = { text: result.error, isProblem: true };
    else if (store.notice.peek()?.isProblem) store.notice.value = undefined;
  };
  const keep = async (file: OpenFile) => {
    comparing.value = undefined;
    file.acceptDisk();
    await save(file);
  };
  return {
    isChoosing,
    closing,
    comparing,
    // Who saves while both texts are shown has seen what the disk has.
    save: (file) => (comparing.peek() === file && file.isOutdated.peek() ? keep(file) : save(file)),
    close(file) {
      if (file.isDirty.peek()) closing.value = file;
      else files.close(file);
      if (comparing.peek() === file) comparing.value = undefined;
    },
    step(by) {
      const tabs = files.tabs.peek();
      const current = files.current.peek();
      if (current === undefined) return;
      const next = tabs[(tabs.indexOf(current) + by + tabs.length) % tabs.length];
      if (next !== undefined) store.openFile(next.path);
    },
    keep,
    takeDisk(file) {
      comparing.value = undefined;
      const disk = file.disk.peek();
      if (disk === undefined || disk.version === null) return files.close(file, { isDiscarded: true });
      file.replace(writeText(disk));
      file.acceptDisk();
    },
    settle(file, other, { isTaken }) {
      comparing.value = undefined;
      if (isTaken) file.replace(other.content);
      files.settle(file, other);
    },
  };
}
