import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { ShowAll } from './show-all.js';

/** The first rows of a list; the others on demand, so that a page stays quick. */
export function useMoreRows<Row>(rows: readonly Row[], step = 40): readonly [readonly Row[], ComponentChildren] {
  const [count, setCount] = useState(useContext(ShowAll) ? Number.POSITIVE_INFINITY : step);
  const left = rows.length - count;
  const button = left > 0 && (
    <p>
      <button type="button" onClick={() => setCount(count + step)}>
        Show {Math.min(step, left)} more of {left}
      </button>
    </p>
  );
  return [rows.slice(0, count), button];
}
