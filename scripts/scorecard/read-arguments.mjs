import { closeSync, openSync } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE =
  'npm run scorecard [-- --only <rows>] [--quick] [--seed <number>] [--mutate [--every-guard]] [--json <file>]';

/** What was asked for, with the rows that it is about. A mistake ends the program with one line that names it. */
export async function readArguments(words, findRows) {
  const { values } = orExplain(() =>
    parseArgs({
      args: words,
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        seed: { type: 'string' },
        mutate: { type: 'boolean', default: false },
        'every-guard': { type: 'boolean', default: false },
        json: { type: 'string' },
      },
    }),
  );
  const everyGuard = values['every-guard'];
  if (everyGuard && !values.mutate) explain('--every-guard: removes guards, as --mutate does; give both');
  const rows = await findRows(everyGuard);
  const only = values.only?.split(',').map((id) => id.trim());
  const known = rows.map(({ id }) => id);
  const unknown = only?.filter((id) => !known.includes(id)) ?? [];
  if (unknown.length > 0) explain(`--only: no row is called ${unknown.join(', ')}; there are ${known.join(', ')}`);
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  if (seed !== undefined && !(Number.isSafeInteger(seed) && seed > 0)) {
    explain(`--seed: ${values.seed} is not a whole number above 0; give the one that an earlier run has printed`);
  }
  if (values.json !== undefined) checkWritable(values.json);
  return { ...values, seed, rows: rows.filter(({ id }) => only === undefined || only.includes(id)) };
}

/** Before the first row, so that a run of an hour does not fail when it writes its figures. */
function checkWritable(file) {
  try {
    // To append: what an earlier run has left is there until this one has something better.
    closeSync(openSync(file, 'a'));
  } catch (error) {
    explain(`--json: ${file} cannot be written (${error.code}); name a file in a folder that exists`);
  }
}

function orExplain(read) {
  try {
    return read();
  } catch (error) {
    return explain(`${error.message.split('. ')[0]}; usage: ${USAGE}`);
  }
}

function explain(mistake) {
  console.error(`scorecard: ${mistake}`);
  process.exit(2);
}
