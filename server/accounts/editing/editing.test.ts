// Tests over HTTP of who has a draft open: two users hear of each other on the live channel, other
// practices and roles do not.

import { v4 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardEvent } from '../../../shared/exchange/board.ts';
import type { DraftWindows } from '../../../shared/exchange/editing.schema.ts';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { addDesigner, addPractice, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';

const draft = { kind: 'text', id: 'foto@2' };
let t: TestApp, p: Practice, other: Practice;
let designer: Awaited<ReturnType<typeof addDesigner>>;
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer: quickRenderer() });
  p = await addPractice(t, 'nord', []);
  other = await addPractice(t, 'sued', []);
  designer = await addDesigner(p);
});
afterAll(() => t.drop());

const say = (
    { users }: Practice,
    as = users.owner as { token: string },
    word: object = {},
    of = p,
  ): Promise<Answer> =>
    of.call('/editing', {
      as,
      method: 'POST',
      json: { draft, windowId: v4(), isOpen: true, ...word },
    }),
  namesIn = ({ json }: Answer): string[] => (json as DraftWindows).windows.map(({ name }) => name);

/** Listens as the staff of a practice. */
function listen({ cid }: Practice): string[][] {
  const heard: string[][] = [];
  void t.deps.bus.staff(cid, {
    send: (event, data) => {
      if (event === 'editing')
        heard.push(
          (data as Extract<BoardEvent, { kind: 'editing' }>).windows.map(({ name }) => name),
        );
      return true;
    },
    closed: new Promise(() => undefined),
  });
  return heard;
}

describe('who has a draft open', () => {
  it('two users learn of each other at once, and of the end', async () => {
    const heard = listen(p),
      elsewhere = listen(other),
      windowId = v4();
    expect(namesIn(await say(p, p.users.owner, { windowId }))).toEqual(['Özlem Yıldız-owner']);
    expect(namesIn(await say(p, designer))).toEqual(['Özlem Yıldız-owner', 'Gesa Gestalt']);
    expect(namesIn(await say(p, p.users.owner, { windowId, isOpen: false }))).toEqual([
      'Gesa Gestalt',
    ]);
    expect(heard).toEqual([
      ['Özlem Yıldız-owner'],
      ['Özlem Yıldız-owner', 'Gesa Gestalt'],
      ['Gesa Gestalt'],
    ]);
    expect(elsewhere).toEqual([]);
  });
  it('another practice with a draft of the same name sees its own users only', async () => {
    expect(namesIn(await say(other, other.users.owner, {}, other))).toEqual(['Özlem Yıldız-owner']);
    expect((await say(other, other.users.owner)).status).toBeGreaterThanOrEqual(400);
  });
  it('only users who may edit drafts take part', async () => {
    for (const as of [p.users.staff, p.users.reception])
      expect((await say(p, as)).status).toBe(403);
    expect((await say(p, p.users.owner, { draft: { kind: 'akte', id: '1' } })).code).toBe(
      'validation',
    );
  });
});
