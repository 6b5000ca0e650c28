import { REQUEST_MARKER } from '../answer-markup.js';
import type { EvidenceSettings } from '../contract/settings.js';
import { formatSize } from '../evidence/text/file-text.js';
import { describeFields } from '../evidence/tool.js';
import { EVIDENCE_TOOLS } from '../evidence/tools/index.js';

export interface GuideInput extends Pick<EvidenceSettings, 'maxRequestsPerAnswer' | 'maxFileBytes' | 'sameRound'> {
  /** A later round shows all participants what is found in this one. */
  readonly isShownLater: boolean;
}

/** How to look at the project, with an example of each tool: the first round's prompt has it. */
export function evidenceGuide(input: GuideInput): string {
  const examples = EVIDENCE_TOOLS.flatMap((tool) => [
    `- ${tool.name}: ${tool.description}; arguments: ${describeFields(tool)}`,
    `${REQUEST_MARKER} ${JSON.stringify({ name: tool.name, arguments: tool.example })}`,
  ]);
  return [
    `You may look at the project that the question is about. Write each request on a line of its own, outside of code blocks and quotations: ${REQUEST_MARKER} and one JSON object. ${bounds(input)}`,
    ...examples,
    `Files of up to ${formatSize(input.maxFileBytes)} are read and searched; of a larger one read_file shows the lines you name.`,
    'Ask for what could decide between the options; a guess about code that you could have read is worth little. Nothing can be changed, and nothing outside the project can be read.',
    '',
    CITING,
  ].join('\n');
}

/** The same for later rounds, where the examples are known from one's own last answer or are not needed. */
export function evidenceReminder(input: GuideInput): string {
  const forms = EVIDENCE_TOOLS.map((tool) => `${tool.name} (${describeFields(tool)})`);
  return [
    `You may look at the project: lines of their own with ${REQUEST_MARKER} {"name": "…", "arguments": {…}} for ${forms.join('; ')}. ${bounds(input)}`,
    CITING,
  ].join('\n');
}

/** How to write a citation that can be checked. */
export const CITING =
  'Cite the project as path:line or path:line-line, and put the words you rely on directly after it in quotation marks, as in src/queue.ts:41 "const writer". Every such citation is compared with the file and marked as verified or not for the readers.';

function bounds({ maxRequestsPerAnswer, sameRound, isShownLater }: GuideInput): string {
  const own = sameRound ? ['you see the results in this round and finish your answer with them'] : [];
  const all = isShownLater ? ['in the next round all participants see them'] : [];
  return `At most ${maxRequestsPerAnswer} are run; ${[...own, ...all].join(', and ')}.`;
}
