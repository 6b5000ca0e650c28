// How either role states a lesson as such.

const OPENER = String.raw`(?:^|[.!?:)]\s+|\n\s*|\b(?:so|and|but|then),? )[#*_\s-]*`;

export const STATEMENTS: readonly RegExp[] = [
  /(?<!\bno )(?<!\bnot a )(?<!\bany )\blessons? (?:learned|learnt|for (?:next time|the future|me|us)|from (?:this|today)|here)\b[*_]*\s*(?:[:—–-]|\n|is\b|was\b)/i,
  /(?:^|\n)[#*_\s-]*(?:the |a |my |our |one |key |main )*(?:lessons?|takeaways?|learnings?|gotcha|rule of thumb|moral|insight|note (?:for|to) (?:the )?(?:future|self|next time|later)[^:\n]{0,20}|for (?:future reference|next time|the future|later))[*_]*\s*:/i,
  /\b(?:key|main|the) takeaways?\b[^.\n]{0,20}(?::|\bis\b)/i,
  /\bwhat (?:I|we) (?:take|took) (?:away|from)\b|\bwhat (?:I|we)(?:'ve| have)? (?:learned|learnt)\b/i,
  /\b(?:I|we)(?:'ve| have)? (?:learned|learnt)(?: (?:today|here|the hard way|from this))*[,:]? (?:that|to|the hard way|from)\b/i,
  new RegExp(
    `${OPENER}(?:from now on|going forward|moving forward|from here on|from today on|henceforth|in (?:the )?future|next time)(?:,|:| (?:I|we|you|the|a|an|always|never|please|every|each|all|new|any|this|put|use|run|check|do|write|keep|no)\\b)(?! (?:may|might|could|can)\\b)`,
    'i',
  ),
  /\b(?:will|must|should|have to|has to|to|always|never)\b[^.\n?]{0,80}\b(?:from now on|in future|going forward|next time)\b/i,
  /\b(?:note|noted|worth noting|keep in mind|remember(?:ing)?) for (?:the )?(?:future|next time)\b/i,
  /\bI should have (?!asked you|been clearer)\w+[^.\n]{0,80}\b(?:before|first|instead)\b/,
];

/** A notice becomes a lesson only if it states a rule: "Important: the suite takes nine minutes" does not. */
export const NOTICES: readonly RegExp[] = [
  new RegExp(
    `${OPENER}(?:important|note|remember(?: that)?|attention|keep in mind|beware|warning|caution)[*_]*[:,!]?[*_]* [^.\\n]{0,120}\\b(?:always|never|whenever|every time|each time)\\b`,
    'i',
  ),
];

/** What only a user may say so: from an agent the same words are advice to the user. */
export const USER_NOTICES: readonly RegExp[] = [
  /(?:^|\n)(?:please |and |so )?(?:remember|bear in mind|keep in mind)(?: that\b|:|,)/i,
  /(?:^|\n)(?:a |the |our |new |another |house |team |one )*(?:rule|convention|policy)\b[^.:\n]{0,30}:/i,
  new RegExp(
    `${OPENER}(?:important|remember that|keep in mind)[*_]*[:,!]?[*_]* [^.\\n]{0,120}\\b(?:must|may not|cannot|only|not|has to|have to)\\b`,
    'i',
  ),
];
