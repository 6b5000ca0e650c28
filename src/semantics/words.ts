/** Words in lower case, without accents; camelCase and snake_case are split. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, '$1 $2')
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .replace(/n['’]t\b/g, ' not')
      .replace(/\bcannot\b/g, 'can not')
      .match(/[\p{Letter}\p{Number}]+(?:\+\+|#)?/gu) ?? []
  );
}
