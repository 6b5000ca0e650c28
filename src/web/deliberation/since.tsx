import { useEffect, useState } from 'preact/hooks';
import { formatSeconds } from '../components/text.js';

/** Tells how long ago it was, counted here: no request is needed for it. */
export function Since({ value }: { readonly value: string }) {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(value)) / 1_000));
  return <span class="since">{seconds < 60 ? `${seconds} s` : formatSeconds(seconds)}</span>;
}
