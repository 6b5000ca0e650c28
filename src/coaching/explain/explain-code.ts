import { cutText } from '../../kernel/cut-text.js';
import { plainLine, plainText } from '../../kernel/plain-text.js';
import { type Result, success } from '../../kernel/result.js';
import { getLanguage } from '../../project/person/file-types.js';
import { refuseText } from '../../project/person/text-file.js';
import { measureCall } from '../api/measure-call.js';
import { CoachError } from '../coach-error.js';
import { createFileCheck } from '../models-view/file-check.js';
import type { Redact } from '../models-view/redact-texts.js';
import {
  assembleUserMessage,
  type ExplainThisInput,
  type ExplainThisResponse,
  responseSchema,
  SYSTEM_PROMPT,
} from '../prompts/explain-this.js';
import { withStage } from '../prompts/with-stage.js';
import type { PhaseState } from '../sessions/session-state.js';
import { stageFor } from '../skill-stage.js';
import type { ExplainedCode, ExplainRequest, HelpContext } from './explaining.js';

/** Refuses before a model is asked. */
export async function explainCode(
  request: ExplainRequest,
  context: HelpContext,
): Promise<Result<ExplainedCode, string>> {
  const { sessions, actionLog, store, signal } = context;
  const { path, range = NO_RANGE } = request;
  const session = await sessions.current();
  const sessionId = session?.sessionId ?? null;
  await actionLog.logAction(sessionId, 'explain_requested', { path, range });
  const file = await readShown(request, context);
  const phase = session?.phases.find(({ status }) => status === 'active');
  const language = request.language || getLanguage(file.path);
  const stage = stageFor([language, ...(phase ? [phase.title] : [])], await store.assessments.list());
  const { answer, ending } = await measureCall(context, {
    callType: 'explain_this',
    model: 'sonnet',
    systemPrompt: withStage(SYSTEM_PROMPT, stage),
    userMessage: assembleUserMessage(await toInput(request, { ...file, language, phase }, context)),
    responseSchema,
    sessionId,
    signal,
  });
  await actionLog.logAction(sessionId, 'explain_completed', { path, ...ending });
  return answer.ok ? success(await toResponse(answer.value, { path, phase }, context)) : answer;
}

export const NO_RANGE = { startLine: 1, startColumn: 0, endLine: 1, endColumn: 0 };

interface ShownFile {
  readonly path: string;
  /** The whole text, as the page shows it. */
  readonly text: string;
}

/** Rejects for a file that no model may see, and for one that is no text. */
async function readShown(request: ExplainRequest, { view, workspace }: HelpContext): Promise<ShownFile> {
  const path = await view.expectShown(request.path);
  const refused = refuseText(path, request.selectedText);
  if (refused !== undefined) throw notExplained(refused);
  return { path, text: workspace.getBuffer(path)?.content ?? (await readSaved(path, { workspace })) };
}

/** Empty for a file that is not saved yet. */
async function readSaved(path: string, { workspace }: Pick<HelpContext, 'workspace'>): Promise<string> {
  try {
    return (await workspace.readFile(path)).content;
  } catch (error) {
    if (!(error instanceof CoachError)) throw error;
    if (error.code === 'NOT_FOUND') return '';
    throw notExplained(error);
  }
}

function notExplained({ code, message }: Pick<CoachError, 'code' | 'message'>): CoachError {
  return new CoachError(code, code === 'BINARY_FILE' ? 'Cannot explain binary files' : message);
}

interface ExplainedFile extends ShownFile {
  readonly language: string;
  readonly phase: PhaseState | undefined;
}

