// Reads the vote out of an answer, whatever the model wrapped around it.
//   node examples/read-a-vote.mjs
import { parseVote } from 'witan/council';

const answer = `SQLite is enough for one writer.

**VOTE:** {"option": "SQLite", "confidence": "80%", "rationale": "one writer", "continue_debate": false}`;

const parsed = parseVote(answer);
process.stdout.write(
  parsed.kind === 'vote'
    ? `${parsed.vote.option}, confidence ${parsed.vote.confidence}\n`
    : `no vote: ${parsed.reason}\n`,
);
