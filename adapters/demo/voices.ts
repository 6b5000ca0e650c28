/** The statement of a sentence about the option that it names. */
export type Subject = 'in use' | 'trouble' | 'little work' | 'more work';

/** A participant with one fixed rule: sentences on its own subjects count double. */
export interface Voice {
  readonly subjects: readonly Subject[];
  readonly looksFor: string;
}

export const VOICES: Readonly<Record<string, Voice>> = {
  steward: { subjects: ['in use'], looksFor: 'what is in use already' },
  skeptic: { subjects: ['trouble'], looksFor: 'what went wrong or could go wrong' },
  builder: { subjects: ['little work', 'more work'], looksFor: 'how much work each option is' },
};
