import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Lazy(props: Props) {
    const Loaded = useLoaded(load);
    if (Loaded === undefined) return <p class="quiet">Loading …</p>;
    if (Loaded === null)
      return <p role="alert">This part could not be loaded. Is `witan coach` still running? Then reload.</p>;
    return <Loaded {...props} />;
  };
}

/** Undefined until it is loaded; null if it cannot be, because the server is gone. */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null | undefined {
  const [loaded, setLoaded] = useState<{ readonly Component: ComponentType<Props> | null }>();
  useEffect(() => {
    load().then(
      (Component) => setLoaded({ Component }),
      () => setLoaded({ Component: null }),
    );
  }, []);
  return loaded?.Component;
}
