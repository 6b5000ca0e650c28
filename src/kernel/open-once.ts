/** Something that is opened when it is first needed, and then shared by all callers. */
export interface OpenOnce<Value> {
  /** After a failure the next caller tries again. */
  readonly open: () => Promise<Value>;
  /** The current one, if it was opened or is being opened. */
  readonly opened: () => Promise<Value> | undefined;
  /** The next caller opens it again. Does nothing if another caller has already replaced `current`. */
  readonly forget: (current: Promise<Value>) => void;
}

export function openOnce<Value>(open: () => Promise<Value>): OpenOnce<Value> {
  let opened: Promise<Value> | undefined;
  const forget = (current: Promise<Value>) => {
    if (opened === current) opened = undefined;
  };
  return {
    open() {
      if (opened !== undefined) return opened;
      const opening: Promise<Value> = open().catch((error: unknown) => {
        forget(opening);
        throw error;
      });
      opened = opening;
      return opening;
    },
    opened: () => opened,
    forget,
  };
}
