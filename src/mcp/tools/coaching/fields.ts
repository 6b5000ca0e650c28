import { z } from 'zod';
import { optionalText, requiredText } from '../../fields.js';

const MAX_PATH_LENGTH = 4_096;
const FILE = "A file of the project, relative to the project's folder";

export const path = requiredText(MAX_PATH_LENGTH, FILE);
export const optionalPath = optionalText(MAX_PATH_LENGTH, FILE);
export const folder = requiredText(MAX_PATH_LENGTH, "A folder of the project, relative to the project's folder");

/** The number of a line, a phase or an issue. */
export function countedFromOne(description: string) {
  const problem = `give a whole number from 1 to ${MAX_NUMBER}`;
  return z.int(problem).min(1, problem).max(MAX_NUMBER, problem).meta({ description });
}

const MAX_NUMBER = 10_000_000;

/** Shows something and stores no text of the person. */
export const SHOWING = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
export const READING = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

/** What a tool returns that only shows something. */
export const DONE = { success: true } as const;
