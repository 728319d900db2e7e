// Tests of bodies sent with a poke on both databases: the same bodies as a pull, only to a
// listening tablet, within the limits.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { toBase64 } from '../../../shared/exchange/sealing.ts';
import { INLINE_CHARS, type TaskBody } from '../../../shared/exchange/sync.ts';
import type { Store } from '../../platform/db/store.ts';
import { withdrawMappe } from '../task/change-task.ts';
import { moveMappe } from '../task/place-mappe.ts';
import { announceConfig } from './feed.ts';
import { openWorld, READING, START, type Device, type World } from './testing.ts';

describe.each(STORES)('pokes on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device, second: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
    second = await world.tablet('Tablet 2');
    world.listening.add(second.id);
    // The first transaction after a start requests the practice's key and does not wait for it.
    await world.write(announceConfig);
    await world.write(async (w) => {
      w.emit({ to: 'tablet', tabletId: second.id, event: { kind: 'poke', seq: 2 } });
    });
    world.events.length = 0;
  });
  const pokes = (to: Device) =>
    world.events.flatMap((e) =>
      e.to === 'tablet' && e.tabletId === to.id && e.event.kind === 'poke' ? [e.event] : [],
    );

  it('[sync L6][sync L2] sends every row of the transaction to the listening tablet, identical to a pull', async () => {
    const { mappeId } = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', 'datenschutz@1'],
    });
    const cursor = (await second.pull()).cursor;
    world.events.length = 0;
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const [poke, more] = pokes(second);
    expect(more).toBeUndefined();
    const pulled = await second.pull(cursor);
    expect(poke).toMatchObject({
      seq: pulled.cursor,
      inline: { from: cursor, epoch: pulled.epoch },
    });
    const open = (items: typeof pulled.items) =>
      Promise.all(
        items.map(async (i) => ({
          seq: i.seq,
          op: i.op,
          taskId: i.taskId,
          body: { ...((await second.open(i)) as TaskBody), origin: '' },
        })),
      );
    expect(await open(poke?.inline?.items ?? [])).toEqual(await open(pulled.items));
    expect(pulled.items.map((i) => i.op)).toEqual(['put', 'put']);
    await expect(tablet.open(poke!.inline!.items[0]!)).rejects.toThrow();
    // The other tablet does not listen: pokes without bodies only.
    expect(pokes(tablet).map((p) => p.inline)).toEqual([undefined, undefined]);
    world.events.length = 0;
    await world.write((w) => withdrawMappe(w, world.links, mappeId));
    expect(pokes(second)[0]?.inline?.items.map((i) => i.op)).toEqual(['revoke', 'revoke']);
  });

  it("[sync L6] seals with the channel's key while it is open, with fresh ones otherwise", async () => {
    const { mappeId } = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', 'datenschutz@1'],
    });
    const { sealKey } = await world.core.listener(second.actor);
    /** Returns the ephemeral keys that the rows of one poke are sealed with; each row is opened. */
    const moved = async (): Promise<string[]> => {
      await world.write((w) => moveMappe(w, world.links, mappeId, tablet.id));
      world.events.length = 0;
      await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
      const items = pokes(second)[0]?.inline?.items ?? [];
      expect(
        await Promise.all(items.map(async (i) => ((await second.open(i)) as TaskBody).mappeId)),
      ).toEqual([mappeId, mappeId]);
      return items.map((i) =>
        Buffer.from(i.body ?? '', 'base64')
          .subarray(1, 66)
          .toString('base64'),
      );
    };
    const before = await moved(),
      channel = world.seals.begin(second.id, sealKey);
    expect(await moved()).toEqual([channel.point, channel.point]);
    // A replaced channel ends later without affecting its successor; another registration has
    // another key.
    const next = world.seals.begin(second.id, sealKey);
    channel.end();
    expect(await moved()).toEqual([next.point, next.point]);
    expect(
      toBase64(world.seals.of(second.id, (await world.core.listener(tablet.actor)).sealKey).point),
    ).not.toBe(next.point);
    next.end();
    for (const point of [...before, ...(await moved())])
      expect([channel.point, next.point]).not.toContain(point);
  });

  it('[sync L6][sync L4] only pokes for drafts to be opened, for settings, and for a large Mappe', async () => {
    const { mappeId } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox();
    await tablet.putDraft(body!, 1, {
      page: 1,
      declarations: [],
      reading: READING,
      ink: null,
      language: 'de',
      textScale: 100,
      isCalm: false,
      at: START,
    });
    world.events.length = 0;
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    expect(pokes(second).map((p) => p.inline)).toEqual([undefined]);
    world.events.length = 0;
    await world.write(announceConfig);
    expect(pokes(second).map((p) => p.inline)).toEqual([undefined]);
    await world.write((w) => withdrawMappe(w, world.links, mappeId));
    const thick = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', 'datenschutz@1', 'extraktion@1', 'foto@1'],
    });
    world.events.length = 0;
    await world.write((w) => moveMappe(w, world.links, thick.mappeId, second.id));
    expect(pokes(second).every((p) => p.inline === undefined)).toBe(true);
  });

  it('[sync L6] stays below the buffer limit of a stuck stream', async () => {
    const { mappeId } = await world.mappe({ tabletId: tablet.id, templates: ['extraktion@1'] });
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const size =
      pokes(second)
        .at(-1)
        ?.inline?.items.reduce((n, i) => n + (i.body?.length ?? 0), 0) ?? 0;
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(INLINE_CHARS);
  });
});
