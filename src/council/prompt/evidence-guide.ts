import type { EvidenceTool } from '../evidence/tool.js';

export interface GuideFacts {
  readonly tools: readonly EvidenceTool[];
  readonly maxRequests: number;
  readonly sameRound: boolean;
  /** Whether there is another round in which everybody sees the results. */
  readonly hasNextRound: boolean;
}

/** How to look at the project, with an example of each tool: the first round's prompt has it. */
export function evidenceGuide(facts: GuideFacts): string {
  const examples = facts.tools.flatMap(({ name, description, example }) => [
    `- ${name}: ${description}`,
    `TOOL_REQUEST: ${JSON.stringify({ name, arguments: example })}`,
  ]);
  return [
    `You may look at the project that the question is about. Write each request on a line of its own, outside of code blocks and quotations: TOOL_REQUEST: and one JSON object. ${bounds(facts)}`,
    ...examples,
    'Ask for what could decide between the options; a guess about code that you could have read is worth little. Nothing can be changed, and nothing outside the project can be read.',
    '',
    CITING,
  ].join('\n');
}

/** The same for later rounds, where the examples are known from one's own last answer or are not needed. */
export function evidenceReminder(facts: GuideFacts): string {
  const forms = facts.tools.map(({ name, example }) => `${name} with ${Object.keys(example).join(', ')}`);
  return [
    `You may look at the project: lines of their own with TOOL_REQUEST: {"name": "…", "arguments": {…}} for ${forms.join('; ')}. ${bounds(facts)}`,
    CITING,
  ].join('\n');
}

/** How to refer to a place so that it can be checked. */
export const CITING =
  'Refer to a place in the project as path:line or path:line-line, and put the words you rely on behind it in double quotes, as in src/queue.ts:41 "const writer". Every such citation is compared with the file and marked as verified or not for the readers.';

function bounds({ maxRequests, sameRound, hasNextRound }: GuideFacts): string {
  const own = sameRound ? 'you see the results at once and finish your answer with them' : '';
  const all = hasNextRound ? 'in the next round everybody sees them' : '';
  return `At most ${maxRequests} are run; ${[own, all].filter((part) => part !== '').join(', and ')}.`;
}
