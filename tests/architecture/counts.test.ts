import { describe, expect, it } from 'vitest';
import {
  findFunctionsNamedOf,
  findRelativeComments,
  findTitlesWithoutSubject,
  functionsNamedOf,
  interfacesOfOneUser,
  relativeComments,
  singleUseFiles,
  titlesWithoutSubject,
} from '../support/count-habits.js';
import { compareWithTable } from '../support/downward-table.js';
import { programFiles } from '../support/source-files.js';

const FOUND = {
  'files of src and adapters': programFiles(),
  'comments that open with a relative clause': relativeComments(),
  'functions named xOf': functionsNamedOf(),
  'test titles without a subject': titlesWithoutSubject(),
  'interfaces with one implementation and one user': interfacesOfOneUser(),
  'files under 60 lines with one export and one importer beside it': singleUseFiles(),
};

// LIST=1 prints all that is found, with its file.
if (process.env.LIST) console.log(JSON.stringify(FOUND, null, 1));

it('Old habits become fewer, as counts.json says.', () => {
  const counts = Object.fromEntries(Object.entries(FOUND).map(([habit, found]) => [habit, found.length]));
  expect(compareWithTable('tests/architecture/counts.json', counts)).toEqual([]);
});

describe('The counted habits', () => {
  it('A comment counts if its first word opens a relative clause.', () => {
    const text =
      '/** What is kept. */\n/** Keeps what is new. */\n// Whether it runs.\n// It runs\n// Where it was.\nx(); // Of one user.';
    expect(findRelativeComments(text)).toHaveLength(3);
  });

  it('A function counts if its name ends in Of, a value does not.', () => {
    const code =
      'function sizeOf() {\nconst keyOf = (x) => x;\nconst partOf = 3;\n  nameOf(x) {\nreturn sizeOf(keyOf);';
    expect(findFunctionsNamedOf(code)).toEqual(['sizeOf', 'keyOf', 'nameOf']);
  });

  it('A title counts if it begins with a verb.', () => {
    const text = `it('keeps the rest', f); it('A tie has no winner.', f); it.each([1])('EC-1: is %s', f); it('a tie is no win', f)`;
    expect(findTitlesWithoutSubject(text)).toEqual(['keeps the rest', 'is %s']);
  });
});
