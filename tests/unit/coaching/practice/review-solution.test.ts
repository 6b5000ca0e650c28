import { describe, expect, it } from 'vitest';
import { createPromptContext } from '../../../../src/coaching/index.js';
import { dueAfter } from '../../../../src/coaching/practice/review-solution.js';
import { helpFixture, REVIEWED } from '../../../support/help-fixture.js';

const CONSTRAINT = (level: number) => ({
  title: `Constraint ${level}`,
  description: `Without ${level}.`,
  minLevel: level,
});

describe('the review of a solution', () => {
  it('11.6: has the notes for the reviewer, the stage of the topic and the chosen constraints, and is appended', async () => {
    const { review, plantKata, store, server, lastMessage, helpActions, calls, clock } = await helpFixture();
    const kata = await plantKata({ topic: 'JavaScript closures' });
    await store.assessments.save({ skillArea: 'closures', stage: 'proficient', confidence: 0.5, evidence: '' });
    expect(await review(kata.id, 'count()', ['Constraint 3'])).toEqual([
      'review:response',
      {
        kataId: kata.id,
        correct: true,
        feedback: 'It works.',
        level: 5,
        passed: true,
        followUp: { type: 'constraint_escalation', constraint: 'Use no loop.' },
        dreyfusSignal: 'advancing',
        unlockedConstraints: [CONSTRAINT(1), CONSTRAINT(3), CONSTRAINT(5)],
      },
    ]);
    expect(server.calls[0]).toMatchObject({ callType: 'practice_review', model: 'claude-sonnet-5' });
    expect(server.calls[0]?.system).toContain('Dreyfus model is proficient');
    expect(lastMessage()).toEqual({
      kata_description: 'Count how often each word occurs.',
      instructor_notes: 'Look for a map.',
      active_constraints: [{ title: 'Constraint 3', description: 'Without 3.' }],
      user_code: 'count()',
      previous_attempts: [],
    });
    expect((await store.katas.get(kata.id))?.userAttempts).toEqual([
      {
        ...{ code: 'count()', review: 'It works.', level: 5, passed: true, constraints: [CONSTRAINT(3)] },
        ...{ reviewedAt: clock.now().toISOString(), dueAt: expect.any(String) },
      },
    ]);
    expect(await helpActions()).toEqual([
      ['review_requested', { kataId: kata.id }],
      [
        'review_completed',
        {
          ...{ kataId: kata.id, level: 5, passed: true },
          ...{ model: 'claude-sonnet-5', latency_ms: expect.any(Number), success: true },
        },
      ],
    ]);
    expect(await calls()).toMatchObject([{ call_type: 'practice_review', session_id: null }]);
  });

  it('11.7: unlocks the constraints between the best level so far and the new one', async () => {
    const { review, plantKata, store, server } = await helpFixture();
    const kata = await plantKata();
    await store.katas.addAttempt(kata.id, { code: 'first', level: 2 });
    expect(await review(kata.id)).toMatchObject([
      'review:response',
      { level: 5, unlockedConstraints: [CONSTRAINT(3), CONSTRAINT(5)] },
    ]);
    server.answer('practice_review', { ...REVIEWED, level: 4 });
    expect(await review(kata.id)).toMatchObject(['review:response', { level: 4, unlockedConstraints: [] }]);
  });

  it('11.8: gives the model the earlier attempts with the same constraints only, and keeps all of them', async () => {
    const { review, plantKata, store, lastMessage } = await helpFixture();
    const kata = await plantKata();
    const both = ['Constraint 1', 'Constraint 3'];
    await review(kata.id, 'plain');
    await review(kata.id, 'with both', both);
    await review(kata.id, 'with one', ['Constraint 1']);
    await review(kata.id, 'with both again', both.toReversed());
    expect(lastMessage()).toMatchObject({
      previous_attempts: [{ code: 'with both', review: 'It works.', level: 5, passed: true }],
    });
    const attempts = (await store.katas.get(kata.id))?.userAttempts ?? [];
    expect(attempts.map(({ code }) => code)).toEqual(['plain', 'with both', 'with one', 'with both again']);
  });

  it('gives the model at most the last ten of many attempts', async () => {
    const { review, plantKata, store, lastMessage } = await helpFixture();
    const kata = await plantKata();
    for (let attempt = 1; attempt <= 12; attempt++) await store.katas.addAttempt(kata.id, { code: `${attempt}` });
    await review(kata.id);
    const { previous_attempts } = lastMessage() as { previous_attempts: { code: string }[] };
    expect(previous_attempts.map(({ code }) => code)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '11', '12']);
  });

  it('gives the model 60,000 characters of earlier attempts, the newest first', async () => {
    const { review, plantKata, store, lastMessage } = await helpFixture();
    const kata = await plantKata();
    for (const letter of ['a', 'b', 'c']) await store.katas.addAttempt(kata.id, { code: letter.repeat(40_000) });
    await review(kata.id);
    const { previous_attempts } = lastMessage() as { previous_attempts: { code: string }[] };
    expect(previous_attempts.map(({ code }) => [code[0], code.length])).toEqual([
      ['b', 20_000],
      ['c', 40_000],
    ]);
  });

  it('of more than 60,000 characters is refused without a call', async () => {
    const { review, plantKata, server, store } = await helpFixture();
    const kata = await plantKata();
    expect(await review(kata.id, 'x'.repeat(60_001))).toEqual([
      'review:error',
      { kataId: kata.id, error: expect.stringMatching(/^The solution has more than 60,000 characters: [^\n]+$/) },
    ]);
    expect(server.calls).toEqual([]);
    expect((await store.katas.get(kata.id))?.userAttempts).toEqual([]);
    expect((await review(kata.id, 'x'.repeat(60_000)))[0]).toBe('review:response');
  });

  it('of a kata is described to an agent as what it is', async () => {
    const { review, reviewPhase, plantKata, sessions, actionLog, view, clock } = await helpFixture();
    const observer = { takeForPrompt: async () => null };
    const describeForPrompt = createPromptContext({ sessions, actionLog, observer, view, clock });
    const kata = await plantKata();
    await sessions.start({ goal: 'Cart loses items' });
    await review(kata.id);
    clock.advance(1000);
    expect(await describeForPrompt('agent')).toContain('On the page the person handed in a solution of a kata.');
    await reviewPhase();
    expect(await describeForPrompt('agent')).toContain('On the page the person asked for a review of the changes.');
  });

  it('11.9: of an unknown kata is refused without a call', async () => {
    const { review, server, helpActions } = await helpFixture();
    expect(await review('no-such-kata')).toEqual(['review:error', { kataId: 'no-such-kata', error: 'Kata not found' }]);
    expect(server.calls).toEqual([]);
    expect(await helpActions()).toEqual([['review_requested', { kataId: 'no-such-kata' }]]);
  });

  it('11.10: that fails after a retry appends nothing, and says why', async () => {
    const { review, plantKata, store, server, helpActions, calls } = await helpFixture();
    const kata = await plantKata();
    server.fail('practice_review', '529');
    expect(await review(kata.id)).toEqual([
      'review:error',
      { kataId: kata.id, error: expect.stringMatching(/^[^\n]{20,500}$/) },
    ]);
    expect(await calls()).toHaveLength(2);
    expect((await store.katas.get(kata.id))?.userAttempts).toEqual([]);
    expect((await helpActions())[1]).toEqual([
      'review_completed',
      expect.objectContaining({ kataId: kata.id, success: false, error: expect.any(String) }),
    ]);
  });

  it('EC-76: of an empty solution is asked for as well', async () => {
    const { review, plantKata, lastMessage } = await helpFixture();
    const kata = await plantKata();
    expect((await review(kata.id, ''))[0]).toBe('review:response');
    expect(lastMessage()).toMatchObject({ user_code: '' });
  });

  it('EC-77: ignores constraints that the kata does not have', async () => {
    const { review, plantKata, store, lastMessage } = await helpFixture();
    const kata = await plantKata();
    await review(kata.id, 'x', ['Constraint 1', 'Constraint 99']);
    expect(lastMessage()).toMatchObject({ active_constraints: [{ title: 'Constraint 1' }] });
    await review(kata.id, 'x', ['Constraint 99']);
    expect(lastMessage()).toMatchObject({ active_constraints: [] });
    expect((await store.katas.get(kata.id))?.userAttempts.at(-1)?.constraints).toEqual([]);
  });

  it('EC-79: 200 of them at the same time are 200 attempts', async () => {
    const { review, plantKata, store, told } = await helpFixture({ dailyCapUsd: 100 });
    const kata = await plantKata();
    const codes = Array.from({ length: 200 }, (_, index) => `solution ${index}`);
    await Promise.all(codes.map((code) => review(kata.id, code)));
    const attempts = (await store.katas.get(kata.id))?.userAttempts ?? [];
    expect(new Set(attempts.map(({ code }) => code))).toEqual(new Set(codes));
    expect(attempts).toHaveLength(200);
    expect(attempts.at(-1)?.dueAt).toBe(dueAfter(attempts));
    // Only the first of them unlocks anything.
    const unlocked = told.flatMap(([type, payload]) => (type === 'review:response' ? payload.unlockedConstraints : []));
    expect(unlocked).toHaveLength(3);
  });

  it('is paid once if the same submission comes again before the answer, and the kata says what is being reviewed', async () => {
    const { practice, review, plantKata, store, server, calls } = await helpFixture();
    const kata = await plantKata();
    server.delayMs = 20;
    const asked = new Promise<void>((resolve) => {
      server.onCall = () => resolve();
    });
    const told = review(kata.id, 'count()', [], 'first');
    await asked;
    practice.review({ kataId: kata.id, userCode: 'count()', activeConstraintTitles: [], submissionId: 'first' }, () =>
      expect.fail('it is announced twice'),
    );
    expect((await practice.load(kata.id)).reviewing).toEqual(['first']);
    expect((await told)[0]).toBe('review:response');
    const { reviewing, kata: practiced } = await practice.load(kata.id);
    expect(reviewing).toEqual([]);
    expect(practiced.attempts).toMatchObject([{ code: 'count()', submissionId: 'first' }]);
    expect(await calls()).toHaveLength(1);
    await review(kata.id, 'count()', [], 'second');
    expect((await store.katas.get(kata.id))?.userAttempts).toHaveLength(2);
  });

  it('of the same code by two submissions without a name is two reviews', async () => {
    const { review, plantKata, calls } = await helpFixture();
    const kata = await plantKata();
    await Promise.all([review(kata.id, 'count()'), review(kata.id, 'count()')]);
    expect(await calls()).toHaveLength(2);
  });

  it('stores with the attempt, in one transaction, when the kata is due, so that no kill comes between them', async () => {
    const { review, plantKata, store, practice, server, clock } = await helpFixture();
    const kata = await plantKata();
    server.answer('practice_review', { ...REVIEWED, passed: false });
    await review(kata.id);
    const dueAt = new Date(clock.now().getTime() + 86_400_000).toISOString();
    expect((await store.katas.get(kata.id))?.userAttempts).toMatchObject([{ passed: false, dueAt }]);
    expect((await practice.load(kata.id)).kata.dueAt).toBe(dueAt);
  });

  it('of a kata that is deleted before the answer says so', async () => {
    const { review, plantKata, store, server, helpActions } = await helpFixture();
    const kata = await plantKata();
    server.delayMs = 20;
    const deleted = new Promise((resolve) => {
      server.onCall = () => resolve(store.katas.remove(kata.id));
    });
    const told = review(kata.id);
    expect(await deleted).toBe(true);
    expect(await told).toMatchObject(['review:error', { error: expect.stringContaining('may have been deleted') }]);
    expect((await helpActions())[1]).toMatchObject(['review_completed', { success: false }]);
  });

  it('sends no secret of the solution', async () => {
    const { review, plantKata, server } = await helpFixture();
    const kata = await plantKata();
    await review(kata.id, 'const password = "hunter2hunter2";');
    expect(server.calls[0]?.userMessage).not.toContain('hunter2');
  });
});
