import type { CoachAgentResponse } from '../../src/coaching/prompts/coach-agent.js';
import type { DreyfusAssessmentResponse } from '../../src/coaching/prompts/dreyfus-assessment.js';
import type { ExplainThisResponse } from '../../src/coaching/prompts/explain-this.js';
import type { IssueAssessmentResponse } from '../../src/coaching/prompts/issue-assessment.js';
import type { KnowledgeGapExtractionResponse } from '../../src/coaching/prompts/knowledge-gap-extraction.js';
import type { LearningMaterialsResponse } from '../../src/coaching/prompts/learning-materials.js';
import type { MemorySummarisationResponse } from '../../src/coaching/prompts/memory-summarisation.js';
import type { TriageContext } from '../../src/coaching/prompts/observer-triage.js';
import type { PhaseReviewResponse } from '../../src/coaching/prompts/phase-review.js';
import type { PracticeReviewResponse } from '../../src/coaching/prompts/practice-review.js';
import type { CallType } from '../../src/coaching/vocabulary.js';
import type { AnthropicServer } from './anthropic-server.js';
import { assessed } from './dashboard-fixture.js';
import { triage } from './observer-fixture.js';

export const FILE = 'src/lines.ts';
export const OTHER_FILE = 'src/normalize.ts';
const TEST_FILE = 'tests/lines.test.ts';

/** The project of the person. */
export const PROJECT = {
  [FILE]: `import { readFileSync } from 'node:fs';
import { normalize } from './normalize.js';

/** The lines of a file, without their ends. */
export function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\\n');
}

/** Joins lines again. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => normalize(line)).join('\\n');
}
`,
  [OTHER_FILE]: 'export const normalize = (line: string) => line.trimEnd();\n',
  [TEST_FILE]: "import { readLines } from '../src/lines.js';\n",
  'package.json': '{ "name": "shop" }\n',
  'README.md': '# Shop\n',
};

/** What Claude Code planned for the issue. */
export const PLAN = {
  planText: `1. Write a failing test in ${TEST_FILE}\n2. Split at both line ends in ${FILE}\n3. Say it in the README\n`,
  issueSummary: 'A file with Windows line ends loses its last line.',
  issueNumber: 42,
};

/** What the models of the loop answer. The observer's speaks if a rule found something. */
export function answerLoop(server: AnthropicServer): void {
  for (const [callType, answer] of Object.entries(ANSWERS)) server.answer(callType as CallType, answer);
  server.sources = [{ url: 'https://example.org/line-ends', title: 'Line ends explained' }];
  server.onCall = ({ callType, userMessage }) => {
    if (callType !== 'observer_triage') return;
    const [finding] = (JSON.parse(userMessage) as TriageContext).findings;
    const found = finding && { should_nudge: true, signal: finding.signal, reasoning: finding.evidence };
    server.answer('observer_triage', triage(found));
  };
}

/** Of a person whom the coach does not know yet. */
const FIRST_STEPS = {
  user_tagged: false,
  similar_to_recent_work: false,
  addresses_knowledge_gap: false,
  team_urgency: 'low',
} as const;

const ISSUES: IssueAssessmentResponse = {
  issues: [
    assessed(42, {
      summary:
        'You find out why the last line of a file from Windows is missing, and make the reader accept both ends.',
      suitability_reason: 'One small function, and a test shows when it works.',
      relevant_skills: ['TypeScript', 'testing'],
      priority_factors: FIRST_STEPS,
      learning_opportunities: ['line ends', 'writing a failing test first'],
    }),
    assessed(43, {
      summary: 'You teach the reader to give lines one by one, so that a large file does not fill the memory.',
      suitability: 'stretch',
      suitability_reason: 'Streams and async iteration are new to you.',
      estimated_difficulty: 'advanced',
      priority_factors: FIRST_STEPS,
      learning_opportunities: ['async iterators'],
    }),
  ],
};

const PHASED: CoachAgentResponse = {
  phases: [
    phase(1, 'Reproduce it with a test', {
      description:
        'Write a test that reads a text with `\\r\\n` and fails. You will know that you are done when it passes.',
      expected_files: [TEST_FILE, FILE],
      hints: {
        file_hints: [{ path: TEST_FILE, style: 'important' }],
        line_hints: [{ path: FILE, start: 6, end: 6, style: 'focus', hover_text: 'What stays at the end of a line?' }],
      },
    }),
    phase(2, 'Accept both line ends', { expected_files: [FILE] }),
    phase(3, 'Say it in the README', { expected_files: ['README.md'] }),
  ],
  memory_connection: null,
  estimated_difficulty: 'beginner',
};

