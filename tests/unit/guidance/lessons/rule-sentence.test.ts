import { describe, expect, it } from 'vitest';
import { detectLessons } from '../../../../src/guidance/lessons/detect-lessons.js';
import { draftOfWords } from '../../../../src/guidance/lessons/lesson-node.js';
import { NOW } from '../fixture.js';

function draftOf(text: string) {
  const [lesson] = detectLessons({ role: 'user', text });
  if (lesson === undefined) throw new Error(`nothing was learned from: ${text}`);
  return draftOfWords(lesson, { role: 'user', recentUses: [] }, { sessionId: 's', now: NOW, redact: (words) => words });
}

describe('a draft says the rule, not the reproach', () => {
  it.each([
    ["No, that's wrong. Use pnpm, not npm, in this repository.", 'Use pnpm, not npm, in this repository'],
    ["That's wrong: use pnpm, not npm.", 'Use pnpm, not npm'],
    ['Use pnpm, not npm, again! This is the third time.', 'Use pnpm, not npm'],
    ['You did it again! Migrations live in db/migrations, not in src.', 'Migrations live in db/migrations, not in src'],
    ["You didn't run the tests. Always run `npm test` before you commit.", 'Always run `npm test` before you commit'],
    ['How many times do I have to tell you? We never use `any` here.', 'We never use `any` here'],
    ['No console.log in the worker sources. I told you twice.', 'No console.log in the worker sources'],
    ['You forgot to update marketplace.json. We never ship without it.', 'Update marketplace.json'],
    ['This is critical: never run the migrations by hand.', 'Never run the migrations by hand'],
  ])('%s', (text, label) => {
    expect(draftOf(text).label).toBe(label);
  });

  it('in its action as well; what was said first is the evidence', () => {
    const { node } = draftOf("No, that's wrong. Use pnpm, not npm, in this repository.");
    expect(node).toMatchObject({
      pattern: { action: 'Use pnpm, not npm, in this repository.' },
      evidence: "User correction in session s: 'No, that's wrong.'",
    });
  });

  it('and the situation whole: a dot within a name ends nothing', () => {
    const { node } = draftOf("That's wrong. When plugin.json changes, marketplace.json must change, too.");
    expect(node).toMatchObject({ pattern: { situation: 'When plugin.json changes' } });
  });

  it('or the reproach, if nothing else was said', () => {
    expect(draftOf('You left console.log calls in the worker sources.').label).toBe(
      'You left console.log calls in the worker sources',
    );
  });
});
