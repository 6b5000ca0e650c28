import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps what the person reads where it is while the page changes above it. Browsers do that only for a page that was scrolled,
 * and not all of them. The component that shows the changing data calls it, around elements of the class `steady`.
 */
export function useSteadyScroll(): void {
  const anchor = findAnchor();
  useLayoutEffect(() => {
    if (anchor === undefined || !anchor.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (moved !== 0) scrollBy(0, moved);
  });
}

/** What was opened or selected last, if it is in view; else the first thing below the header. */
function findAnchor(): { readonly element: Element; readonly top: number } | undefined {
  const { activeElement } = document;
  const isUsed = activeElement?.closest('.steady') != null && isInView(activeElement);
  const element = isUsed ? activeElement : scrollY === 0 ? undefined : firstInView();
  return element === undefined ? undefined : { element, top: element.getBoundingClientRect().top };
}

function firstInView(): Element | undefined {
  return [...document.querySelectorAll('.steady :is(h2, h3, p, li, tr, article, summary, pre)')].find(isInView);
}

function isInView(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > HEADER_HEIGHT && top < innerHeight;
}

const HEADER_HEIGHT = 60;
