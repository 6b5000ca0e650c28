/** A time as the person reads it, with the exact one as its title. */
export function Time({ value }: { readonly value: string }) {
  const date = new Date(value);
  return (
    <time dateTime={value} title={value}>
      {date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}

export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Unknown prices are named, never counted as zero. */
export function formatUsd(usd: number | 'unknown'): string {
  if (usd === 'unknown') return 'unknown';
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** The known part of a cost, with a plus where prices are unknown. */
export function formatKnownCost({
  usd,
  unknownCalls,
}: {
  readonly usd: number;
  readonly unknownCalls: number;
}): string {
  if (unknownCalls === 0) return formatUsd(usd);
  return usd === 0 ? 'unknown' : `${formatUsd(usd)}+`;
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function formatRange([low, high]: readonly [number, number]): string {
  return `${formatPercent(low)} to ${formatPercent(high)}`;
}

export function short(text: string, length = 200): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** A command to copy. */
export function Command({ text }: { readonly text: string }) {
  return (
    <span class="command">
      <code>{text}</code>
      <button type="button" onClick={() => void navigator.clipboard.writeText(text)} aria-label={`Copy ${text}`}>
        Copy
      </button>
    </span>
  );
}
