import type { z } from 'zod';
import { mapTexts } from '../kernel/map-texts.js';
import { plainText } from '../kernel/plain-text.js';
import type { PageProgram } from './page-program.js';

/** One thing that a page can ask for or do. */
export interface Route<Input extends z.ZodType = z.ZodType, Output = unknown> {
  /** A query only reads and is a GET; an action changes something and is a POST. */
  readonly kind: 'query' | 'action';
  readonly input: Input;
  handle(input: z.output<Input>, program: PageProgram): Promise<Output>;
}

export function query<Input extends z.ZodType, Output>(
  input: Input,
  handle: Route<Input, Output>['handle'],
): Route<Input, Output> & { readonly kind: 'query' } {
  return { kind: 'query', input, handle };
}

export function action<Input extends z.ZodType, Output>(
  input: Input,
  handle: Route<Input, Output>['handle'],
): Route<Input, Output> & { readonly kind: 'action' } {
  return { kind: 'action', input, handle };
}

/** Answers a route. Its texts come from models and files: what is hidden in them is taken out. */
export async function answerRoute(route: Route, input: unknown, program: PageProgram): Promise<object> {
  return toPlainTexts((await route.handle(input, program)) as object);
}

export function toPlainTexts<Value>(value: Value): Value {
  return mapTexts(value, plainText, SENT_BACK);
}

/** A page sends these back to name, edit or restore something: they stay byte for byte. */
const SENT_BACK: ReadonlySet<string> = new Set(['id', 'raw', 'undo']);
