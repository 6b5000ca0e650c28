import { expect, it } from 'vitest';
import { detectLessons } from '../../../../src/guidance/lessons/detect-lessons.js';

const said = (text: string) => detectLessons({ role: 'assistant', text }).map((lesson) => lesson.text.trim());

it('learns a block with tags in angle brackets', () => {
  expect(said('<process-knowledge>\nlabel: Tag first\n</process-knowledge>')).toEqual(['label: Tag first']);
});

it('learns a block at the end of a very long answer', () => {
  const long = 'The tests pass. '.repeat(2_000);
  expect(said(`${long}\n[PROCESS_KNOWLEDGE]\nlabel: Tag first\n[/PROCESS_KNOWLEDGE]`)).toEqual(['label: Tag first']);
});

it.each(['', '````'])('learns a block behind code that fills a very long answer, in a fence of "%s"', (mark) => {
  const code = `\`\`\`ts\n${'const a = 1;\n'.repeat(3_000)}\`\`\``;
  const block = `${mark}\n[PROCESS_KNOWLEDGE]\nlabel: Tag first\n[/PROCESS_KNOWLEDGE]\n${mark}`;
  expect(said(`I changed this.\n${code}\nDone.\n${block}`)).toEqual(['label: Tag first']);
  expect(said(`${code}\nDone.\n${block}\n${code}\nThat is the code.`)).toEqual(['label: Tag first']);
});

it('keeps markup inside a block of an answer', () => {
  const rule = 'label: Close <b>every</b> element';
  expect(said(`<p>Done.</p>\n[PROCESS_KNOWLEDGE]\n${rule}\n[/PROCESS_KNOWLEDGE]`)).toEqual([rule]);
});

it('learns a block of an answer that mentions the guidance, however its closing tag is written', () => {
  const answer = 'As the Witan guidance says.\n[process_knowledge]\nlabel: Tag first\n[/process knowledge]';
  expect(said(answer)).toEqual(['label: Tag first']);
});
