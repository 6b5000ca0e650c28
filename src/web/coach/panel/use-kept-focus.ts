import { useLayoutEffect } from 'preact/hooks';

/**
 * An element that goes away takes the focus with it, and the next key would begin at the top of the page. If it was inside
 * `part`, the focus goes to what the selector finds there instead, or to what is around it.
 */
export function useKeptFocus(part: { readonly current: HTMLElement | null }, selector: string): void {
  const hadFocus = part.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return;
    const { current } = part;
    const next = current?.querySelector<HTMLElement>(selector) ?? current?.closest<HTMLElement>('[tabindex]');
    next?.focus({ preventScroll: true });
  });
}
