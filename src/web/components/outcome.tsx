const MARKS = { confirmed: ['✓', 'good'], falsified: ['✗', 'bad'], abandoned: ['–', ''] } as const;

export type OutcomeStatus = keyof typeof MARKS;

/** How a hypothesis came out. */
export function Outcome({ status }: { readonly status: OutcomeStatus }) {
  const [mark, tone] = MARKS[status];
  return (
    <span class={`tag ${tone}`}>
      {mark} {status}
    </span>
  );
}

/** How many of each, with the words for a screen reader. */
export function OutcomeCounts({ counts }: { readonly counts: Readonly<Record<OutcomeStatus, number>> }) {
  const shown = (Object.keys(MARKS) as OutcomeStatus[]).filter((status) => counts[status] > 0);
  return (
    <>
      {shown.map((status) => (
        <span key={status} class={`count ${MARKS[status][1]}`} title={`${counts[status]} ${status}`}>
          <span aria-hidden="true">{MARKS[status][0]} </span>
          {counts[status]}
          <span class="hidden"> {status} </span>
        </span>
      ))}
    </>
  );
}
