/**
 * Words in lower case; camelCase and snake_case are split. Operators such as < and ! are words.
 */
export function wordsOf(text: string): string[] {
  return (
    plainSpelling(text.replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, '$1 $2'))
      .replace(/n['’]t\b/g, ' not')
      .replace(/\bcannot\b/g, 'can not')
      .match(/[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}]*(?:\+\+|#)?|[<>≤≥=!~]+|[+−-](?=\p{Number})/gu) ?? []
  );
}

/** Lower case, with accents dropped only where they are spelling variants: in other scripts a mark makes another word. */
function plainSpelling(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mark}+/gu, '$1')
    .toLowerCase();
}
