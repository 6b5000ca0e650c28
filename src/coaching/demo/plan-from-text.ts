import { cutText } from '../../kernel/cut-text.js';
import type { CoachAgentResponse } from '../prompts/coach-agent.js';
import type { HintLevel, Stage } from '../vocabulary.js';
import { choosePhases } from './choose-phases.js';
import { outlinePlan, type Section } from './plan-outline.js';
import { createFileFinder } from './plan-paths.js';

export interface DemoPlanInput {
  readonly planText: string;
  /** The title of a plan without structure. */
  readonly issueSummary: string;
  readonly stage: Stage;
  /** The files of the project that models may see. */
  readonly files: readonly string[];
}

/** Says in everything that the demo coach writes where it comes from. */
export const DEMO_NOTE = 'Demo coach: made from the headings of the plan, without a model.';

/** A plan without a model: headings and list items become phases. */
export function planFromText({ planText, issueSummary, stage, files }: DemoPlanInput): CoachAgentResponse {
  const plan = outlinePlan(cutText(planText, MAX_PLAN_LENGTH));
  const findFiles = createFileFinder(files);
  const getFiles = ({ lines }: Section) => findFiles(lines.join('\n'));
  const chosen = choosePhases(plan, (section) => getFiles(section).length > 0).filter(({ text }) => text !== '');
  const sections = chosen.length > 0 ? chosen.slice(0, MAX_PHASES) : [{ ...plan, text: issueSummary }];
  const phases = sections.map((section, index) => {
    const named = getFiles(section);
    const paths = [...new Set(named.map(({ path }) => path))];
    return {
      number: index + 1,
      title: cutText(section.text, MAX_TITLE_LENGTH),
      description: [describe(section), DEMO_NOTE].filter((text) => text !== '').join('\n\n'),
      expected_files: paths,
      hint_level: HINT_LEVEL_OF[stage],
      // All of them at every level: the level only says how many the person sees at first.
      hints: {
        file_hints: paths.map((path) => ({ path, style: 'suggested' as const })),
        line_hints: named.flatMap(({ path, lines }) =>
          lines === undefined ? [] : [{ path, ...lines, style: 'focus' as const, hover_text: LINE_NOTE }],
        ),
      },
      knowledge_gap_opportunities: [],
    };
  });
  return { phases, memory_connection: null, estimated_difficulty: estimateDifficulty(phases) };
}

const MAX_PLAN_LENGTH = 50_000;
const MAX_PHASES = 30;
const MAX_TITLE_LENGTH = 120;
const LINE_NOTE = `The plan names these lines. ${DEMO_NOTE}`;

const HINT_LEVEL_OF: Readonly<Record<Stage, HintLevel>> = {
  novice: 'line',
  advanced_beginner: 'region',
  competent: 'file',
  proficient: 'none',
  expert: 'none',
};

/** What the plan says below the title; empty if it says no more than the title. */
function describe({ lines, titleLines, text }: Section): string {
  const [first = '', ...others] = lines.slice(titleLines);
  const marker = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[[ xX]\]\s+)?/.exec(first)?.[0] ?? '';
  const indent = others.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/\S/))), 99);
  const body = [first.slice(marker.length), ...others.map((line) => line.slice(indent))].join('\n').trim();
  return body.replace(/[*`]|[.:]$/g, '') === text ? '' : body;
}

function estimateDifficulty(phases: CoachAgentResponse['phases']): CoachAgentResponse['estimated_difficulty'] {
  const files = new Set(phases.flatMap(({ expected_files }) => expected_files)).size;
  if (phases.length <= 2 && files <= 2) return 'beginner';
  return phases.length <= 6 && files <= 8 ? 'intermediate' : 'advanced';
}
