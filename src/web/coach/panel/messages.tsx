import type { Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Markdown } from '../markdown.js';
import { KIND_NAMES, KIND_SYMBOLS } from '../marks/mark.js';
import type { CoachSession, HintLevel, Message } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface MessagesProps extends Pick<PanelProps, 'coach' | 'openFile'> {
  readonly session: CoachSession;
  /** How many were not seen yet, for those who do not see this list. */
  readonly unread: Signal<number>;
}

/** What the coach said, the newest last. It stays in view, unless the person reads older ones. */
export function Messages({ coach: { messages }, session: { hintLevel }, openFile, unread: shared }: MessagesProps) {
  const list = useRef<HTMLElement>(null);
  const newest = messages.at(-1)?.sentAt ?? '';
  const { readUntil, look, showEnd } = useReading(list, newest);
  const unread = messages.filter(({ sentAt }) => sentAt > readUntil).length;
  useEffect(() => {
    shared.value = unread;
    return () => {
      shared.value = 0;
    };
  }, [shared, unread]);
  return (
    <section class="coach-messages" aria-labelledby="messages">
      <h2 id="messages">
        Messages
        {unread > 0 && (
          <button type="button" class="tag warn" onClick={showEnd}>
            {unread} new ↓
          </button>
        )}
      </h2>
      {messages.length === 0 && <p class="quiet">Nothing yet. Ask the coach in the terminal.</p>}
      <section
        ref={list}
        class="coach-scroll"
        tabIndex={messages.length === 0 ? undefined : 0}
        aria-labelledby="messages"
        onScroll={look}
      >
        <ol class="plain">
          {messages.map((message, index) => (
            <MessageView key={`${message.sentAt} ${index}`} message={message} level={hintLevel} openFile={openFile} />
          ))}
        </ol>
      </section>
    </section>
  );
}

/**
 * Messages are read when the end of the list was seen. A live update never moves what the person reads: the list follows
 * only from its end.
 */
function useReading(list: { readonly current: HTMLElement | null }, newest: string) {
  const isAtEnd = useRef(true);
  const [readUntil, read] = useState(newest);
  const showEnd = () => {
    const { current } = list;
    // One that is not shown cannot be read.
    if (current === null || current.clientHeight === 0) return;
    current.scrollTop = current.scrollHeight;
    isAtEnd.current = true;
    read(newest);
  };
  const look = () => {
    const { current } = list;
    if (current === null) return;
    isAtEnd.current = current.scrollTop + current.clientHeight >= current.scrollHeight - NEAR_PIXELS;
    if (isAtEnd.current) read(newest);
  };
  useLayoutEffect(() => {
    if (list.current === null) return;
    const follow = () => isAtEnd.current && showEnd();
    follow();
    const observer = new ResizeObserver(follow);
    for (const element of [list.current, ...list.current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [newest]);
  return { readUntil, look, showEnd };
}

const NEAR_PIXELS = 8;

interface MessageProps extends Pick<PanelProps, 'openFile'> {
  readonly message: Message;
  readonly level: HintLevel;
}

function MessageView({ message: { type, message, anchor, sentAt }, level, openFile }: MessageProps) {
  const line = level === 'line' ? anchor?.startLine : undefined;
  return (
    <li class={`message ${type}`}>
      <p class="message-head">
        <b aria-hidden="true">{KIND_SYMBOLS[type]}</b> <strong>{KIND_NAMES[type]}</strong>{' '}
        <time dateTime={sentAt} title={sentAt}>
          {new Date(sentAt).toLocaleTimeString(undefined, { timeStyle: 'short' })}
        </time>
      </p>
      <Markdown text={message} />
      {anchor !== undefined && level !== 'none' && (
        <button type="button" class="link" onClick={() => openFile(anchor.path, line)}>
          {anchor.path}
          {line !== undefined && `, line ${line}`}
        </button>
      )}
    </li>
  );
}
