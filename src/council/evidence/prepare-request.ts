import type { z } from 'zod';
import { nearestName } from '../../kernel/nearest-name.js';
import { plainLine } from '../../kernel/plain-text.js';
import { failure, type Result, success } from '../../kernel/result.js';
import type { ToolRequest } from './parse-tool-requests.js';
import { describeFields, type EvidenceTool, toolFields } from './tool.js';

/** A request that can be run. */
export interface ReadyRequest {
  readonly tool: EvidenceTool;
  /** As the tool's own schema gives it. */
  readonly given: unknown;
}

/** Finds the tool and checks its arguments; the error says which field to fix. */
export function prepareRequest(request: ToolRequest, tools: readonly EvidenceTool[]): Result<ReadyRequest, string> {
  const tool = tools.find(({ name }) => name === request.name);
  if (tool === undefined) return failure(unknownTool(request.name, tools));
  const parsed = tool.arguments.safeParse(request.arguments);
  if (parsed.success) return success({ tool, given: parsed.data });
  return failure(`${tool.name}: ${describeIssues(parsed.error.issues, request, tool)}`);
}

function unknownTool(name: string, tools: readonly EvidenceTool[]): string {
  const names = tools.map((tool) => tool.name);
  const shown = shorten(name);
  const nearest = nearestName(shown, names);
  return `there is no tool "${shown}"${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}; the tools are ${names.join(', ')}`;
}

function describeIssues(issues: readonly z.core.$ZodIssue[], { arguments: given }: ToolRequest, tool: EvidenceTool) {
  const names = toolFields(tool).map(({ name }) => name);
  const problems = issues.slice(0, MAX_ISSUES).flatMap((issue) => describeIssue(issue, given, names));
  return `${problems.join('; ')}; it takes ${describeFields(tool)}, as in ${JSON.stringify(tool.example)}`;
}

function describeIssue(
  issue: z.core.$ZodIssue,
  given: ToolRequest['arguments'],
  names: readonly string[],
): readonly string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_ISSUES).map((key) => {
      const nearest = nearestName(shorten(key), names);
      return `"${shorten(key)}" is not an argument${nearest === undefined ? '' : ` (did you mean "${nearest}"?)`}`;
    });
  }
  const [name, position] = issue.path;
  if (name === undefined) return ['the arguments must be an object'];
  if (!Object.hasOwn(given, name)) return [`"${shorten(String(name))}" is missing`];
  const field = `"${shorten(String(name))}"${typeof position === 'number' ? ` (entry ${position + 1})` : ''}`;
  return [`${field} ${expectation(issue)}`];
}

/** What the field must be, without the terms of the schema library. */
function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small') {
    return issue.origin === 'string' ? 'may not be empty' : `must be ${issue.minimum} or more`;
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return `may have at most ${issue.maximum} characters`;
    return issue.origin === 'array' ? `may have at most ${issue.maximum} entries` : `must be at most ${issue.maximum}`;
  }
  return 'has a value that cannot be used';
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list of texts',
};

function shorten(text: string): string {
  return plainLine(text).slice(0, MAX_NAME_LENGTH);
}

const MAX_ISSUES = 3;
const MAX_NAME_LENGTH = 60;
