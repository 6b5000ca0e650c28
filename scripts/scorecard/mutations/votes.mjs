export const VOTES = {
  votes: [
    {
      removes: 'the consent of all who vote for either option',
      file: 'src/council/options/join-options.ts',
      edits: [{ from: 'concerned.every(lists)', to: 'concerned.some(lists)' }],
    },
    {
      removes: 'the consent for every pair of a chain',
      file: 'src/council/options/join-options.ts',
      edits: [{ from: '.filter((group) => group.every((a, index)', to: '.filter((group) => group.some((a, index)' }],
    },
    {
      removes: 'the rule that options of the ballot stay apart',
      file: 'src/council/options/join-options.ts',
      edits: [{ from: '!(a.isOnBallot && b.isOnBallot) && ', to: '' }],
    },
    {
      removes: 'the guards against joining numbers, negations and opposites',
      file: 'src/council/options/join-options.ts',
      edits: [{ from: ' && contradicts(a.text, b.text) === undefined', to: '' }],
    },
    {
      removes: 'the rule that a grouping never replaces the leader',
      file: 'src/council/summary/summarize.ts',
      edits: [{ from: 'leader !== undefined && ', to: 'leader === null && ' }],
    },
    {
      removes: 'the rule that a grouping is never unanimous',
      file: 'src/council/summary/summarize.ts',
      edits: [{ from: "found === 'unanimous_consensus' ? 'majority_decision' : found", to: 'found' }],
    },
    {
      removes: 'the check that an id and the words beside it agree',
      file: 'src/council/options/resolve-option.ts',
      edits: [
        { from: 'others.some((option) => option !== pointed) || isAboutOther(rest, pointed, options)', to: 'false' },
      ],
    },
    {
      removes: 'the marks of the question',
      file: 'src/council/options/find-ordinal.ts',
      edits: [{ from: 'marks.size > 1 ?', to: 'marks.size > 99 ?' }],
    },
    {
      removes: 'the check that a list is to choose from',
      file: 'src/council/options/read-ballot.ts',
      edits: [
        { from: 'offersChoice(text.slice(0, index), text.slice(index + list.length))', to: 'index + list.length > 0' },
      ],
    },
    {
      removes: 'the blindness to thoughts',
      file: 'src/council/vote/parse-vote.ts',
      edits: [{ from: 'withoutThinking(answer)', to: 'answer' }],
    },
    {
      removes: 'the first reason of an abstention',
      file: 'src/council/debate/run-turn.ts',
      edits: [
        {
          from: "    if (retried.kind === 'abstention') continue;",
          to: "    vote = retried;\n    if (retried.kind === 'abstention') continue;",
        },
      ],
    },
  ],
  judgment: [
    {
      removes: 'the comparison of what two decisions chose and rejected',
      file: 'src/decisions/query/find-contradictions.ts',
      edits: [
        { from: 'const contrast = getContrast(first, second);', to: 'const contrast = contrastOf(first, first);' },
      ],
      suites: ['tests/unit/decisions/labeled.test.ts'],
    },
  ],
};
