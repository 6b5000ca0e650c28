import { expect, it } from 'vitest';
import * as dreyfus from '../../../../src/coaching/prompts/dreyfus-assessment.js';
import * as issues from '../../../../src/coaching/prompts/issue-assessment.js';
import * as gaps from '../../../../src/coaching/prompts/knowledge-gap-extraction.js';
import * as materials from '../../../../src/coaching/prompts/learning-materials.js';
import * as memories from '../../../../src/coaching/prompts/memory-summarisation.js';

const HIDDEN = 'cart\u202e\u200b\u{e0041}';
const SESSION = { phases_completed: 1, hints_used: 0, independent_completions: 0, goal: HIDDEN, phases: [] };
const NO_ISSUES = { issues: [], dreyfusAssessments: [], recentSessions: [], knowledgeGaps: [] };

it.each([
  ['knowledge gaps', gaps.assembleUserMessage([], [], [{ topic: HIDDEN, frequency: 1 }])],
  ['skills', dreyfus.assembleUserMessage([], [], SESSION)],
  [
    'memories',
    memories.assembleUserMessage({
      ...{ sessionTranscript: HIDDEN, issueTitle: '', phasesCompleted: [], knowledgeGaps: [] },
    }),
  ],
  ['learning materials', materials.assembleUserMessage([], '', [HIDDEN])],
  ['issues', issues.assembleUserMessage({ ...NO_ISSUES, memories: [{ content: HIDDEN }] })],
])('shows hidden characters to the model that looks for %s', (_, message) => {
  expect(message).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  expect(message).toContain('cart\\u202e\\u200b');
});
