import { PROHIBITIONS, RULES } from './correction-cues.js';
import { type DetectedLesson, isForNow, isQuestion, isTask, sentencesOf } from './detect-lessons.js';
import { proseOf, spokenText } from './own-text.js';

export interface RuleAndReproach {
  /** The sentence that says what is to be done, in the speaker's own words. */
  readonly rule: string;
  /** The one that gave the lesson away; often it says only that something was wrong. */
  readonly reproach: string;
}

/** "No, that's wrong. Use pnpm, not npm." is known by its first sentence and teaches the second. */
export function ruleSentence({ source, text, sentence }: DetectedLesson): RuleAndReproach {
  const sentences = sentencesOf(proseOf(text)).map((raw) => ({ raw, spoken: spokenText(raw).trim() }));
  const at = sentences.findIndex(({ spoken }) => spoken === sentence.trim());
  const reproach = sentences[at]?.raw ?? sentence;
  const saysWhat = !isEmptyReproach(reproach);
  if (saysWhat && (source === 'lesson_learned' || DUTY.test(reproach) || isRule(sentence))) {
    return { rule: reproach, reproach };
  }
  const stated = sentences.find(({ spoken }) => isRule(spoken));
  if (stated !== undefined || saysWhat) return { rule: stated?.raw ?? reproach, reproach };
  // What follows a reproach explains it; otherwise it was said before.
  const around = [...sentences.slice(at + 1), ...sentences.slice(0, Math.max(0, at)).reverse()];
  const telling = around.find(({ raw, spoken }) => !isQuestion(spoken) && !isEmptyReproach(raw));
  return { rule: telling?.raw ?? reproach, reproach };
}

/** It names what was left out. */
const DUTY = /\byou(?:'ve| have)?(?: \w+)? (?:forgot(?:ten)? to|(?:need|have|ought|failed) to|must|should(?:n't)?)\b/i;

function isRule(spoken: string): boolean {
  if (isQuestion(spoken) || isForNow(spoken) || isTask(spoken) || isEmptyReproach(spoken)) return false;
  return [...PROHIBITIONS, ...RULES].some((cue) => cue.test(spoken));
}

/** Nothing in it says what the matter is. */
function isEmptyReproach(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? [];
  return words.filter((word) => !EMPTY.has(word.replace(/[./-]+$/, ''))).length <= 1;
}

const EMPTY = new Set(
  `a an the and or but so of to in on at for with from by as is are was were be been isn wasn aren it its that this these
  those there you your i my we our me s t re ve d ll m no nope not never yes hey oh ok okay please stop wait well come on
  wrong incorrect right correct true acceptable allowed mistake mistakes error errors problem thing things same again once
  more first second third fourth fifth last next time times twice already before yesterday today now still just only even
  really simply seriously told tell said say asked ask mean meant want wanted what how why when like way do did don didn
  does doing done have has had keep kept happen happens happened supposed many often must should fix undo revert`.split(
    /\s+/,
  ),
);
