/** Which model an adapter uses if a participant names none. Lives as long as this server process, no longer. */
export interface SessionModels {
  set(adapter: string, model: string): void;
  clear(adapter: string): void;
  get(adapter: string): string | undefined;
  all(): Readonly<Record<string, string>>;
}

export function createSessionModels(): SessionModels {
  const chosen = new Map<string, string>();
  return {
    set: (adapter, model) => {
      chosen.set(adapter, model);
    },
    clear: (adapter) => {
      chosen.delete(adapter);
    },
    get: (adapter) => chosen.get(adapter),
    all: () => Object.fromEntries(chosen),
  };
}
