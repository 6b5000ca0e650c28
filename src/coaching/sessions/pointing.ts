import { plainLine, plainText } from '../../kernel/plain-text.js';
import { CoachError } from '../coach-error.js';
import type { OpenedFile } from '../workspace/edit-files.js';
import type { Pointing } from './coach-sessions.js';
import { activePhase, expectActive, readPhases, type SessionContext } from './session-context.js';
import type { CoachMessage, FileHint, NewCoachMessage, ShownFile } from './session-state.js';

export function createPointing(context: SessionContext): Pointing {
  const { details, workspace, announce, highlights, fileHints } = context;
  return {
    ...createHighlighting(context),
    ...createHinting(context),
    ...createSpeaking(context),
    ...createFollowing(context),

    async openFile(path) {
      const file = toShownFile(await workspace.openFile(path));
      announce('editor:open_file', file);
      return { path: file.path };
    },

    async marks() {
      const { active } = context;
      const messages = active === undefined ? [] : (await details.get(active.session)).messages;
      return { highlights: [...highlights], fileHints: [...fileHints.values()], messages };
    },
  };
}

function createHighlighting(context: SessionContext): Pick<Pointing, 'highlightLines' | 'clearHighlights'> {
  const { actionLog, workspace, announce, highlights } = context;
  return {
    async highlightLines(given) {
      const { session } = expectActive(context);
      if (given.end < given.start) throw new CoachError('INVALID_MESSAGE', '`end` is before `start`');
      const highlight = { ...given, path: workspace.locate(given.path) };
      highlights.push(highlight);
      if (highlights.length > MAX_HIGHLIGHTS) highlights.shift();
      await actionLog.logAction(session.id, 'decorations_applied', { path: highlight.path, count: 1 });
      await noteHint(context, { path: highlight.path, start: highlight.start, end: highlight.end });
      announce('editor:highlight_lines', highlight);
      return highlight;
    },

    async clearHighlights(given) {
      const path = given === undefined ? undefined : workspace.locate(given);
      const kept = highlights.filter((highlight) => path !== undefined && highlight.path !== path);
      highlights.splice(0, highlights.length, ...kept);
      announce('editor:clear_highlights', path === undefined ? {} : { path });
    },
  };
}

function createHinting(context: SessionContext): Pick<Pointing, 'hintFiles' | 'clearHints'> {
  const { actionLog, announce, fileHints } = context;
  return {
    async hintFiles(given) {
      const { session } = expectActive(context);
      const hints = given.map((hint) => locateHint(context, hint));
      for (const hint of hints) fileHints.set(hint.path, hint);
      const paths = hints.map(({ path }) => path);
      await actionLog.logAction(session.id, 'file_hints_applied', { paths });
      await noteHint(context, { paths });
      announce('explorer:hint_files', { hints });
      return hints;
    },

    async clearHints() {
      fileHints.clear();
      announce('explorer:clear_hints', {});
    },
  };
}

function createSpeaking(context: SessionContext): Pick<Pointing, 'sendMessage' | 'showIssueContext'> {
  const { details, actionLog, clock, announce } = context;
  return {
    async sendMessage(given) {
      const { session } = expectActive(context);
      const message = { ...locateAnchor(context, given), sentAt: clock.now().toISOString() };
      await details.editMessages(session, (messages) => [...messages, message]);
      await actionLog.logAction(session.id, 'coaching_message', { messageType: message.type });
      announce('coaching:message', message);
    },

    async showIssueContext(given) {
      const { session } = expectActive(context);
      // A stranger may have written the issue.
      const [title, summary, labels] = [plainLine(given.title), plainText(given.summary), given.labels.map(plainLine)];
      const issueContext = { ...given, title, summary, labels };
      await details.change(session, { issueContext });
      announce('coaching:issue_context', issueContext);
    },
  };
}

/** A page could not show more of them anyway. */
const MAX_HIGHLIGHTS = 500;

/** A hint that was shown counts for the phase. */
async function noteHint(context: SessionContext, data: Readonly<Record<string, unknown>>): Promise<void> {
  const phase = activePhase(await readPhases(context, expectActive(context).session.id));
  if (phase !== undefined) await context.store.progressEvents.record(phase.id, 'hint_used', data);
}

function locateHint({ workspace }: SessionContext, { path, style, directories }: FileHint): FileHint {
  return {
    path: workspace.locate(path),
    style,
    ...(directories && { directories: directories.map((directory) => workspace.locate(directory)) }),
  };
}

function locateAnchor({ workspace }: SessionContext, { anchor, ...message }: NewCoachMessage): NewCoachMessage {
  return anchor === undefined ? message : { ...message, anchor: { ...anchor, path: workspace.locate(anchor.path) } };
}

/** An opened file, as messages show it. */
export function toShownFile({ unsaved, path, content, language, lineCount, version }: OpenedFile): ShownFile {
  const typed = unsaved === null ? {} : { unsaved: { content: unsaved.content, version: unsaved.baseVersion } };
  return { path, content, language, lineCount, version, ...typed };
}

/** Finds the lines of a text after it was changed. Lines inside the changed part stay in it. */
export function moveLines(before: string, after: string): (line: number) => number {
  const [old, changed] = [toLines(before), toLines(after)];
  const shorter = Math.min(old.length, changed.length);
  let start = 0;
  while (start < shorter && old[start] === changed[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === changed.at(-1 - end)) end++;
  return (line) => {
    if (line <= start) return line;
    if (line > old.length - end) return line + changed.length - old.length;
    return Math.max(1, Math.min(line, changed.length - end));
  };
}

function toLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Keeps highlights and anchored messages with their lines while the person types. */
function createFollowing(context: SessionContext): Pick<Pointing, 'followText'> {
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
