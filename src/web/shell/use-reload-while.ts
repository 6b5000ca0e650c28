import { useEffect } from 'preact/hooks';

/** Asks again every two seconds, only as long as the answer is known to change soon. */
export function useReloadWhile(isActive: boolean, reload: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(reload, RELOAD_MS);
    return () => clearInterval(timer);
  }, [isActive, reload]);
}

const RELOAD_MS = 2_000;
