import type { ComponentChildren } from 'preact';

/** What is wider than the window scrolls by itself, also with the keyboard. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
