/** The guards of the coach's money. */
const PURSES = {
  file: 'src/coaching/api/purses.ts',
  suites: ['tests/unit/coaching/api/purses.test.ts'],
  builds: 'neither',
};

export const COACH_MONEY = {
  'coach-money': [
    {
      ...PURSES,
      removes: 'the share of the observer',
      edits: [{ from: 'OBSERVER_SHARE = 1 / 4', to: 'OBSERVER_SHARE = 4' }],
    },
    {
      ...PURSES,
      removes: 'the price of a wrap-up that is kept back',
      edits: [
        { from: 'Math.min(await estimateWrapUp(models), dailyCapUsd / 2)', to: '0 * (await estimateWrapUp(models))' },
      ],
    },
    {
      ...PURSES,
      removes: 'what a deliberation leaves for explanations',
      edits: [{ from: 'EXPLAINING_SHARE = 1 / 10', to: 'EXPLAINING_SHARE = 0' }],
    },
    {
      ...PURSES,
      removes: 'what calls that run may cost',
      edits: [
        { from: 'running.add(call.id, { callType, usd });', to: 'running.add(call.id, { callType, usd: 0 * usd });' },
      ],
    },
    {
      removes: 'the limit of a question to the council',
      file: 'src/program/open-coach.ts',
      edits: [{ from: 'max_cost_usd: Number(maxCostUsd.toFixed(4))', to: 'max_cost_usd: 1000 + maxCostUsd' }],
      suites: ['tests/integration/coach/council-cap.test.ts'],
      builds: 'intact',
    },
    {
      removes: 'making up for a wrap-up that the limit stopped',
      file: 'src/coaching/wrap-up/wrap-up-session.ts',
      edits: [
        {
          from: 'if (signal.aborted || error instanceof ApiDailyCapError) throw error;',
          to: 'if (signal.aborted) throw error;',
        },
      ],
      suites: ['tests/unit/coaching/wrap-up/wrap-up.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the higher price of a long prompt',
      file: 'src/models/price.ts',
      edits: [{ from: 'prompt > above', to: 'prompt > above * 1e9' }],
      suites: ['tests/unit/models/price.test.ts'],
      builds: 'neither',
    },
    {
      removes: 'the price of cached tokens',
      file: 'src/models/price.ts',
      edits: [{ from: 'cacheReadTokens * cacheReadPerMillion', to: 'cacheReadTokens * inputPerMillion' }],
      suites: ['tests/unit/models/price.test.ts'],
      builds: 'neither',
    },
  ],
  'auto-prices': [
    {
      removes: 'the price of a model',
      file: 'config.yaml',
      edits: [
        {
          from: 'price: { input: 0.14, output: 0.28 }, # 2026-08-09',
          to: '# no price',
        },
      ],
    },
  ],
};
