/** The rows of the scorecard about the coach and the servers of pages. */
export const COACH_SUITES = [
  {
    id: 'kill-coach',
    guard: 'what the coach acknowledged survives kill -9: saves, actions and unsaved texts, and no file is cut',
    suites: ['tests/faults/coach/killed.test.ts'],
    isBuilt: true,
    full: { WITAN_KILLS: '200' },
    quick: { WITAN_KILLS: '6' },
  },
  {
    id: 'kill-wrap-up',
    guard:
      'the wrap-up of a session survives kill -9: it continues, no received answer is paid twice, nothing is doubled',
    suites: ['tests/faults/coach/killed-wrap-ups.test.ts', 'tests/unit/coaching/wrap-up/continued.test.ts'],
    isBuilt: true,
    full: { WITAN_KILLS: '100' },
    quick: { WITAN_KILLS: '6' },
  },
  {
    id: 'coach-help',
    guard: 'explanations and reviews send nothing that models may not see, and parallel reviews lose no attempt',
    suites: [
      'tests/unit/coaching/explain',
      'tests/unit/coaching/practice',
      'tests/unit/coaching/models-view/redact-parts.test.ts',
    ],
  },
  {
    id: 'pages-guard',
    guard: 'no page, program or user that lacks the key or comes from elsewhere reaches the local pages',
    suites: ['tests/unit/http', 'tests/faults/pages'],
    full: { WITAN_ROUNDS: '200' },
  },
  {
    id: 'coach-guard',
    guard: 'no page of another site and no program without the key reaches the WebSocket or the tools of the coach',
    suites: ['tests/faults/pages/hostile-requests.test.ts', 'tests/unit/http/coach'],
  },
  {
    id: 'other-user',
    guard:
      'another user of this machine gets nothing but the empty page, also with the key or a code, and cannot lock the person out',
    suites: [
      'tests/integration/coach/other-user.test.ts',
      'tests/unit/http/peer-user.test.ts',
      'tests/unit/http/start-server.test.ts',
      'tests/unit/cli/coach/read-environment.test.ts',
    ],
    isBuilt: true,
  },
  {
    id: 'coach-files',
    guard:
      'no path and no link leads a page of the coach out of the project, not even one that is swapped during a save',
    suites: [
      'tests/unit/project/person',
      'tests/integration/coaching/hostile-paths.test.ts',
      'tests/integration/coaching/link-races.test.ts',
    ],
    full: { WITAN_SWAPS: '10000', WITAN_HOSTILE: 'full' },
    quick: { WITAN_SWAPS: '500' },
  },
  {
    id: 'coach-pages',
    guard: 'a page that sends nonsense or reads nothing harms neither the coach nor other pages',
    suites: ['tests/faults/coach/frames.test.ts', 'tests/faults/coach/slow-reader.test.ts'],
    isBuilt: true,
  },
  {
    id: 'coach-secrets',
    guard: "an agent that coaches sees no secret of the person's project, in no text, change, name or error",
    suites: ['tests/unit/coaching/models-view', 'tests/integration/coach/agents.test.ts'],
    isBuilt: true,
  },
  {
    id: 'coach-money',
    guard:
      'ten hours of two kinds of learners stay in their purses, block no explanation and no wrap-up, and cost what the API billed',
    suites: [
      'tests/faults/coach/coached-day.test.ts',
      'tests/unit/coaching/api/purses.test.ts',
      'tests/unit/coaching/wrap-up/wrap-up.test.ts',
      'tests/unit/models/price.test.ts',
      'tests/integration/coach/council-cap.test.ts',
    ],
    isBuilt: true,
  },
  {
    id: 'auto-prices',
    guard: 'every model that the coach or the council may choose by itself has a list price',
    suites: ['tests/unit/config/auto-prices.test.ts'],
  },
];
