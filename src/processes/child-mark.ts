import { randomUUID } from 'node:crypto';

const VARIABLE = 'WITAN_CHILD';

/** What a child and everything it starts carry in their environment, so that they can be found wherever they went. */
export interface ChildMark {
  /** Unique to the child. */
  readonly id: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function createChildMark(): ChildMark {
  const id = randomUUID();
  // A Witan inside a Witan hands on the outer mark too: the outer one must find what the inner one left behind.
  const outer = process.env[VARIABLE];
  const value = outer !== undefined && /^[0-9a-f/-]{1,200}$/.test(outer) ? `${outer}/${id}` : id;
  return { id, environment: { [VARIABLE]: value } };
}
