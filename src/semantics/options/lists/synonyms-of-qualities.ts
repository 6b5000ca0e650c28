/** Adjectives, adverbs and words of time and amount, in the form and by the rule of `synonyms.ts`. */
export const SYNONYMS_OF_QUALITIES = `
huge enormous gigantic
slow sluggish
complex complicated intricate
temporary interim provisional makeshift
lasting enduring permanent
unsafe insecure
robust resilient
strict stringent rigorous
lenient permissive lax
sequential serial consecutive
rare seldom infrequent
later afterwards subsequently afterward
beforehand upfront
global worldwide
biweekly fortnightly
random arbitrary
flaky unreliable
faulty defective buggy
adequate sufficient enough
essential vital crucial
urgent pressing
ample plenty
precise exact accurate
approximate rough
modern contemporary
diverse varied
readable legible
sensible reasonable
suitable appropriate fitting
useful helpful
useless pointless
weird odd
nightly overnight
lightweight slim
idle inactive
additional extra further
unavailable unreachable
`;
