import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../../src/council/index.js';
import { scriptedCouncil } from '../../support/scripted-council.js';

interface LabeledVote {
  readonly option: string;
  readonly same?: readonly (readonly [string, string])[];
}

interface LabeledDebate {
  readonly id: string;
  readonly half: 'tuning' | 'held-out';
  readonly question: string;
  readonly ballot: readonly string[] | null;
  readonly participants: readonly string[];
  readonly rounds: readonly Readonly<Record<string, LabeledVote>>[];
  readonly expected: {
    readonly joined: readonly (readonly [string, string])[];
    readonly apart: readonly (readonly [string, string])[];
    readonly winner: string | null;
  };
}

const debates = JSON.parse(
  readFileSync(new URL('../../data/duplicate-debates.json', import.meta.url), 'utf8'),
) as LabeledDebate[];

// Failures show counts only: what is in the held-out half is never read for tuning.
describe.each(['tuning', 'held-out'] as const)('the labeled debates with duplicate options, %s half', (half) => {
  const members = debates.filter((debate) => debate.half === half);

  it('join what its voters call the same, nothing else, and have the right winner', async () => {
    const judged = await Promise.all(members.map(async (debate) => judge(debate, await hold(debate))));
    expect(members.length).toBeGreaterThan(10);
    const counts = {
      notJoined: judged.reduce((sum, { notJoined }) => sum + notJoined, 0),
      falselyJoined: judged.reduce((sum, { falselyJoined }) => sum + falselyJoined, 0),
      wrongWinners: judged.filter(({ isWinnerRight }) => !isWinnerRight).length,
    };
    expect(counts).toEqual({ notJoined: 0, falselyJoined: 0, wrongWinners: 0 });
  });
});

/** Runs the debate through the engine: in later rounds `=text` means the id under which the text is listed. */
async function hold({ question, ballot, participants, rounds }: LabeledDebate): Promise<DeliberationResult> {
  const { council, folder } = await scriptedCouncil(
    Object.fromEntries(
      participants.map((name) => [
        name,
        ({ prompt }: { readonly prompt: string }) => {
          const round = Number(/^## What to do in round (\d+)/m.exec(prompt)?.[1] ?? 0);
          const { option, same = [] } = rounds[round - 1]?.[name] ?? { option: 'abstain' };
          const named = (text: string) => (text.startsWith('=') ? idOf(text.slice(1), prompt) : text);
          const vote = {
            option: named(option),
            confidence: 0.7,
            rationale: 'so',
            continue_debate: true,
            same: same.map((pair) => pair.map(named)),
          };
          return `VOTE: ${JSON.stringify(vote)}`;
        },
      ]),
    ),
    { convergence: { ...NO_CONVERGENCE } },
  );
  return council.deliberate({
    question,
    ...(ballot === null ? {} : { options: ballot }),
    rounds: rounds.length,
    participants: participants.map((cli) => ({ cli })),
    working_directory: folder,
  });
}

const NO_CONVERGENCE = {
  enabled: false,
  similarityThreshold: 0.85,
  divergenceThreshold: 0.4,
  minRoundsBeforeCheck: 1,
  consecutiveStableRounds: 2,
};

function idOf(text: string, prompt: string): string {
  const listed = [...prompt.matchAll(/^> - (\S+): (.+)$/gm)].find(([, , listedText]) => listedText === text);
  return listed?.[1] ?? text;
}

function judge({ expected }: LabeledDebate, { voting_result: voting }: DeliberationResult) {
  const optionOf = (text: string) =>
    voting?.options.find((option) => [option.text, ...option.aliases].includes(text))?.text ?? text;
  const countedFor = (text: string) =>
    [voting?.joined ?? [], voting?.grouped ?? []].reduce(
      (option, groups) => groups.find(({ options }) => options.includes(option))?.as ?? option,
      optionOf(text),
    );
  const areOne = ([a, b]: readonly [string, string]) => countedFor(a) === countedFor(b);
  const winner = expected.winner === null ? null : countedFor(expected.winner);
  return {
    notJoined: expected.joined.filter((pair) => !areOne(pair)).length,
    falselyJoined: expected.apart.filter(areOne).length,
    isWinnerRight: (voting?.winning_option ?? null) === winner,
  };
}
