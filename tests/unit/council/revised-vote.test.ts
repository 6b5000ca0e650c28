import { describe, expect, it } from 'vitest';
import { scriptedCouncil, vote } from '../../support/scripted-council.js';

const question = 'Which protocol should our services speak among themselves?';
const participants = [{ cli: 'a' }, { cli: 'b' }];
const argue = (option: string) =>
  `Typed contracts between our services matter more than anything else here, and tools exist.\n${vote(option)}`;

describe('a vote in new words', () => {
  it('is another option until its voters join the two', async () => {
    const { council, folder } = await scriptedCouncil({
      a: (_, call) => argue(call === 1 ? 'gRPC' : 'Adopt gRPC for internal calls'),
      b: () => argue('gRPC'),
    });
    const result = await council.deliberate({ question, rounds: 2, participants, working_directory: folder });
    const revised = result.convergence_info?.per_participant_similarity['default@a'] ?? 0;
    expect(revised).toBeLessThan(0.4);
    expect(result.convergence_info?.per_participant_similarity['default@b']).toBe(1);
  });

  it('is not an agreement with the other wording while the tally keeps the two apart', async () => {
    const { council, folder } = await scriptedCouncil({
      a: () => argue('Adopt gRPC for internal calls'),
      b: () => argue('gRPC'),
    });
    const reasons: (string | null)[] = [];
    await council.deliberate(
      { question, rounds: 5, participants, working_directory: folder },
      { onProgress: (event) => event.kind === 'round_finished' && reasons.push(event.stop) },
    );
    expect(reasons).toEqual([null, null, 'the answers no longer change and disagree']);
  });

  it('is a change of sides if it says the opposite, however similar the answers are', async () => {
    const { council, folder } = await scriptedCouncil({
      a: (_, call) => argue(call === 1 ? 'PostgreSQL 15' : 'PostgreSQL 16'),
      b: () => argue('PostgreSQL 15'),
    });
    const result = await council.deliberate({ question, rounds: 2, participants, working_directory: folder });
    expect(result.convergence_info?.per_participant_similarity['default@a']).toBeLessThan(0.4);
  });
});
