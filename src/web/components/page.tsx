import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Query } from '../shell/use-query.js';

/** The frame of a page: its title, what it answers, and the state of its data. */
export function Page<Data>({ title, lead, query, children }: PageProps<Data>) {
  useEffect(() => {
    document.title = `${title} · Witan`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
      {query?.error && (
        <p class="notice" role="alert">
          {query.error}
        </p>
      )}
      {query && query.data === undefined && query.error === undefined && <p class="quiet">Loading …</p>}
      {query === undefined ? (children as () => ComponentChildren)() : query.data !== undefined && children(query.data)}
    </>
  );
}

interface PageProps<Data> {
  readonly title: string;
  /** The question that the page answers. */
  readonly lead?: string;
  readonly query?: Query<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** What an empty page says: the command that fills it. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
