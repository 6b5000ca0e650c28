import type { ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { KIND_NAMES } from '../marks/mark.js';
import type { CoachState } from '../model/coach-state.js';

/** The newest message of the coach, for a screen reader, wherever the person is. What was there at first is not news. */
export function Announcement({ coach }: { readonly coach: ReadonlySignal<CoachState> }) {
  const { messages, projectName } = coach.value;
  const newest = messages.at(-1);
  const known = useRef<string>(undefined);
  // Until the first answer of the server, nothing is known.
  if (known.current === undefined && projectName !== '') known.current = newest?.sentAt ?? '';
  const isNew = newest !== undefined && known.current !== undefined && newest.sentAt > known.current;
  return (
    <p class="hidden" role="status">
      {isNew ? `Coach, ${KIND_NAMES[newest.type]}: ${newest.message}` : ''}
    </p>
  );
}
