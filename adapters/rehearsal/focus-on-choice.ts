/**
 * The part of a sentence that holds the choice, with one space between words and "or" as the only joint: asides,
 * conditions in front, and a second question behind ("; which?", ", and why?") belong to no option.
 */
export function focusOnChoice(sentence: string): string {
  const plain = sentence
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\b(sooner or later|more or less|one or two|two or three|one way or another)\b,?/gi, ' ')
    .replace(/^(?:how|what) about /i, '')
    .replace(/["“”`*?!.]+$/g, '')
    .split(/\s+/)
    .join(' ')
    .trim();
  const joined = withOneJoint(plain);
  const asked = joined.replace(SECOND_QUESTION, '');
  const afterColon = asked.slice(asked.lastIndexOf(': ') + 1);
  const choice = HAS_JOINT.test(afterColon) ? afterColon : asked;
  return ` ${withoutCondition(choice.replace(ASIDE, ' ').trim()).split(/ +/).join(' ').trim()}`;
}

const HAS_JOINT = / (?:or|and) /i;
const SECOND_QUESTION =
  /(?:[;:,–—-]| and) ?(?:which|what|why|how|who|when|where|and (?:why|how|which|what|when))(?: [^,;:]{0,60})?$/i;
const CONDITION = 'given|since|because|if|when|as|for|in|on|at|with|despite|considering|after|before|under';
const ASIDE = new RegExp(`, (?:${CONDITION}) [^,]{0,200},`, 'gi');
const CONDITION_IN_FRONT = new RegExp(`^(?:${CONDITION}) [^,]{0,300}, ?`, 'i');

function withOneJoint(text: string): string {
  const compared = text.replace(/ (?:vs\.?|versus) /gi, ' or ');
  return / or /i.test(compared) ? compared : compared.replace(/,? (?:rather than|instead of|as opposed to) /gi, ' or ');
}

/** "For the small API, A or B": only if the choice stands behind it. */
function withoutCondition(text: string): string {
  const rest = text.replace(CONDITION_IN_FRONT, '');
  return HAS_JOINT.test(rest) ? rest : text;
}
