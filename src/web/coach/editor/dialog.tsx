import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly label: string;
  readonly class?: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** Over the page, with the focus inside until it is closed. Escape closes it. */
export function Dialog({ label, class: name = '', close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = deepestFocus();
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      // As long as it is open, nothing behind it takes the focus.
      dialog?.close();
      before?.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`coach-dialog ${name}`}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Not for the page behind it.
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === element.current && close()}
    >
      {children}
    </dialog>
  );
}

/** Also inside of an editor. */
function deepestFocus(): HTMLElement | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  return focused as HTMLElement | null;
}
