import { collapseSpaces } from './words.js';

/** One line that may be cited: where it stands, and what it says. */
export interface MaterialLine {
  readonly section: string;
  /** `path:line` where the line names a place in a file, else the section and the line's number in it. */
  readonly where: string;
  readonly path: string | undefined;
  readonly text: string;
}

export interface PeerAnswer {
  readonly label: string;
  readonly lines: readonly string[];
}

/** What a rehearsal voice makes of the same prompt that every model gets. */
export interface Briefing {
  readonly question: string;
  readonly contextLines: readonly string[];
  readonly material: readonly MaterialLine[];
  readonly listedOptions: readonly { readonly id: string; readonly text: string }[];
  readonly peers: readonly PeerAnswer[];
  readonly ownAnswers: readonly PeerAnswer[];
  readonly stance: 'for' | 'against' | undefined;
  /** Only the vote line is wanted. */
  readonly voteOnly: boolean;
  /** The prompt explains how to ask for evidence, and none has been delivered yet. */
  readonly mayAskForEvidence: boolean;
}

export function readBriefing(prompt: string): Briefing {
  const sections = splitSections(prompt);
  const named = (name: string) => sections.find(({ heading }) => heading === name);
  const instructions = sections.filter(isInstruction).flatMap(({ plain }) => plain);
  const ownAnswers = sections.filter(({ heading }) => /^your (own )?(last )?answer/i.test(heading));
  const peers = sections.filter(isPeer);
  const material = sections.filter((section) => isMaterial(section) && !peers.includes(section));
  const context = named('Context');
  const stance = /strongest honest case (for|against)\b/.exec(named('Your part')?.plain.join(' ') ?? '')?.[1];
  return {
    question: (named('Question')?.quoted ?? openingOf(sections)).join('\n'),
    contextLines: context?.quoted ?? [],
    material: material.flatMap(toMaterialLines),
    listedOptions: sections.filter(({ heading }) => heading === 'Options so far').flatMap(toListedOptions),
    peers: peers.map(toAnswer),
    ownAnswers: ownAnswers.map(toAnswer),
    stance: stance === 'for' || stance === 'against' ? stance : undefined,
    voteOnly: instructions.some((line) => /nothing but the vote line/i.test(line)),
    mayAskForEvidence:
      instructions.some((line) => line.includes('TOOL_REQUEST:')) &&
      !sections.some(({ heading }) => EVIDENCE_HEADING.test(heading) && /result/i.test(heading)) &&
      !ownAnswers.some(({ quoted }) => quoted.some((line) => line.startsWith('TOOL_REQUEST:'))),
  };
}

interface PromptSection {
  readonly heading: string;
  readonly quoted: string[];
  readonly plain: string[];
}

function splitSections(prompt: string): PromptSection[] {
  const sections: PromptSection[] = [{ heading: '', quoted: [], plain: [] }];
  for (const line of prompt.split(/\r?\n/)) {
    if (line.startsWith('## ')) {
      sections.push({ heading: collapseSpaces(line.slice(3)), quoted: [], plain: [] });
      continue;
    }
    const section = sections.at(-1);
    if (line.startsWith('>')) section?.quoted.push(collapseSpaces(line.slice(1)));
    else section?.plain.push(collapseSpaces(line));
  }
  return sections;
}

const EVIDENCE_HEADING = /tool|result|evidence|file|tree|decision|memor|recall/i;
const INSTRUCTION_HEADING = /^(|your (part|vote)|what to do\b.*|options so far)$/i;

function isInstruction({ heading }: PromptSection): boolean {
  return !/^(question|context)$/i.test(heading) && !/result/i.test(heading);
}

function isPeer({ heading, quoted }: PromptSection): boolean {
  if (/^(question|context|your |options so far)/i.test(heading) || quoted.length === 0) return false;
  if (/^participant\b/i.test(heading)) return true;
  return !EVIDENCE_HEADING.test(heading) && quoted.some((line) => line.startsWith('VOTE:'));
}

function isMaterial({ heading, quoted }: PromptSection): boolean {
  // What was decided before is no fact about an option; counted as one, a voice would follow its own old words.
  if (heading === 'Past decisions') return false;
  return quoted.length > 0 && !/^(question|your )/i.test(heading) && !INSTRUCTION_HEADING.test(heading);
}

/** A prompt of another shape still deserves an answer: its first words are taken for the question. */
function openingOf(sections: readonly PromptSection[]): string[] {
  const lines = sections.flatMap(({ plain, quoted }) => [...plain, ...quoted]).filter((line) => line !== '');
  return [lines.slice(0, 5).join(' ').slice(0, 1000)];
}

function toMaterialLines({ heading, quoted }: PromptSection): MaterialLine[] {
  let file: string | undefined;
  return quoted.map((line, index) => {
    if (MARK.test(line)) file = /\bread_file \{"path":"([^"\\]{1,300})"/.exec(line)?.[1];
    const inFile = /^([\w./@-]{1,300}:\d{1,9}):? ?(.*)$/.exec(line);
    const inReadFile = file === undefined ? null : /^(\d{1,9}): ?(.*)$/.exec(line);
    const place = inReadFile === null ? inFile?.[1] : `${file}:${inReadFile[1]}`;
    return {
      section: heading,
      where: place ?? `${heading}, line ${index + 1}`,
      path: place?.slice(0, place.lastIndexOf(':')),
      text: (inReadFile ?? inFile)?.[2] ?? line,
    };
  });
}

/** Stands around each result of a request; the first one says what was asked. */
const MARK = /^\[[0-9a-f]{12} (begin|end)\]/;

/** `- O1: PostgreSQL`, quoted or not; the id is whatever stands before the colon. */
function toListedOptions({ quoted, plain }: PromptSection): { id: string; text: string }[] {
  return [...quoted, ...plain].flatMap((line) => {
    const parts = /^- ([^\s:]{1,40}): (.+)$/.exec(line);
    return parts?.[1] !== undefined && parts[2] !== undefined ? [{ id: parts[1], text: parts[2] }] : [];
  });
}

/** What stands before and behind the mark of a shortened answer was never one sentence. */
const LEFT_OUT = /… ?\d[\d,.]{0,12} characters left out ?…/;

function toAnswer({ heading, quoted }: PromptSection): PeerAnswer {
  return { label: heading, lines: quoted.flatMap((line) => line.split(LEFT_OUT)) };
}
