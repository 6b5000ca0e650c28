import type { Domain, OutcomeStatus, RootCauseCategory, Strategy } from '../../../journal/index.js';
import { optionsOf } from '../../fields/options.js';
import { optionalText } from '../../fields/text.js';

export const DOMAINS = optionsOf<Domain>({
  debugging: true,
  refactoring: true,
  feature: true,
  testing: true,
  configuration: true,
  documentation: true,
  performance: true,
  security: true,
  integration: true,
});

export const STRATEGIES = optionsOf<Strategy>({
  'systematic-elimination': true,
  'trial-and-error': true,
  'research-first': true,
  'divide-and-conquer': true,
  'root-cause-analysis': true,
  'copy-from-similar': true,
  'check-assumptions': true,
  'read-the-error': true,
  'ask-user': true,
});

export const OUTCOME_STATUSES = optionsOf<OutcomeStatus>({ confirmed: true, falsified: true, abandoned: true });

export const ROOT_CAUSE_CATEGORIES = optionsOf<RootCauseCategory>({
  'wrong-assumption': true,
  'missing-knowledge': true,
  oversight: true,
  'environment-issue': true,
  'misleading-symptom': true,
  'incomplete-fix': true,
  'wrong-scope': true,
  'test-isolation': true,
  'timing-issue': true,
});

export const OPEN_ENTRY_ID = optionalText(100, 'Which entry; needed only if several are open');
