import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageMessage, ToPage, ToServer } from '../../http/websocket/protocol.js';
import { doubtServer, knownKey } from '../shell/access.js';

/** `live` begins with the state that the server sends first. A `silent` server is connected and does not answer. */
type ConnectionState = 'connecting' | 'live' | 'silent' | 'offline';

/** The WebSocket to the coach, opened again for as long as the page is open. */
export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>;
  /** For messages without an answer. False if there is no connection: the message is lost. */
  readonly send: <Type extends keyof ToServer>(type: Type, payload: ToServer[Type]) => boolean;
  /** Resolves with the answer; rejects with a `CoachRefusal`. */
  readonly ask: <Type extends keyof ToServer>(type: Type, payload: ToServer[Type]) => Promise<PageMessage>;
  /** Tries now instead of waiting longer. */
  retry(): void;
}

export interface ConnectionOptions {
  /** Every message, in order, but not the errors that answer a question. */
  readonly receive: (message: PageMessage) => void;
  /** For tests. */
  readonly openSocket?: () => Promise<WebSocket>;
}

/** What the server refused, or could not be asked (`OFFLINE`). The message is a sentence for the person. */
export class CoachRefusal extends Error {
  readonly code: ToPage['connection:error']['code'] | 'OFFLINE';

  constructor(code: CoachRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export function createConnection({ receive, openSocket = openCoachSocket }: ConnectionOptions): Connection {
  const state = signal<ConnectionState>('connecting');
  const questions = createQuestions({
    late() {
      if (state.peek() === 'live') state.value = 'silent';
    },
  });
  let socket: WebSocket | undefined;
  let wake = () => {};

  const isConnected = () => state.peek() === 'live' || state.peek() === 'silent';
  const write = (type: keyof ToServer, payload: object, id?: string) => {
    if (socket?.readyState !== OPEN) return false;
    socket.send(JSON.stringify({ type, payload, ...(id !== undefined && { id }), timestamp: Date.now() }));
    return true;
  };
  const read = (text: string) => {
    const message = JSON.parse(text) as PageMessage;
    if (message.type === 'connection:init' || state.peek() === 'silent') state.value = 'live';
    if (!questions.refuse(message)) receive(message);
    questions.answer(message);
  };

  /** Resolves when the connection has ended; true if it was one. */
  const connectOnce = async (): Promise<boolean> => {
    const opened = await openSocket().catch(() => undefined);
    if (opened === undefined) return false;
    socket = opened;
    return new Promise((resolve) => {
      opened.onmessage = ({ data }: MessageEvent<string>) => read(data);
      opened.onclose = () => resolve(isConnected());
      write('connection:hello', describePage(), 'hello');
    });
  };
  const stayConnected = async (): Promise<never> => {
    for (let failures = 0; ; failures++) {
      if (await connectOnce()) failures = 0;
      state.value = 'offline';
      questions.giveUp();
      // Another program may have taken the port: its server has to show the key again.
      doubtServer();
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS));
      });
    }
  };
  void stayConnected();

  return {
    state,
    // A server that is silent reads it when it continues.
    send: (type, payload) => isConnected() && write(type, payload),
    ask(type, payload) {
      const { id, answer } = questions.add(type);
      if (!isConnected() || !write(type, payload, id)) questions.giveUp();
      return answer;
    },
    retry: () => wake(),
  };
}

const OPEN = 1;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 3_000;
const ANSWER_MS = 4_000;

/** Other programs or models take part in the answer. */
const SLOW_QUESTIONS = /^(?:session|dashboard|user|practice|council|hint):/;

/** The key is one of the protocols: a page can set no header, and an address would be in logs. */
async function openCoachSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${location.host}/ws`, ['witan.coach', `key.${await knownKey()}`]);
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket);
    socket.onclose = () => reject(new Error('no connection'));
  });
}

function describePage(): ToServer['connection:hello'] {
  return { version: '1', platform: 'browser', windowSize: { width: innerWidth, height: innerHeight } };
}

interface Question {
  readonly resolve: (answer: PageMessage) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** Questions that wait for an answer, by their id. `late` is called when one of them waits for long. */
function createQuestions({ late }: { readonly late: () => void }) {
  const open = new Map<string, Question>();
  const take = (id: string) => {
    const question = open.get(id);
    clearTimeout(question?.timer);
    open.delete(id);
    return question;
  };
  let count = 0;
  return {
    add(type: keyof ToServer) {
      const id = `q${count++}`;
      const timer = SLOW_QUESTIONS.test(type) ? undefined : setTimeout(late, ANSWER_MS);
      const answer = new Promise<PageMessage>((resolve, reject) => open.set(id, { resolve, reject, timer }));
      return { id, answer };
    },
    /** True if the message is an error that answers a question. */
    refuse({ id = '', type, payload }: PageMessage): boolean {
      if (!open.has(id) || type !== 'connection:error') return false;
      take(id)?.reject(new CoachRefusal(payload.code, payload.message));
      return true;
    },
    answer(message: PageMessage): void {
      const { id = '' } = message;
      take(id)?.resolve(message);
    },
    giveUp(): void {
      for (const id of [...open.keys()]) take(id)?.reject(new CoachRefusal('OFFLINE', OFFLINE));
    },
  };
}

const OFFLINE = 'The server does not answer. Run `witan coach` again; this page then continues.';
