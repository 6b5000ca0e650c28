import { setParameter } from '../shell/location.js';

interface PagingProps {
  /** The parameter of the address that has the number of the page. */
  readonly parameter: string;
  readonly page: number;
  readonly hasMore: boolean;
  readonly label: string;
}

/** To the pages before and after; nothing where all is on one. */
export function Paging({ parameter, page, hasMore, label }: PagingProps) {
  if (page === 0 && !hasMore) return null;
  const show = (next: number) => setParameter(parameter, next === 0 ? '' : String(next));
  return (
    <nav class="toolbar" aria-label={label}>
      <button type="button" disabled={page === 0} onClick={() => show(page - 1)}>
        Previous
      </button>
      <span>page {page + 1}</span>
      <button type="button" disabled={!hasMore} onClick={() => show(page + 1)}>
        Next
      </button>
    </nav>
  );
}

/** The number of the page in the address; whatever else is written there counts as the first. */
export function pageNumber(text: string | null): number {
  const page = Number(text ?? 0);
  return Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 0;
}

const MAX_PAGE = 10_000;
