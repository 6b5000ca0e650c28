import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QueryName, RouteInput, RouteOutput } from '../../http/routes/index.js';
import { ask } from '../shell/client.js';

/** A part that the person opens. Its content is made at the first opening, and an update never closes it. */
export function Opened({ summary, children }: OpenedProps) {
  const [wasOpened, open] = useState(false);
  return (
    <details onToggle={() => open(true)}>
      <summary>{summary}</summary>
      {wasOpened && children}
    </details>
  );
}

interface OpenedProps {
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Asks a route once, for texts that do not change. */
export function Fetched<Name extends QueryName>({ name, input, children }: FetchedProps<Name>) {
  const [data, setData] = useState<RouteOutput<Name>>();
  const [problem, setProblem] = useState<string>();
  const key = JSON.stringify(input);
  useEffect(() => {
    const ended = new AbortController();
    ask(name, JSON.parse(key) as RouteInput<Name>, ended.signal).then(setData, (error: unknown) => {
      if (!ended.signal.aborted) setProblem(String((error as Error).message));
    });
    return () => ended.abort();
  }, [name, key]);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  return data === undefined ? <p class="quiet">Loading …</p> : children(data);
}

interface FetchedProps<Name extends QueryName> {
  readonly name: Name;
  readonly input: RouteInput<Name>;
  readonly children: (data: RouteOutput<Name>) => ComponentChildren;
}
