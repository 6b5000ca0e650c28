import { computed, signal } from '@preact/signals';

/** The address is the state of a page: it can be reloaded, bookmarked and sent to oneself. */
const address = signal(location.pathname + location.search);

export const path = computed(() => address.value.split('?', 1)[0] ?? '/');
export const parameters = computed(() => new URLSearchParams(address.value.slice(path.value.length)));

addEventListener('popstate', () => {
  address.value = location.pathname + location.search;
});

/** A link to one of our own pages is followed without loading the document again. */
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.origin !== location.origin || link.target !== '' || link.hash !== '') return;
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(link.pathname + link.search);
});

export function goTo(target: string, state: PageState | null = null): void {
  history.pushState(state, '', target);
  address.value = target;
  scrollTo(0, 0);
}

interface PageState {
  /** The person wants to type what is searched for. */
  readonly isSearching: boolean;
}

export function isSearching(): boolean {
  return (history.state as PageState | null)?.isSearching === true;
}

/** Changes one parameter of the address; an empty value removes it. */
export function setParameter(name: string, value: string): void {
  const changed = new URLSearchParams(parameters.value);
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  const text = changed.toString();
  const target = path.value + (text === '' ? '' : `?${text}`);
  history.replaceState(null, '', target);
  address.value = target;
}
