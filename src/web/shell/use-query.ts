import { useCallback, useEffect, useState } from 'preact/hooks';
import type { QueryName, RouteInput, RouteOutput } from '../../http/routes/index.js';
import { changes } from './changes.js';
import { ask } from './client.js';

export interface Query<Data> {
  /** The last answer, also while a newer one is on its way. */
  readonly data: Data | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

/** What a route answers, asked again when the input or something stored changes, unless that would take long. */
export function useQuery<Name extends QueryName>(name: Name, input: RouteInput<Name>): Query<RouteOutput<Name>> {
  const [state, setState] = useState<Omit<Query<RouteOutput<Name>>, 'reload'>>({ data: undefined, error: undefined });
  const [count, setCount] = useState(0);
  const key = JSON.stringify(input);
  // `count` is not used inside: it says that the answer may be another.
  useEffect(() => {
    const ended = new AbortController();
    const load = oneAtATime(async () => {
      try {
        setState({ data: await ask(name, JSON.parse(key) as RouteInput<Name>, ended.signal), error: undefined });
      } catch (error) {
        if (!ended.signal.aborted) setState(({ data }) => ({ data, error: String((error as Error).message) }));
      }
    });
    // Calls at once, and again at every change.
    const stop = ASKED_ONCE.has(name) ? load() : changes.subscribe(load);
    return () => {
      stop?.();
      ended.abort();
    };
  }, [name, key, count]);
  return { ...state, reload: useCallback(() => setCount((before) => before + 1), []) };
}

/** A running deliberation changes several times a second; these have nothing to do with it, and much to send. */
const ASKED_ONCE: ReadonlySet<QueryName> = new Set([
  'decision_map',
  'experience_map',
  'contradictions',
  'reliability',
  'learning',
  'search_experiences',
]);

/** An answer that is on its way is not given up for a newer one: changes may come faster than answers. */
function oneAtATime(work: () => Promise<void>): () => undefined {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work();
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