async function toInput(
  { range, selectedText, surroundingContext }: ExplainRequest,
  { path, text, language, phase }: ExplainedFile,
  { view }: HelpContext,
): Promise<ExplainThisInput> {
  const around = surroundingContext ?? linesAround(text, range ?? NO_RANGE);
  const [selected = '', context = ''] = await redactParts([selectedText, around], text, (shown) =>
    view.redact(shown, path),
  );
  const about = await view.redact({
    path,
    language,
    phaseContext: phase ? { number: phase.number, title: phase.title, description: phase.description } : null,
  });
  const lines = range ? { start: range.startLine, end: range.endLine } : null;
  return {
    ...about,
    lines,
    selectedText: cutText(selected, MAX_CODE_LENGTH),
    surroundingContext: cutText(context, MAX_CODE_LENGTH),
  };
}

function linesAround(text: string, { startLine, endLine }: typeof NO_RANGE): string {
  return text
    .split('\n')
    .slice(Math.max(0, startLine - 1 - CONTEXT_LINES), endLine + CONTEXT_LINES)
    .join('\n');
}

const CONTEXT_LINES = 50;
/** A line of a generated file can have millions of characters, and each is paid for. */
const MAX_CODE_LENGTH = 60_000;

/** Only files that exist are named, and a phase only if there is one. */
async function toResponse(
  answer: ExplainThisResponse,
  { path, phase }: { readonly path: string; readonly phase: PhaseState | undefined },
  dependencies: HelpContext,
): Promise<ExplainedCode> {
  const shortText = (text: string | null) => (text === null ? null : cutText(plainText(text).trim(), MAX_SHORT_LENGTH));
  const concepts = answer.key_concepts.map((concept) => cutText(plainLine(concept), MAX_CONCEPT_LENGTH));
  return {
    path,
    explanation: cutText(plainText(answer.explanation).trim(), MAX_EXPLANATION_LENGTH),
    keyConcepts: concepts.filter((concept) => concept !== '').slice(0, MAX_CONCEPTS),
    analogy: shortText(answer.analogy),
    relatedFiles: await findFiles(answer.related_files ?? [], dependencies),
    phaseConnection: phase === undefined ? null : shortText(answer.phase_connection),
  };
}

const MAX_EXPLANATION_LENGTH = 20_000;
const MAX_SHORT_LENGTH = 2_000;
const MAX_CONCEPT_LENGTH = 200;
const MAX_CONCEPTS = 20;
const MAX_FILES = 20;

async function findFiles(written: readonly string[], dependencies: HelpContext): Promise<string[] | null> {
  const files = createFileCheck(dependencies);
  const found = await Promise.all(
    written.slice(0, MAX_FILES).map(async (each) => {
      const path = await files.locate(each);
      return path === undefined || typeof (await files.lineCount(path)) === 'string' ? [] : [path];
    }),
  );
  const paths = [...new Set(found.flat())];
  return paths.length === 0 ? null : paths;
}

/**
 * Parts of a text without secrets. Some secrets are recognized in the whole text only: a line of a key looks like any
 * other.
 */
export async function redactParts(parts: readonly string[], whole: string, redact: Redact): Promise<string[]> {
  const shown = getLines(await redact(whole));
  const secret = new Map(
    getLines(whole).flatMap((line, index) => (line === shown[index] ? [] : [[line, shown[index] ?? ''] as const])),
  );
  return Promise.all(parts.map((part) => redact(hideLines(part, secret))));
}

function hideLines(part: string, secret: ReadonlyMap<string, string>): string {
  if (secret.size === 0) return part;
  const lines = getLines(part);
  const hidden = lines.map((line, index) => {
    const isCut = index === 0 || index === lines.length - 1;
    return secret.get(line) ?? (isCut ? hideCut(line, secret) : line);
  });
  return hidden.join('\n');
}

/** A page may send other line ends than the file has. */
function getLines(text: string): string[] {
  return text.split(/\r?\n/);
}

/** A selection may begin or end in the middle of a secret. */
function hideCut(line: string, secret: ReadonlyMap<string, string>): string {
  if (line.trim().length < MIN_SECRET_LENGTH) return line;
  return [...secret].find(([whole]) => whole.includes(line))?.[1] ?? line;
}

const MIN_SECRET_LENGTH = 4;
