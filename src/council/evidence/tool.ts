import type { z } from 'zod';
import type { Result } from '../../kernel/result.js';
import type { Project } from '../../project/project.js';

/** One way for participants to look at the project. It changes nothing, and its failures are sentences. */
export interface EvidenceTool<Arguments = unknown> {
  readonly name: string;
  /** One line for the instructions in the first round's prompt. */
  readonly description: string;
  /** Arguments of a useful example request. */
  readonly example: Readonly<Record<string, unknown>>;
  /** A strict object that parses to `Arguments`; `run` is given nothing else. */
  readonly arguments: z.ZodObject;
  /** The text to show, or one useful sentence about why there is none. */
  run(given: Arguments, context: EvidenceContext): Promise<Result<string, string>>;
}

/** The project and the limits of a tool. */
export interface EvidenceContext {
  readonly project: Project;
  /** Ends the tool; it already carries the time limit. */
  readonly signal: AbortSignal;
  readonly maxFileBytes: number;
  /**
   * Takes secrets out of the text of a file and keeps its lines. Before anything of it is matched, chosen or cut: part of
   * a secret looks like nothing, and whether a pattern matches one reveals it bit by bit.
   */
  readonly redact: (text: string, path: string) => Promise<string>;
}

interface ToolField {
  readonly name: string;
  readonly isOptional: boolean;
}

/** The arguments that a tool takes, in the order of its schema. */
export function toolFields({ arguments: schema }: Pick<EvidenceTool, 'arguments'>): ToolField[] {
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.entries(shape).map(([name, field]) => ({ name, isOptional: field.safeParse(undefined).success }));
}

/** `path, optional start_line, end_line` */
export function describeFields(tool: Pick<EvidenceTool, 'arguments'>): string {
  const fields = toolFields(tool);
  const named = (isOptional: boolean) =>
    fields.filter((field) => field.isOptional === isOptional).map(({ name }) => name);
  const [needed, optional] = [named(false), named(true)];
  return [...needed, ...(optional.length === 0 ? [] : [`optional ${optional.join(', ')}`])].join(', ');
}

/** The output of a tool. */
export interface ToolOutput {
  readonly text: string;
  /** The number of characters that were not kept. */
  readonly leftOut: number;
}

/** The head of an output, with a mark that says how much more there is, and what the reader can do about it. */
export function cutOutput({ text, leftOut }: ToolOutput, maxLength: number, hint: string): string {
  if (text.length <= maxLength && leftOut === 0) return text;
  const room = Math.max(0, maxLength - MAX_COUNT_LENGTH - hint.length);
  const end = text.length <= room ? text.length : wholeCharacters(text, room);
  return `${text.slice(0, end)}\n… ${text.length - end + leftOut} more characters${hint}`;
}

/** For a reader that may ask again. */
export const ASK_NARROWER = '; a narrower request shows them';
/** For a reader of the record. */
export const NOT_KEPT = ' are not kept here';

const MAX_COUNT_LENGTH = 36;

/** Half of a character of two units would be no character at all. */
function wholeCharacters(text: string, room: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(room - 1)) ? room - 1 : room;
}
