const NEGATIONS =
  /(?<!\p{L})(?:not|no|never|don['’]?t|doesn['’]?t|isn['’]?t|without|stop|avoid|nicht|kein\p{L}*|nie|niemals|ohne|nunca|jamás|sin|evita|ne|n['’](?=\p{L})|pas|jamais|sans|évite)(?!\p{L})/giu;

/** Whether both texts say no to something, or neither does. Embeddings do not see the difference. */
export function hasSameNegation(one: string, other: string): boolean {
  return isNegated(one) === isNegated(other);
}

function isNegated(text: string): boolean {
  return text.search(NEGATIONS) !== -1;
}
