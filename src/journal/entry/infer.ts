import type { Domain, Strategy } from './entry.js';

type Rules<Choice> = readonly (readonly [Choice, RegExp])[];

/** The first rule that matches counts. "Fix" is debugging unless the goal says what kind of fault it is. */
const DOMAIN_RULES: Rules<Domain> = [
  ['documentation', /\b(?:docs?|documentation|readme|changelog|docstrings?)\b/i],
  ['refactoring', /\b(?:refactor\w*|renam\w*|extract\w*|simplif\w*|restructur\w*|clean(?:ing)? up|deduplicat\w*)\b/i],
  ['performance', /\b(?:slow\w*|faster|latency|performance|speed\w*|throughput|memory|optimi[sz]\w*)\b/i],
  ['security', /\b(?:security|vulnerab\w*|xss|csrf|injection|cve|exploit\w*)\b/i],
  ['debugging', /\b(?:fix\w*|bugs?|debug\w*|fail\w*|errors?|crash\w*|broken|hang\w*|flaky|wrong|regression|why)\b/i],
  ['testing', /\b(?:tests?|testing|coverage|fixtures?|mocks?)\b/i],
  ['security', /\b(?:auth\w*|permissions?|secrets?|tokens?|passwords?|encrypt\w*)\b/i],
  ['configuration', /\b(?:config\w*|settings?|env\w*|docker\w*|ci|pipeline|deploy\w*|install\w*|upgrade\w*)\b/i],
  ['integration', /\b(?:api|webhooks?|integrat\w*|endpoints?|sdk|connect\w*|third-party)\b/i],
  ['feature', /\b(?:add\w*|implement\w*|support\w*|creat\w*|build\w*|new|let|allow\w*|feature)\b/i],
];

const STRATEGY_RULES: Rules<Strategy> = [
  ['ask-user', /\bask\w*\b|\bclarif\w*/i],
  ['read-the-error', /\b(?:stack ?traces?|traceback|error message|stderr|logs?)\b/i],
  ['systematic-elimination', /\b(?:bisect\w*|one by one|one at a time|eliminat\w*|rul\w+ out|disabl\w* each)\b/i],
  ['divide-and-conquer', /\b(?:split\w*|isolat\w*|narrow\w*|halv\w*|minimal|separately)\b/i],
  ['copy-from-similar', /\b(?:cop(?:y|ies|ied)|same way|similar|mirror\w*|reus\w*|as in)\b/i],
  ['research-first', /\b(?:read\w*|documentation|docs|look\w* up|search\w*|research\w*|study\w*)\b/i],
  ['check-assumptions', /\b(?:check\w*|verif\w*|confirm\w*|print\w*|inspect\w*|measur\w*|assert\w*|profil\w*)\b/i],
  ['trial-and-error', /\b(?:try\w*|experiment\w*|increas\w*|decreas\w*|rais\w*|lower\w*|tweak\w*|bump\w*)\b/i],
];

interface Texts {
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
}

/** What kind of work it is, by the words of the goal, then by the rest. */
export function inferDomain({ goal, hypothesis, action }: Texts): Domain {
  return firstMatch(DOMAIN_RULES, [goal, `${hypothesis} ${action}`]) ?? 'debugging';
}

/** How the agent goes about it, by the words of the action, then by the rest. */
export function inferStrategy({ goal, hypothesis, action }: Texts): Strategy {
  return firstMatch(STRATEGY_RULES, [action, `${hypothesis} ${goal}`]) ?? 'root-cause-analysis';
}

function firstMatch<Choice>(rules: Rules<Choice>, texts: readonly string[]): Choice | undefined {
  for (const text of texts) {
    const found = rules.find(([, pattern]) => pattern.test(text));
    if (found !== undefined) return found[0];
  }
  return undefined;
}
