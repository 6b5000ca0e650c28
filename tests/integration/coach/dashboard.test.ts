import { describe, expect, it, vi } from 'vitest';
import { withoutStatus } from '../../support/coach-fixture.js';
import { runCoach } from '../../support/running-coach.js';
import { scratchFolder } from '../../support/scratch-folder.js';

describe('the dashboard of a running coach', () => {
  it('12.1, 12.5, EC-82: sends the state to all pages at once, and then that gh is missing', async () => {
    vi.stubEnv('PATH', scratchFolder('empty'));
    const coach = await runCoach({ 'src/a.ts': '' });
    const [page, other] = [await coach.openPage(), await coach.openPage()];
    page.send('dashboard:request', { statsPeriod: '7d' }, 'ask');
    expect(await page.next('dashboard:state')).toMatchObject({
      id: 'ask',
      payload: { stats: { period: '7d', sessionsCompleted: 0 }, katas: [], gaps: [], inProgressSessions: [] },
    });
    expect((await other.next('dashboard:state')).payload.stats.period).toBe('7d');
    for (const each of [page, other]) {
      expect((await each.next('dashboard:issues_error')).payload.error).toMatch(/^GitHub CLI not found/);
    }
  });

  it('12.8: refreshes issues alone', async () => {
    vi.stubEnv('PATH', scratchFolder('empty'));
    const page = await (await runCoach()).openPage();
    page.send('dashboard:refresh_issues', {}, 'again');
    expect(await page.next('dashboard:issues_error')).toMatchObject({ id: 'again' });
    expect(withoutStatus(await page.settled())).toEqual([]);
  });

  it('shows the session that is open in this project, and closes gaps of the person', async () => {
    const coach = await runCoach();
    const page = await coach.openPage();
    page.send('session:start', { goal: 'repair the cart' });
    const { sessionId } = (await page.next('session:started')).payload;
    const found = { topic: 'closures', severity: 'high', evidence: 'seen', relatedConcepts: [] } as const;
    const { gap } = await coach.store.gaps.record({ sessionId, ...found });
    page.send('gap:update', { gapId: gap.id, addressed: true }, 'close');
    expect(await page.next('dashboard:state')).toMatchObject({
      id: 'close',
      payload: {
        inProgressSessions: [{ id: sessionId, issueTitle: 'repair the cart' }],
        gaps: [{ topic: 'closures', addressed: true }],
      },
    });
    page.send('gap:update', { gapId: 'none', addressed: true }, 'none');
    expect(await page.next('connection:error')).toMatchObject({ id: 'none', payload: { code: 'NOT_FOUND' } });
  });
});
