import type { Evidence } from '../evidence/open-evidence.js';
import type { CouncilSettings, EvidenceSettings } from '../settings.js';
import { answerToKeep, latestCalls, type RecordedCall } from './store/run-record.js';

/** A run was continued: what held from then on, and which turns were answered by then. */
export interface Stage {
  readonly evidence: EvidenceSettings;
  readonly fileTree: CouncilSettings['fileTree'];
  readonly answered: readonly AnsweredTurn[];
}

type AnsweredTurn = readonly [round: number, participant: string];

/** The first attempt has none: it is held with what the run began with. */
export function stagesIn(facts: ReadonlyMap<string, string>): Stage[] {
  const stages: Stage[] = [];
  for (;;) {
    const stored = facts.get(stageKey(stages.length));
    if (stored === undefined) return stages;
    stages.push(JSON.parse(stored) as Stage);
  }
}

export function stageKey(earlier: number): string {
  return `lasting/stage/${earlier + 1}`;
}

export function stageOf({ evidence, fileTree }: CouncilSettings, calls: readonly RecordedCall[]): Stage {
  const answered = [...latestCalls(calls).values()]
    .filter((call) => call.phase === 'turn' && call.call === 1 && answerToKeep(call) !== undefined)
    .map(({ round, participant }) => [round, participant] as const);
  return { evidence, fileTree, answered };
}

/** The limits of a debate that was continued under smaller ones. */
export interface LimitsInForce {
  /** As the prompts of the round that is under way tell of them. */
  readonly told: CouncilSettings;
  /** As whoever looks at the project is held to them. */
  readonly kept: CouncilSettings;
  /** Has to see the rounds begin, and who looks. */
  follow(evidence: Evidence): Evidence;
}

/** The most that any configuration allows: a record from elsewhere may say what it likes. */
const MOST_REQUESTS = 50;

/**
 * What was answered stays what it is: a round that somebody has answered goes on with the limits that it was begun with,
 * else prompts that have their answers would be worded anew, and what was found in them would be lost. The smaller ones
 * hold for everybody who looks from now on, and are told from the next round on.
 */
export function limitsInForce(
  begunWith: EvidenceSettings,
  stages: readonly Stage[],
  settings: CouncilSettings,
): LimitsInForce {
  if (stages.length === 0) return { told: settings, kept: settings, follow: (evidence) => evidence };
  const { evidence: present } = settings;
  let underWay: { readonly round: number; readonly asker?: string } = { round: 1 };

  /** Those of the attempt in which it was answered. */
  const whenAnswered = (isMeant: (turn: AnsweredTurn) => boolean): EvidenceSettings => {
    const found = stages.findIndex(({ answered }) => answered.some(isMeant));
    if (found === -1) return present;
    return stages[found - 1]?.evidence ?? begunWith;
  };
  const ofRound = () => whenAnswered(([round]) => round === underWay.round);
  const ofTurn = () => whenAnswered(([round, name]) => round === underWay.round && name === underWay.asker);

  return {
    told: {
      ...settings,
      get evidence() {
        const { maxRequestsPerAnswer, maxFileBytes, outputMaxChars, contextRounds } = ofRound();
        return { ...present, maxRequestsPerAnswer, maxFileBytes, outputMaxChars, contextRounds };
      },
    },
    kept: {
      ...settings,
      evidence: {
        ...present,
        get maxRequestsPerAnswer() {
          return Math.min(ofTurn().maxRequestsPerAnswer, MOST_REQUESTS);
        },
        get outputMaxChars() {
          return ofRound().outputMaxChars;
        },
      },
    },
    follow: (evidence) => ({
      ...evidence,
      openRound(round, limits) {
        underWay = { round };
        const opened = evidence.openRound(round, limits);
        return {
          ...opened,
          look(asker, answer, shown) {
            underWay = { round, asker };
            return opened.look(asker, answer, shown);
          },
        };
      },
    }),
  };
}
