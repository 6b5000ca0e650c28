import { useRef, useState } from 'preact/hooks';
import type { RouteInput, RouteOutput } from '../../http/routes/index.js';
import { changes } from '../shell/changes.js';
import { act, RequestError } from '../shell/client.js';

type Changed = RouteOutput<'promote_item'>;
type Undo = Changed['undo'][number];

/** A change that was refused, because the item was changed elsewhere since it was shown. */
export interface Conflict {
  readonly yours: string;
  readonly stored: string;
  readonly useMine: () => void;
  readonly useStored: () => void;
}

type Outcome = 'done' | 'conflict' | 'failed';

export interface Changes {
  readonly message: string;
  readonly conflict: Conflict | undefined;
  readonly canUndo: boolean;
  /** `send` gets the hash of the item that the person saw. */
  make(what: string, expected: string, send: (expected: string) => Promise<Changed>): Promise<Outcome>;
  /** Resolves to the id of the item that is as it was before. */
  undo(): Promise<string | undefined>;
}

/** Changes of items, one at a time, with the way back. */
export function useChanges(): Changes {
  const [message, setMessage] = useState('');
  const [conflict, setConflict] = useState<Conflict>();
  const [done, setDone] = useState<readonly Undo[]>([]);
  const isBusy = useRef(false);
  const make: Changes['make'] = async (what, expected, send) => {
    // A key that is pressed twice is meant once.
    if (isBusy.current) return 'failed';
    isBusy.current = true;
    setConflict(undefined);
    try {
      const { item, undo } = await send(expected);
      setDone((before) => [...before, ...undo]);
      setMessage(`${what}: ${item.label.slice(0, 200)}`);
      return 'done';
    } catch (error) {
      setMessage((error as Error).message);
      const both = error instanceof RequestError ? (error.details as StoredConflict | undefined) : undefined;
      if (both === undefined) return 'failed';
      const { yours, stored, hash } = both;
      const useMine = () => void make(what, hash, send);
      const useStored = () => {
        setConflict(undefined);
        setMessage('');
      };
      setConflict({ yours, stored, useMine, useStored });
      return 'conflict';
    } finally {
      isBusy.current = false;
      // What is shown is asked for again.
      changes.value++;
    }
  };
  const undo = async () => {
    const last = done.at(-1);
    if (last === undefined) return undefined;
    const { expected, ...earlier } = last;
    const send = async (hash: string) => {
      const { item } = await act('restore_item', { ...earlier, expected: hash } satisfies RouteInput<'restore_item'>);
      return { item, undo: [] };
    };
    const outcome = await make('Undone', expected, send);
    if (outcome !== 'failed') setDone(done.slice(0, -1));
    return last.id;
  };
  return { message, conflict, canUndo: done.length > 0, make, undo };
}

interface StoredConflict {
  readonly yours: string;
  readonly stored: string;
  readonly hash: string;
}
