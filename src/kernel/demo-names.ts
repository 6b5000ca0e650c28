/** The adapter of the scripted voices without a language model. Earlier versions called it "rehearsal". */
export const DEMO = 'demo';
export const OLD_DEMO = 'rehearsal';

/** The current names for a participant with names of earlier versions. */
export function withCurrentDemoName<Named extends { readonly cli: string; readonly model?: string }>(
  participant: Named,
): Named {
  if (participant.cli !== OLD_DEMO) return participant;
  return { ...participant, cli: DEMO, ...(participant.model === 'sceptic' ? { model: 'skeptic' } : {}) };
}

/** Whether all of these participants (`model@adapter`, maybe with `#2`) are voices of the demo, also by its old name. */
export function isDemoPanel(participants: readonly string[]): boolean {
  return participants.length > 0 && participants.every((name) => /@(?:demo|rehearsal)\s*(?:#\d+)?$/.test(name));
}
