/** The language of a code that has no file name, for its colors; undefined if it looks like none of those with colors. */
export function guessLanguage(code: string): string | undefined {
  return LANGUAGES.find(([, looks]) => looks.test(code))?.[0];
}

/** The first that fits. Languages without colors are here, too, so that they do not get those of another one. */
const LANGUAGES: readonly (readonly [string | undefined, RegExp])[] = [
  [undefined, /^\s*(?:#include|package\s|using\s|func\s|(?:pub\s+)?fn\s|(?:public|private|static)\s|let mut\s)/m],
  ['html', /^\s*</],
  ['json', /^\s*[[{]\s*(?:"|[\]}])/],
  [
    'python',
    /^\s*(?:(?:async\s+)?def\s.*:|class\s[^{]*:|from\s\S+\simport\s|import\s[\w., ]+$|(?:if|for|while|with)\s.*:)\s*(?:#.*)?$/m,
  ],
  ['css', /^\s*[.#:@\w][^{};=()]*\{\s*(?:[\w-]+\s*:[^;{}]+;|\})/],
  ['typescriptreact', /^\s*(?:return\s*\(?\s*)?<[A-Za-z][^>]*>.*$/m],
  [
    'typescript',
    /^\s*(?:(?:export|import|async|const|let|var|function|class|interface|type|enum|describe|it|test)\b|\/\/|\/\*)|=>/m,
  ],
];
