import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Notice } from '../store.js';

/** What just happened. Problems, and what can be undone, stay until they are closed. */
export function NoticeBar({ notice }: { readonly notice: Signal<Notice | undefined> }) {
  const { value: shown } = notice;
  useEffect(() => {
    if (shown === undefined || shown.isProblem || shown.action !== undefined) return;
    const timer = setTimeout(() => {
      notice.value = undefined;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const close = () => {
    notice.value = undefined;
  };
  return (
    <div class="coach-notice" role={shown?.isProblem ? 'alert' : 'status'}>
      {shown !== undefined && (
        <div class={shown.isProblem ? 'problem' : ''}>
          <span>{shown.text}</span>
          {shown.action !== undefined && (
            <button
              type="button"
              onClick={() => {
                close();
                shown.action?.run();
              }}
            >
              {shown.action.label}
            </button>
          )}
          <button type="button" aria-label="Close this notice" onClick={close}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}

const SHOWN_MS = 12_000;
