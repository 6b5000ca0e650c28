import type { Pointing } from './coach-sessions.js';
import { moveLines } from './move-lines.js';
import type { SessionContext } from './session-context.js';
import type { CoachMessage } from './session-state.js';

/** Keeps highlights and anchored messages with their lines while the person types. */
export function createFollowing(context: SessionContext): Pick<Pointing, 'followText'> {
  const { details, highlights } = context;
  return {
    async followText({ path, before, after }) {
      const { active } = context;
      if (active === undefined) return;
      const { messages } = await details.get(active.session);
      const isAnchored = messages.some(({ anchor }) => anchor?.path === path);
      if (!isAnchored && !highlights.some((mark) => mark.path === path)) return;
      const move = moveLines(before, after);
      for (const [index, mark] of highlights.entries()) {
        if (mark.path === path) highlights[index] = { ...mark, start: move(mark.start), end: move(mark.end) };
      }
      const moveAll = (stored: readonly CoachMessage[]) => stored.map((message) => moveAnchor(message, path, move));
      const isMoved = moveAll(messages).some((message, index) => message !== messages[index]);
      if (isMoved) await details.editMessages(active.session, moveAll);
    },
  };
}

/** The message itself if its lines stay where they are. */
function moveAnchor(message: CoachMessage, path: string, move: (line: number) => number): CoachMessage {
  if (message.anchor?.path !== path) return message;
  const { startLine, endLine } = message.anchor;
  const anchor = { path, startLine: move(startLine), ...(endLine !== undefined && { endLine: move(endLine) }) };
  const isSame = anchor.startLine === startLine && anchor.endLine === endLine;
  return isSame ? message : { ...message, anchor };
}
