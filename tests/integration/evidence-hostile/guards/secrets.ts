import { EVIDENCE, type Guard, MISSED_BY } from './guard.js';

/** What keeps parts of secrets, and answers about them, out of every output. */
export const SECRETS: readonly Guard[] = [
  {
    name: 'files are read without their secrets',
    file: `${EVIDENCE}/tools/read-file.ts`,
    from: 'await context.redact(decodeText(bytes), file.path)',
    to: 'decodeText(bytes)',
    missedBy: MISSED_BY.hostile,
  },
  {
    name: 'files are read without their secrets: a part of a large file',
    file: `${EVIDENCE}/text/read-line-range.ts`,
    from: 'const AROUND_BYTES = 32 * 1024;',
    to: 'const AROUND_BYTES = 0;',
    missedBy: MISSED_BY.hostile,
  },
  {
    name: 'lines are matched without their secrets',
    file: `${EVIDENCE}/search/search-file.ts`,
    from: 'readVisibleLines(text, await redact(text, path))',
    to: 'readVisibleLines(text, redact === undefined ? await redact(text, path) : text)',
    missedBy: MISSED_BY.hostile,
  },
  {
    name: 'words of a marker are not found',
    file: `${EVIDENCE}/search/search-file.ts`,
    from: "(line === before[index] ? line : withoutMarkers(line, before[index] ?? ''))",
    to: 'line',
    missedBy: MISSED_BY.oracles,
  },
  {
    name: 'a guess at a secret is not answered',
    file: `${EVIDENCE}/search/search-file.ts`,
    from: 'candidates?.filter((index) => !visible.isChanged(index))',
    to: 'candidates',
    missedBy: MISSED_BY.oracles,
  },
  {
    name: 'a quotation is compared with what was shown',
    file: `${EVIDENCE}/citations/check-citations.ts`,
    from: 'getLines(await redact(decodeText(bytes), path))',
    to: 'linesOf(decodeText(bytes))',
    missedBy: MISSED_BY.oracles,
  },
  {
    name: 'only whole files are compared with quotations',
    file: `${EVIDENCE}/citations/check-citations.ts`,
    from: 'if (file.size > settings.maxFileBytes)',
    to: 'if (file.size > 1e15)',
    missedBy: 'unit/council/evidence/citations.test.ts',
  },
  {
    name: 'outputs lose secrets before they are cut',
    file: `${EVIDENCE}/run-tool.ts`,
    from: 'text: searched.slice(0, -MAX_SECRET_LENGTH)',
    to: 'text: searched',
    missedBy: 'unit/council/evidence/run-tool.test.ts',
  },
  {
    name: 'errors lose secrets',
    file: `${EVIDENCE}/run-tool.ts`,
    from: '(await redact(output.error))',
    to: 'output.error',
    missedBy: 'unit/council/evidence/run-tool.test.ts',
  },
];
