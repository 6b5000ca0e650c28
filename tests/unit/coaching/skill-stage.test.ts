import { describe, expect, it } from 'vitest';
import { stageFor } from '../../../src/coaching/skill-stage.js';

const SKILLS = [
  { skillArea: 'TypeScript', stage: 'competent', confidence: 0.5 },
  { skillArea: 'TypeScript generics', stage: 'novice', confidence: 0.9 },
  { skillArea: 'React state', stage: 'proficient', confidence: 0.4 },
  { skillArea: 'error handling in Go', stage: 'expert', confidence: 0.7 },
] as const;

describe('the stage of a person', () => {
  it.each([
    [['typescript'], 'competent'],
    [['Generics of TypeScript'], 'novice'],
    [['typescriptreact'], 'competent'],
    [['golang'], 'expert'],
    [['ruby', 'React'], 'proficient'],
    [['python', 'the loops'], 'novice'],
    [[], 'novice'],
  ] as const)('is that of the nearest skill (%j: %s)', (topics, stage) => {
    expect(stageFor(topics, SKILLS)).toBe(stage);
  });

  it('is that of a novice without assessments', () => {
    expect(stageFor(['typescript'], [])).toBe('novice');
  });

  it('is that of the surest of two skills that are as near', () => {
    const skills = [
      { skillArea: 'python lists', stage: 'novice', confidence: 0.2 },
      { skillArea: 'python maps', stage: 'expert', confidence: 0.8 },
    ] as const;
    expect(stageFor(['python'], skills)).toBe('expert');
  });
});
