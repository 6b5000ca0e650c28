import { signal } from '@preact/signals';
import { authorization, doubtServer } from './access.js';

type Change = 'changed' | 'live' | 'lost';

/** Counts changes of the recorded deliberations; what is shown is asked for again when it grows. */
export const changes = signal(0);
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

/**
 * Browsers allow six connections to one server, so one tab of all listens and passes on what it hears. When it closes, the
 * browser gives the lock, and so the task, to the next one.
 */
export function followChanges(): void {
  const channel = new BroadcastChannel('witan-changes');
  channel.onmessage = ({ data }: MessageEvent<Change>) => apply(data);
  const broadcast = (event: Change) => {
    apply(event);
    channel.postMessage(event);
  };
  connection.value = 'live';
  void navigator.locks.request('witan-changes', () => listenForever(broadcast));
}

function apply(event: Change): void {
  if (event !== 'changed') connection.value = event;
  if (event === 'lost') doubtServer();
  // What happened while there was no connection is not known.
  if (event !== 'lost') changes.value++;
}

async function listenForever(broadcast: (event: Change) => void): Promise<never> {
  let cursor: string | undefined;
  for (;;) {
    try {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const response = await fetch(`/api/changes${query}`, { headers: await authorization() });
      if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
      for await (const { event, id } of readEvents(response.body)) {
        if (event === 'ready' && connection.value === 'lost') broadcast('live');
        if (event !== 'changed') continue;
        // The first one, too: something may have changed between the answers that are shown and this stream.
        broadcast('changed');
        cursor = id;
      }
    } catch {
      // The server ended, or the computer slept: tried again below.
    }
    if (connection.value !== 'lost') broadcast('lost');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

const RETRY_MS = 1_000;

interface ServerEvent {
  readonly event: string;
  readonly id: string;
}

async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (pending + value).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) yield { event: getField(block, 'event'), id: getField(block, 'id') };
  }
}

function getField(block: string, name: string): string {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? '';
}
