import type { Experience } from '../../../learning/index.js';

/** An experience as the tools show it. One entry is one experience, so both ids are the entry's. */
export function showExperience(experience: Experience) {
  const { rootCause, lesson } = experience;
  return {
    id: experience.id,
    ghap_id: experience.id,
    domain: experience.domain,
    strategy: experience.strategy,
    goal: experience.goal,
    hypothesis: experience.hypothesis,
    action: experience.action,
    prediction: experience.prediction,
    outcome_status: experience.outcomeStatus,
    outcome_result: experience.outcomeResult,
    surprise: experience.surprise,
    root_cause: rootCause === null ? null : { category: rootCause.category, description: rootCause.description },
    lesson: lesson === null ? null : { what_worked: lesson.what_worked, takeaway: lesson.takeaway ?? null },
    confidence_tier: experience.confidenceTier,
    created_at: experience.createdAt,
  };
}
