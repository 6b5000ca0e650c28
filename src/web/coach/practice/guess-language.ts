/** The language of a code that has no file name, for its colors; undefined if it looks like none of those with colors. */
export function guessLanguage(code: string): string | undefined {
  const start = code.trimStart().slice(0, MAX_LENGTH);
  return LANGUAGES.find(([, looks]) => looks.test(start))?.[0];
}

/** Where its language shows. */
const MAX_LENGTH = 5_000;

/** The first that fits. Languages without colors are here, too, so that they do not get those of another one. */
const LANGUAGES: readonly (readonly [string | undefined, RegExp])[] = [
  [undefined, /^[ \t]*(?:#include|package\s|using\s|func\s|(?:pub\s+)?fn\s|let mut\s)/m],
  // In TypeScript these are before members, which are indented.
  [undefined, /^(?:public|private|static)\s/m],
  ['html', /^</],
  ['json', /^[[{]\s*(?:"|[\]}])/],
  [
    'python',
    /^[ \t]*(?:(?:async\s+)?def\s.*:|class\s[^{]*:|from\s\S+\simport\s|import\s[\w., ]+$|(?:if|for|while|with)\s.*:)[ \t]*(?:#.*)?$/m,
  ],
  ['css', /^[.#:@\w][^{};=()]*\{\s*(?:[\w-]+\s*:[^;{}]+;|\})/],
  ['typescriptreact', /^[ \t]*(?:return\s*\(?\s*)?<[A-Za-z][^>]*>.*$/m],
  [
    'typescript',
    /^[ \t]*(?:(?:export|import|async|const|let|var|function|class|interface|type|enum|describe|it|test)\b|\/\/|\/\*)|=>/m,
  ],
];
