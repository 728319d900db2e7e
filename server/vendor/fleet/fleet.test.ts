// The fleet through the routes: facts of each practice, changes over time, and nothing of a patient.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq, like } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../../shared/base/day-math.ts';
import { berlinTime } from '../../../shared/base/dates.ts';
import { WEEKDAYS, windowText, type UpdateWindow } from '../../../shared/accounts/update-window.ts';
import type { HeldCertificate } from '../../../shared/papers/seal/held-certificate.ts';
import type { HeldCertificates } from '../../../shared/papers/seal/held-certificate.schema.ts';
import type { Fleet, FleetHistory, FleetItem } from '../../../shared/vendor/fleet.schema.ts';
import { findPraxis, savePraxis } from '../../accounts/settings/store.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, login, type Practice } from '../../../tests/support/practice.ts';
import { SimTablet } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';

describe.each(STORES)('fleet on %s', (kind) => {
  let t: TestApp, west: Practice, sued: Practice, support: Bearer;
  const held: HeldCertificate[] = [];
  beforeAll(async () => {
    t = await createTestApp(kind, { held: () => Promise.resolve(held) });
    west = await addPractice(t, 'west');
    sued = await addPractice(t, 'SÜD');
    ({ support } = await addVendor(t));
  });
  afterAll(() => t.drop());

  const fleet = async (query = 'view=all'): Promise<Fleet> =>
    (await t.call(`/support/fleet?${query}`, { as: support })).json as Fleet;
  const itemOf = (seen: Fleet, { cid }: Practice): FleetItem =>
    seen.items.find((one) => one.cid === cid)!;
  const history = async ({ cid }: Practice): Promise<FleetHistory> =>
    (await t.call(`/support/clients/${cid}/health`, { as: support })).json as FleetHistory;
  const later = async (ms: number): Promise<void> => {
    t.clock.now += ms;
    support = await login(t, 'support@molar.test');
  };

  it('healthy practices are green; the first look is kept for each', async () => {
    const seen = await fleet();
    expect([seen.items.length, seen.lights]).toEqual([2, { bad: 0, warn: 0, ok: 2 }]);
    expect(itemOf(seen, west)).toMatchObject({
      name: 'Zahnarztpraxis west',
      light: 'ok',
      facts: { people: 3, signAt: t.clock.now, tablets: { count: 0 } },
    });
    expect(seen.server).toEqual({
      version: `${t.deps.version}+${t.deps.build}`,
      hasTarget: false,
      backupAt: null,
      drillAt: null,
      lastBackupFailed: false,
      update: expect.objectContaining({ against: 0 }),
    });
    expect((await fleet('view=needs')).items).toEqual([]);
    expect((await history(west)).items).toEqual([{ at: t.clock.now, light: 'ok', reasons: [] }]);
  });

  it('names the hours in which the server may be updated, by the windows of all practices', async () => {
    const { now } = t.clock,
      setWindow = ({ cid, system }: Practice, window: UpdateWindow): Promise<void> =>
        t.deps.workshop.write(cid, system, async (w) => {
          const row = (await findPraxis(w))!;
          await savePraxis(w, row.version, { ...row, updateWindow: windowText(window) });
        }),
      at = (hours: number): string => berlinTime(now + hours * HOUR_MS);
    const both = { days: WEEKDAYS, from: at(2), to: at(6) },
      later = { days: WEEKDAYS, from: at(4), to: at(8) };
    await setWindow(west, both);
    await setWindow(sued, later);
    const seen = await fleet();
    expect([itemOf(seen, west).updateWindow, itemOf(seen, sued).updateWindow]).toEqual([
      both,
      later,
    ]);
    const { from, to, isNow, against } = seen.server.update!;
    expect([berlinTime(from), berlinTime(to), isNow, against]).toEqual([at(4), at(6), false, 0]);
  });

  it('a look is repeated after five minutes only; failures show kind and code, the other practice nothing', async () => {
    const begun = t.clock.now;
    await SimTablet.register(west);
    await t.deps.workshop.write(west.cid, west.system, async (w) => {
      for (const key of ['a', 'b', 'c']) await w.job('renew-seal', key, {});
    });
    await t.deps.store.write(async (tx) => {
      const { job } = t.deps.store.t;
      await tx.update(job).set({ state: 'failed', error: 'tsa_away' }).where(eq(job.cid, west.cid));
      await tx.update(job).set({ state: 'failed', error: 'internal' }).where(eq(job.key, 'c'));
    });
    await later(5 * 60_000 - 1);
    expect(itemOf(await fleet(), west).light).toBe('ok');
    await later(1);
    const seen = await fleet('view=needs');
    expect(seen.items.map(({ cid }) => cid)).toEqual([west.cid]);
    expect(itemOf(seen, west)).toMatchObject({
      light: 'bad',
      since: begun + 5 * 60_000,
      reasons: ['jobsFailed'],
      facts: {
        tablets: { count: 1, silent: 0 },
        errors: [
          { kind: 'renew-seal', code: 'tsa_away', count: 2 },
          { kind: 'renew-seal', code: 'internal', count: 1 },
        ],
      },
    });
    expect((await history(west)).items.map(({ light }) => light)).toEqual(['bad', 'ok']);
    expect((await history(sued)).items.map(({ light }) => light)).toEqual(['ok']);
  });

  it('an unsent submission, another version and silence have their reasons; the worst is first', async () => {
    const tablet = await SimTablet.register(sued);
    await t.deps.workshop.write(sued.cid, sued.system, async (w) => {
      await w.tx.update(
        w.t.tablet,
        {
          lastSeenAt: w.now,
          health: {
            pending: 2,
            oldestPendingMs: 3 * HOUR_MS,
            persisted: true,
            appVersion: '0.0.1+old',
            clockOffsetMs: 0,
            quarantined: 0,
          },
        },
        { id: tablet.id },
      );
    });
    // Failed jobs stay for a week.
    await later(5 * 60_000);
    await t.deps.store.write(async (tx) => {
      const { tablet: row } = t.deps.store.t;
      await tx.update(row).set({ lastSeenAt: t.clock.now }).where(eq(row.id, tablet.id));
    });
    const seen = await fleet();
    expect(itemOf(seen, sued)).toMatchObject({
      light: 'bad',
      reasons: ['unsent', 'tabletBehind'],
      facts: {
        tablets: { count: 1, connected: 1, behind: 1, unsent: 2 },
        versions: [{ version: '0.0.1+old', count: 1 }],
      },
    });
    await later(8 * DAY_MS);
    const silent = await fleet();
    expect(itemOf(silent, west).reasons).toEqual(['silent', 'tabletSilent']);
    expect(silent.items.map(({ cid }) => cid)).toEqual([sued.cid, west.cid]);
  });

  it('finds a name in any letters, and takes signs of a pattern as they are', async () => {
    const names = async (q: string): Promise<string[]> =>
      (await fleet(`view=all&q=${encodeURIComponent(q)}`)).items.map(({ name }) => name);
    expect(await names('süd')).toEqual(['Zahnarztpraxis SÜD']);
    expect(await names('PRAXIS WE')).toEqual(['Zahnarztpraxis west']);
    expect([await names('%'), await names('_'), await names('\\')]).toEqual([[], [], []]);
    expect((await t.call(`/support/fleet?q=${'x'.repeat(81)}`, { as: support })).code).toBe(
      'validation',
    );
  });

  it('names no patient, and answers neither a practice nor for an unknown one', async () => {
    const { text } = await t.call('/support/fleet?view=all', { as: support });
    for (const { lastName, patid } of west.patients) {
      expect(text).not.toContain(lastName);
      expect(text).not.toContain(`"${patid}"`);
    }
    const { users } = west;
    Object.assign(users.owner, await login(t, users.owner.email));
    for (const path of ['/support/fleet', `/support/clients/${sued.cid}/health`])
      expect((await t.call(path, { as: users.owner })).code).toBe('forbidden');
    for (const cid of ['nobody', 'vendor'])
      expect((await t.call(`/support/clients/${cid}/health`, { as: support })).code).toBe(
        'not_found',
      );
  });

  it('is read page by page, also when a practice leaves between two pages', async () => {
    const { read, write, t: tables } = t.deps.store,
      { praxis, r4c } = tables,
      [first] = await read.select().from(praxis).limit(1),
      [host] = await read.select().from(r4c).limit(1);
    await write(async (tx) => {
      for (let n = 0; n < 110; n += 1) {
        const cid = `many${n}`;
        await tx.insert(praxis).values({ ...first!, cid, name: `Praxis ${n}` });
        await tx.insert(r4c).values({ ...host!, cid, r4cUuid: cid, r4chost: cid });
      }
    });
    await later(5 * 60_000);
    let turns = 0,
      isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const both = await Promise.all([fleet(), fleet()]);
    isOver = true;
    // The look lets other work run between its statements; both callers share it.
    expect(turns).toBeGreaterThanOrEqual(7);
    expect(both[1]).toEqual(both[0]);
    const pages: Fleet[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await fleet(cursor === '' ? undefined : `view=all&cursor=${cursor}`);
      pages.push(page);
      ({ cursor } = page);
    }
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 12]);
    const seen = pages.flatMap(({ items }) => items);
    expect(new Set(seen.map(({ cid }) => cid)).size).toBe(112);
    expect(pages[2]?.lights).toEqual(pages[0]?.lights);
    const gone = pages[0]!.items.at(-1)!.cid,
      { fleetState } = tables;
    await write(async (tx) => {
      await tx.delete(fleetState).where(eq(fleetState.cid, gone));
    });
    expect((await fleet(`view=all&cursor=${pages[0]!.cursor}`)).items).toEqual(pages[1]?.items);
    expect((await fleet('view=all&q=praxis%201')).items.length).toBe(21);
    for (const cursor of ['unknown', 'W10'])
      expect((await t.call(`/support/fleet?cursor=${cursor}`, { as: support })).code).toBe(
        'validation',
      );
    await write(async (tx) => {
      await tx.delete(praxis).where(like(praxis.cid, 'many%'));
      await tx.delete(r4c).where(like(r4c.cid, 'many%'));
    });
  });

  it('shows what the server rests on; of the services of a list those that end soon', async () => {
    const one = (use: HeldCertificate['use'], days: number): HeldCertificate => ({
      use,
      name: `${use} ${days}`,
      source: 'MOLAR_TRUST_LISTS: de.xml',
      from: t.clock.now - 3650 * DAY_MS,
      until: t.clock.now + days * DAY_MS,
      sha256: null,
    });
    held.push(one('trust_list', 20), one('list_service', 400), one('list_service', 60));
    held.push(one('list_service', -3));
    const trust = await t.call('/support/trust', { as: support });
    expect((trust.json as HeldCertificates).items.map(({ name, state }) => [name, state])).toEqual([
      ['trust_list 20', 'soon'],
      ['list_service 60', 'early'],
    ]);
    const { owner } = west.users;
    Object.assign(owner, await login(t, owner.email));
    expect((await t.call('/support/trust', { as: owner })).code).toBe('forbidden');
  });

  it('a look at unchanged practices counts for five minutes', async () => {
    await later(360_000);
    const { checkedAt } = await fleet();
    expect(checkedAt).toBe(t.clock.now);
    await later(60_000);
    expect((await fleet()).checkedAt).toBe(checkedAt);
  });

  it('forgets changes after ninety days, and a clock that was ahead stops no look', async () => {
    await later(91 * DAY_MS);
    await t.app.tidy();
    expect((await history(west)).items).toEqual([]);
    await fleet();
    t.clock.now -= 40 * DAY_MS;
    support = await login(t, 'support@molar.test');
    expect((await fleet()).checkedAt).toBe(t.clock.now);
  });
});
