import { describe, expect, it } from 'vitest';
import { guessLanguage } from '../../../../src/web/coach/practice/kata-editor.js';

describe('the language of a code without a file name', () => {
  it.each([
    ['typescript', 'function count(text) {}'],
    ['typescript', 'export function count(text: string): number {\n  // Write it here.\n}'],
    ['typescript', '// Count the words.\nclass Counter<T> {\n  constructor(private words: T[]) {}\n}'],
    ['typescript', 'class Counter {\n  private words = 0;\n\n  public static of() {}\n}'],
    ['typescript', `${'\n'.repeat(20_000)}const words = 0;`],
    ['typescriptreact', 'export function List() {\n  return <ul></ul>;\n}'],
    ['python', 'def count(text):\n    pass'],
    ['python', 'from typing import Iterable\n\nasync def count(words: Iterable[str]) -> int:\n    ...'],
    ['python', 'class Counter(dict):  # Counts words.\n    pass'],
    ['html', '<!doctype html>\n<p>Text</p>'],
    ['css', '.card {\n  color: red;\n}'],
    ['json', '{ "name": "cart" }'],
  ])('is %s', (language, code) => {
    expect(guessLanguage(code)).toBe(language);
  });

  it.each([
    ['Rust', 'pub fn count(text: &str) -> usize {\n    let mut words = 0;\n    words\n}'],
    ['Go', 'package main\n\nfunc Count(text string) int {\n}'],
    ['Java', 'public class Counter {\n    int count(String text) { return 0; }\n}'],
    ['Java with an import', 'import java.util.List;\n\npublic class Counter {\n}'],
    ['a text with code at its end', `${'Words.\n'.repeat(1_000)}const words = 0;`],
    ['C', '#include <stdio.h>\n\nint main(void) { return 0; }'],
    ['an empty text', ''],
    ['a sentence', 'Write what you would answer.'],
  ])('is not known for %s', (_, code) => {
    expect(guessLanguage(code)).toBeUndefined();
  });
});
