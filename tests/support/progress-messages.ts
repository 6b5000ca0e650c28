import type { ToPage } from '../../src/http/websocket/protocol.js';

/** What a server sends about a person's progress and practice. */
const SKILL = {
  skillArea: 'Testing',
  stage: 'advanced_beginner',
  confidence: 0.7,
  assessedAt: '2026-01-02T10:00:00Z',
} as const;
const KATA = { topic: 'strings', attemptsCount: 1, bestLevel: 4, constraintCount: 2, dueAt: '2026-01-03T10:00:00Z' };
export const GAP = {
  id: 'g-1',
  topic: 'Line ends',
  severity: 'medium',
  evidence: 'Three attempts with a carriage return.',
  frequency: 2,
  addressed: false,
  lastEncounteredAt: '2026-01-02T10:00:00Z',
};
export const STATE: ToPage['dashboard:state'] = {
  dreyfus: [
    {
      ...SKILL,
      history: [
        { stage: 'advanced_beginner', evidence: 'Wrote a failing test first.', assessedAt: '2026-01-02T10:00:00Z' },
        { stage: 'novice', evidence: 'Needed help to run one.', assessedAt: '2026-01-01T10:00:00Z' },
      ],
    },
  ],
  stats: {
    period: 'all',
    sessionsCompleted: 3,
    totalCoachingMinutes: 95.4,
    issuesWorkedOn: 2,
    knowledgeGapsIdentified: 4,
    knowledgeGapsAddressed: 1,
    hintsUsed: 7,
    apiCostTotal: 1.25,
  },
  inProgressSessions: [{ id: 's-9', issueNumber: 9, issueTitle: 'Tabs are lost', startedAt: '2026-01-02T10:00:00Z' }],
  katas: [
    { id: 'k-1', title: 'Split a text', isDue: true, ...KATA },
    { id: 'k-2', title: 'Join lines', isDue: false, ...KATA },
  ],
  gaps: [GAP],
  spending: { today: 0.5, cap: 5, unpricedCalls: 2 },
};
export const EMPTY: ToPage['dashboard:state'] = { ...STATE, dreyfus: [], inProgressSessions: [], katas: [], gaps: [] };
export const ISSUE: ToPage['dashboard:issues']['issues'][number] = {
  number: 7,
  title: 'The last line is lost',
  summary: 'A text without a line end loses its last line.',
  suitability: 'stretch',
  suitabilityReason: 'You know strings, but not streams.',
  estimatedDifficulty: 'intermediate',
  relevantSkills: ['strings'],
  priorityScore: 0.8,
  priorityFactors: { userTagged: true, similarToRecentWork: false, addressesKnowledgeGap: true, teamUrgency: 'high' },
  learningOpportunities: ['streams'],
};
const resource = (title: string, url: string) => ({
  type: 'article' as const,
  title,
  url,
  description: 'What ends a line, and why.',
  relevance: 'deep_dive' as const,
  estimatedTime: '20 minutes',
});
export const MATERIALS: ToPage['dashboard:materials'] = {
  recommendations: [
    {
      knowledgeGap: 'Line ends',
      resources: [resource('About lines', 'https://example.org/lines'), resource('A script', 'javascript:alert(1)')],
      studyOrder: 'First the page, then the task.',
      practiceConnection: null,
    },
  ],
};

export const CONSTRAINTS = [
  { title: 'No loops', description: 'Use array methods only.', minLevel: 3, isUnlocked: true },
  { title: 'One pass', description: 'Read every character once.', minLevel: 7, isUnlocked: false },
];
export const LOADED: ToPage['practice:kata_load'] = {
  kata: {
    id: 'k-1',
    title: 'Split a text',
    topic: 'strings',
    description: 'Split a text into **lines**.',
    scaffoldingCode: 'function lines(text) {\n}\n',
    attempts: [{ code: 'first', review: 'Too short.', level: 2, passed: false, constraints: [] }],
    bestLevel: 4,
    dueAt: null,
  },
  constraints: CONSTRAINTS,
  reviewing: [],
};
