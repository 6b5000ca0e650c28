/** A text that was typed and not saved, kept in the browser as well: the server may be gone when the page is closed. */
export interface Draft {
  readonly project: string;
  /** The browser tab that it was typed in: two tabs may have different texts of one file. */
  readonly tab: string;
  readonly path: string;
  readonly content: string;
  /** Of the file that the text began with. */
  readonly version: string | null;
  /** The last text that the server has got from the tab. */
  readonly sent: string | undefined;
  readonly at: number;
}

export interface Drafts {
  /** Takes effect even if the page is closed right after the call. */
  put(draft: Pick<Draft, 'path' | 'content' | 'version' | 'sent'>): void;
  remove(path: string): void;
  /** Removes the drafts of closed tabs that have one of these texts. */
  forget(path: string, contents: readonly string[]): void;
  /** The texts of this tab and of tabs that are closed, by path. `unsaved` is what the server has. */
  list(unsaved: readonly UnsavedText[]): Promise<ReadonlyMap<string, FoundDrafts>>;
}

type UnsavedText = Pick<Draft, 'path' | 'content' | 'version'>;

interface FoundDrafts {
  /** The one to continue with: that of this tab, or the newest. */
  readonly latest: Draft;
  /** Different texts of closed tabs. They stay until the person has decided about them. */
  readonly others: readonly Draft[];
}

export async function openDrafts(project: string): Promise<Drafts> {
  const [database, tab] = await Promise.all([openDatabase(), ownTab()]);
  const write = (change: (store: IDBObjectStore) => void): IDBTransaction => {
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'relaxed' });
    change(transaction.objectStore(STORE));
    transaction.commit();
    return transaction;
  };
  const put = (draft: Draft) => {
    const forgetUnfinished = noteUnfinished(draft);
    write((store) => store.put(draft)).addEventListener('complete', forgetUnfinished);
  };
  /** Those of tabs that are open are theirs. */
  const findUsable = async () => {
    const openTabs = await tabsThatAreOpen();
    const isUsable = (draft: Draft) => draft.tab === tab || !openTabs.has(draft.tab);
    for (const draft of readUnfinished(project).filter(isUsable)) put(draft);
    const stored = await readAll(database, project);
    return stored.filter(isUsable);
  };
  const forget = async (path: string, contents: ReadonlySet<string>) => {
    const drafts = (await findUsable()).filter((draft) => draft.tab !== tab && draft.path === path);
    const known = drafts.filter(({ content }) => contents.has(content));
    if (known.length === 0) return;
    write((store) => {
      for (const draft of known) store.delete([project, draft.tab, path]);
    });
  };
  return {
    put: (draft) => put({ ...draft, project, tab, at: Date.now() }),
    remove: (path) => void write((store) => store.delete([project, tab, path])),
    forget: (path, contents) => void forget(path, new Set(contents)).catch(() => undefined),
    async list(unsaved) {
      await findUsable();
      for (const text of findUnknown(unsaved, await readAll(database, project)))
        put({ ...text, project, tab: newName(), sent: undefined, at: 0 });
      const usable = await findUsable();
      const found = groupByPath(usable, tab);
      write((store) => {
        for (const { latest } of found.values()) store.put({ ...latest, tab });
        for (const draft of usable) {
          const isCopied = draft.content === found.get(draft.path)?.latest.content;
          if (draft.tab !== tab && isCopied) store.delete([project, draft.tab, draft.path]);
        }
      });
      return found;
    },
  };
}

/** Texts of the server that are neither drafts nor what a draft continues: typed in another browser, which may be gone. */
function findUnknown(unsaved: readonly UnsavedText[], drafts: readonly Draft[]): readonly UnsavedText[] {
  return unsaved.filter(({ path, content }) => {
    const same = drafts.filter((draft) => draft.path === path);
    return same.length > 0 && same.every((draft) => draft.content !== content && draft.sent !== content);
  });
}

function groupByPath(drafts: readonly Draft[], tab: string): ReadonlyMap<string, FoundDrafts> {
  const sorted = [...drafts].sort((a, b) => Number(b.tab === tab) - Number(a.tab === tab) || b.at - a.at);
  const found = new Map<string, { latest: Draft; others: Draft[] }>();
  for (const draft of sorted) {
    const { latest, others } = found.get(draft.path) ?? { latest: draft, others: [] };
    const isKnown = [latest, ...others].some(({ content }) => content === draft.content);
    found.set(draft.path, { latest, others: isKnown ? others : [...others, draft] });
  }
  return found;
}

const STORE = 'drafts';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('witan-coach', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['project', 'tab', 'path'] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be used'));
  });
}

function readAll(database: IDBDatabase, project: string): Promise<Draft[]> {
  return new Promise((resolve, reject) => {
    const range = IDBKeyRange.bound([project], [project, []]);
    const request = database.transaction(STORE).objectStore(STORE).getAll(range) as IDBRequest<Draft[]>;
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be read'));
  });
}

const UNFINISHED = 'witan-coach-unfinished ';

/**
 * A browser may undo a transaction of a page that is being closed, so the draft is in the local storage until the
 * transaction is done. Returns what removes it there.
 */
function noteUnfinished(draft: Draft): () => void {
  const key = UNFINISHED + JSON.stringify([draft.project, draft.tab, draft.path]);
  const value = JSON.stringify(draft);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without room there, the transaction alone has to do.
  }
  return () => {
    if (localStorage.getItem(key) === value) localStorage.removeItem(key);
  };
}

function readUnfinished(project: string): readonly Draft[] {
  return Object.entries(localStorage)
    .filter(([key]) => key.startsWith(UNFINISHED))
    .map(([, value]) => JSON.parse(value as string) as Draft)
    .filter((draft) => draft.project === project);
}

const LOCK = 'witan-coach-tab ';

/** A reload keeps the name of a tab. A copy of a tab begins with the same one, and gets another. */
async function ownTab(): Promise<string> {
  const known = sessionStorage.getItem('witan-coach-tab');
  if (known !== null && (await claim(known))) return known;
  const name = newName();
  sessionStorage.setItem('witan-coach-tab', name);
  await claim(name);
  return name;
}

function newName(): string {
  return Math.random().toString(36).slice(2);
}

/**
 * The lock ends with the tab. After a reload the page before may still be ending: once it has given its lock back, what
 * it wrote last can be read.
 */
function claim(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise(() => {});
    };
    const signal = AbortSignal.timeout(MAX_ENDING_MS);
    navigator.locks.request(LOCK + tab, { signal }, hold).catch(() => resolve(false));
  });
}

const MAX_ENDING_MS = 2_000;

async function tabsThatAreOpen(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name = '' }) => name.slice(LOCK.length)));
}
