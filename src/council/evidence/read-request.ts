import type { z } from 'zod';
import { nearestName } from '../../kernel/nearest-name.js';
import { plainLine } from '../../kernel/plain-text.js';
import { failure, type Result, success } from '../../kernel/result.js';
import type { ToolRequest } from './parse-tool-requests.js';
import type { EvidenceTool } from './tool.js';

/** A request that can be run. */
export interface ReadyRequest {
  readonly tool: EvidenceTool;
  readonly given: never;
}

/** Finds the tool and checks its arguments; the error tells its author which field to mend. */
export function readRequest(request: ToolRequest, tools: readonly EvidenceTool[]): Result<ReadyRequest, string> {
  const tool = tools.find(({ name }) => name === request.name);
  if (tool === undefined) return failure(unknownTool(request.name, tools));
  const parsed = tool.arguments.safeParse(request.arguments);
  if (parsed.success) return success({ tool, given: parsed.data as never });
  return failure(`${tool.name}: ${describeIssues(parsed.error.issues, tool)}`);
}

function unknownTool(name: string, tools: readonly EvidenceTool[]): string {
  const names = tools.map((tool) => tool.name);
  const shown = shorten(name);
  const nearest = nearestName(shown, names);
  return `there is no tool "${shown}"${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}; the tools are ${names.join(', ')}`;
}

function describeIssues(issues: readonly z.core.$ZodIssue[], tool: EvidenceTool): string {
  const fields = fieldsOf(tool);
  const problems = issues.slice(0, MOST_ISSUES).flatMap((issue) => describeIssue(issue, fields));
  return `${problems.join('; ')}; it takes ${fields.join(', ')}, as in ${JSON.stringify(tool.example)}`;
}

function describeIssue(issue: z.core.$ZodIssue, fields: readonly string[]): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_ISSUES).map((key) => {
      const nearest = nearestName(shorten(key), fields);
      return `"${shorten(key)}" is no argument${nearest === undefined ? '' : ` (did you mean "${nearest}"?)`}`;
    });
  }
  const field = issue.path.length === 0 ? 'the arguments' : `"${shorten(issue.path.map(String).join('.'))}"`;
  return [`${field}: ${plainLine(issue.message)}`];
}

function fieldsOf({ arguments: schema }: EvidenceTool): string[] {
  const shape: unknown = 'shape' in schema ? schema.shape : undefined;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}

function shorten(text: string): string {
  return plainLine(text).slice(0, LONGEST_NAME);
}

const MOST_ISSUES = 3;
const LONGEST_NAME = 60;
