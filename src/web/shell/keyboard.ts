import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface Key {
  /** For the list of keys. */
  readonly meaning: string;
  readonly press: () => unknown;
}

export type Keys = Readonly<Record<string, Key>>;

/** What the parts of the open page add to the keys of all pages, or do in their own way. One without a meaning is not listed. */
export const pageKeys = signal<readonly { readonly current: Keys }[]>([]);

/** Keys of a part of a page, as long as it is shown. What is shown listens: a key may come before the next frame. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  const names = Object.keys(keys).join(' ');
  // `names` is not used inside: the list of keys is written again when it changes.
  useLayoutEffect(() => {
    const entry = latest;
    pageKeys.value = [...pageKeys.peek(), entry];
    return () => {
      pageKeys.value = pageKeys.peek().filter((each) => each !== entry);
    };
  }, [names]);
}

/** Listens for the whole program: a key of the page comes first, then one of all pages. */
export function useListener(common: Keys): void {
  const latest = useRef(common);
  latest.current = common;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      // A key that is held down moves, and decides nothing.
      if (event.repeat && event.key !== 'j' && event.key !== 'k') return;
      const key = [...pageKeys.peek(), latest].find(({ current }) => event.key in current)?.current[event.key];
      // The browser opens a link, a button or a closed part that has the focus.
      if (key === undefined || (event.key === 'Enter' && isControl(document.activeElement))) return;
      event.preventDefault();
      key.press();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** An editor is in a shadow root: from outside, its events seem to come from the element around it. */
function isTyping(event: KeyboardEvent): boolean {
  const [target = null] = event.composedPath();
  return isField(target) && (event.key !== 'Escape' || target !== event.target);
}

function isField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function isControl(element: Element | null): boolean {
  return element !== null && /^(?:A|BUTTON|SUMMARY)$/.test(element.tagName);
}

/** Rows of tables and lists; those of a text of a model are none. */
const ROWS = 'main :is(tbody tr, .rows > *, .row):not(.markdown *)';
/** What Enter opens in a row. */
const OPENER = 'a[href], summary, button.link';

/** Gives the focus to the next row, or to the one before; first to the first one in view. */
export function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.checkVisibility());
  const current = focusedRow();
  const first = rows.findIndex((row) => row.getBoundingClientRect().top > HEADER_HEIGHT);
  const index = current === null ? Math.max(first, 0) : rows.indexOf(current) + step;
  const row = rows[index];
  if (row === undefined) return;
  const opener = row.querySelector<HTMLElement>(OPENER);
  // A row with nothing to open is only marked.
  if (opener === null) row.tabIndex = -1;
  (opener ?? row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

const HEADER_HEIGHT = 60;

/** Closes what was opened in a row, or takes the focus from a row or a field. False if there is nothing of that. */
export function leaveRow(): boolean {
  const row = focusedRow();
  const opened = row?.querySelector<HTMLDetailsElement>('details[open]');
  if (opened != null) opened.open = false;
  else if (row !== null || isField(document.activeElement)) (document.activeElement as HTMLElement).blur();
  else return false;
  return true;
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROWS) ?? null;
}

/** For the `ref` of what has the focus as soon as it is shown. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
