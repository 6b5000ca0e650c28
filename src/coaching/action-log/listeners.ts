/** Calls functions of others when something has happened. */
export interface Listeners<Event> {
  /** Returns what removes the listener. */
  add(listener: (event: Event) => void): () => void;
  /** All of them are called, also if one throws. */
  notify(event: Event): void;
}

export function createListeners<Event>(onError: (error: unknown) => void): Listeners<Event> {
  const entries = new Set<{ readonly call: (event: Event) => void }>();
  return {
    add(call) {
      const entry = { call };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    notify(event) {
      // A copy: a listener may add or remove one.
      for (const { call } of [...entries]) {
        try {
          call(event);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