function phase(
  number: number,
  title: string,
  changes: Partial<CoachAgentResponse['phases'][number]>,
): CoachAgentResponse['phases'][number] {
  return {
    ...{ number, title, description: `${title}, in small steps.`, hint_level: 'file', expected_files: [] },
    ...{ hints: { file_hints: [], line_hints: [] }, knowledge_gap_opportunities: [] },
    ...changes,
  };
}

const EXPLAINED: ExplainThisResponse = {
  explanation: '`split` cuts the text at every `\\n`. It knows nothing of `\\r`, so that character stays where it was.',
  key_concepts: ['String.split', 'line ends'],
  analogy: 'Like cutting a ribbon at every knot, and leaving the glue on it.',
  related_files: [OTHER_FILE],
  phase_connection: 'Your test should show what is left at the end of each line.',
};

const REVIEWED: PhaseReviewResponse = {
  summary: 'The function now accepts both ends. What is missing is the test that would have failed before.',
  strengths: ['The change is one line, and nothing else moved.'],
  remarks: [{ path: FILE, line: 6, text: 'What does your expression do with a lone `\\r`?' }],
  is_ready: false,
};

const LEARNED: KnowledgeGapExtractionResponse = {
  knowledge_gaps: [
    {
      topic: 'Regular expressions',
      evidence: 'Two hints were needed to match an optional character.',
      severity: 'high',
      related_concepts: ['quantifiers'],
    },
  ],
  kata_specs: [
    {
      title: 'Split a text into lines',
      description: 'Write `lines(text)`. It returns the lines of a text with **any** line end.',
      scaffolding_code: 'export function lines(text: string): string[] {\n  return [];\n}\n',
      instructor_notes: 'Expect one expression.',
      constraints: [
        { title: 'No loop', description: 'Use expressions only.', minLevel: 1 },
        { title: 'One pass', description: 'Read the text once.', minLevel: 6 },
      ],
      knowledge_gap_topic: 'Regular expressions',
    },
  ],
  session_summary: { phases_completed: 0, total_time_minutes: 20, hints_used: 0, independent_completions: 0 },
};

const SKILLS: DreyfusAssessmentResponse = {
  assessments: [
    {
      skill_area: 'TypeScript',
      stage: 'advanced_beginner',
      previous_stage: null,
      confidence: 0.6,
      evidence: 'Changed one function without breaking its callers.',
      recommendation: 'Point at files only.',
    },
  ],
};

const MEMORIES: MemorySummarisationResponse = {
  memories: [{ content: 'Line ends of Windows were new.', tags: ['line ends'], importance: 'high' }],
};

const MATERIALS: LearningMaterialsResponse = {
  recommendations: [
    {
      knowledge_gap: 'Regular expressions',
      resources: [
        {
          ...{ type: 'article', title: 'Line ends explained', url: 'https://example.org/line-ends' },
          ...{ description: 'Why there are two of them.', relevance: 'direct', estimated_time: '10 minutes' },
        },
      ],
      study_order: 'Read it before you practice.',
      practice_connection: 'Split a text into lines',
    },
  ],
};

const PRACTICED: PracticeReviewResponse = {
  correct: false,
  feedback: 'Texts from Linux work. A text from **Windows** still has `\\r` in every line.',
  level: 2,
  passed: false,
  follow_up: { type: 'retry_hint', constraint: null, reason: 'Which characters can stand before `\\n`?' },
  dreyfus_signal: 'stable',
};

const ANSWERS: Partial<Record<CallType, object>> = {
  issue_assessment: ISSUES,
  coach_agent: PHASED,
  observer_triage: triage(),
  explain_this: EXPLAINED,
  phase_review: REVIEWED,
  knowledge_gap_extraction: LEARNED,
  dreyfus_assessment: SKILLS,
  memory_summarisation: MEMORIES,
  learning_materials: MATERIALS,
  practice_review: PRACTICED,
};
