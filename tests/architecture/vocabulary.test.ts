import { expect, it } from 'vitest';
import { documentFiles, readSource, sourceFiles } from '../support/source-files.js';

/** Words that a stranger stumbles over, and what to write instead. `src/README.md` has the domain words to keep. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:most|longest|least)Ms\b/g, 'maxMs or minMs'],
  [/\b(?:MOST|LONGEST|LEAST|FEWEST|USUAL)_[A-Z]/g, 'MAX_, MIN_ or DEFAULT_'],
  [/(?<!\b(?:in|takes?|took)[ -])\bplaces?\b/gi, 'index, key, offset, folder'],
  [/[a-z]Places?\b|\bplaces?[A-Z]|\bPlaces?[A-Z]/g, 'index, key, offset, folder'],
  [/\binWords\b|\bin words\b/g, 'formatX()'],
  [/\b\w*(?:Means|Scene|Sitting|Holding)\b/g, 'XContext, XInput or XDependencies'],
  [/\b(?:convene[ds]?|foresees?|foresight)\b/gi, 'check, run or findWarnings'],
  [/\bhold(?:Debate|Round|Turn|Deliberation|Lock|Back)\b/g, 'runX, lock or pauseCall'],
  [/\b(?:remedy|remedies)\b/gi, 'fix'],
  [
    /\b(?:obstacles?|blames?|likeness|deeds|patience|breathe|spellings)\b/gi,
    'precheck, sourceOf, similarity, timeoutMs …',
  ],
  [/\bpaint(?:For)?\b/g, 'colors'],
  [/\bstands? (?:in|for|there|beside|at|on|under|above|behind)\b/gi, 'is in, means, is present'],
  [/\b(?:is|are|was|were|be|been) told\b|\btold of\b|\btells? (?:of|apart)\b/gi, 'is shown, reports, differs'],
  [/\b(?:whoever|nobody|somebody|everybody|anybody)\b/gi, 'the caller, no process, another process'],
  [/\b(?:in vain|under way|for want of|in spite of|for good|anew|meanwhile|of no use)\b/gi, 'lost, running, without …'],
  [/\b(?:comes?|came) (?:to nothing|of it)\b|\bwhat it c[ao]mes? to\b/gi, 'result, fails'],
  [/\b(?:for ever|(?:goes|gone|went) on|all the same)\b/gi, 'forever, continues, still'],
  [/\b(?:falls? short|mended)\b/gi, 'misses the target, fixed'],
  [/\w*(?:colour|behaviour|licence|neighbour|favour|honour|catalogue|artefact|judgement|defence|labelled)\w*/gi, 'US'],
  [/\b(?:spelt|whilst|centre[ds]?)\b/gi, 'US'],
  [
    /\b(?:normal|token|summar|recogn|organ|initial|serial|optim|minim|categor|priorit|anonym)is(?:e|es|ed|ing)\b/gi,
    'US',
  ],
];

/** Names that other programs, stored data or a language rely on: the files, the words there, and why. */
const KEPT: readonly (readonly [RegExp, RegExp, string])[] = [
  [
    /./,
    /\bremedy(?=\??:|,? \})|\.remedy\b/g,
    'a field in list_models, doctor --json, exported types and stored failures',
  ],
  [/./, /\bsummarisation\b/g, 'an old config key'],
  [/^src\/decisions\/(store|linking)\//, /\b(?:similarities_by_)?neighbour\b/g, 'a column of decisions.db'],
  [/^src\/decisions\/store\//, /\bplace(?=: number| INTEGER|\)|';)/g, 'a column of decisions.db'],
  [/^src\/decisions\/export\/write-json\.ts$/, /\bneighbours(?=:)/g, 'a field of the exported JSON'],
  [/^src\/(?:commands\/programs|coaching\/commands\/git)\.ts$/, /\bblame\b/g, 'a git command'],
  [/^src\/kernel\/negation\.ts$/, /\bnobody\b/g, 'a word that the texts of users contain'],
  [/^src\/semantics\/similarity\/anchors\.ts$/, /\b(?:place|whoever|nobody)\b/g, 'texts that calibrate a scale'],
  [/^tests\/unit\/semantics\/options\/near-misses\.ts$/, /\b(?:nobody|somebody|for good)\b/g, 'options to compare'],
  [/^tests\/unit\/decisions\/query\/patterns\.test\.ts$/, /\bcolour\b/g, 'a question of a user'],
  [/^CONTRIBUTING\.md$/, /^\|.*?\|/g, 'the list of words to avoid'],
  [/^scripts\/terminal-picture\.mjs$/, /\baria-labelledby\b/g, 'an SVG attribute'],
];

it('uses plain words in code, comments, messages and documents', () => {
  const files = [...sourceFiles('src', 'adapters', 'scripts', 'tests'), ...documentFiles()].filter(
    (file) => !/^tests\/(?:data\/|fixtures\/|architecture\/vocabulary\.test\.ts$)/.test(file),
  );
  expect(files.flatMap(findBanned)).toEqual([]);
}, 60_000);

it('finds a banned word in a line', () => {
  expect(findIn('x.ts', 'const MOST_ROWS = 3; // whoever reads this')).toHaveLength(2);
  expect(findIn('x.ts', 'edits the file in place, replaces a placeholder')).toEqual([]);
});

function findBanned(file: string): string[] {
  const text = readSource(file);
  // No pattern reaches over the end of a line, so most files are done after one search for each.
  const found = BANNED.filter(([pattern]) => text.search(pattern) >= 0);
  if (found.length === 0) return [];
  return text
    .split('\n')
    .flatMap((line, index) => findIn(file, line, { location: `${file}:${index + 1}`, banned: found }));
}

function findIn(file: string, line: string, { location = file, banned = BANNED } = {}): string[] {
  const kept = KEPT.filter(([files]) => files.test(file)).flatMap(([, word]) => [...line.matchAll(word)]);
  return banned.flatMap(([pattern, instead]) =>
    [...line.matchAll(pattern)]
      .filter(({ index }) => !kept.some((match) => match.index <= index && index < match.index + match[0].length))
      .map(([word]) => `${location} "${word}": ${instead}`),
  );
}
