/**
 * Tests that seals are renewed once before they end, across processes; roots before a seal would
 * outlive them; an expired certificate seals nothing.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEAL_MARGIN_MS } from '../../../shared/papers/seal-end.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { START, createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, login, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { certificateFacts, isIssuedBy } from '../../paper/seal/authority.ts';
import { queueRenewal, renewSeal } from './renew-seal.ts';
import { sealEnd } from './seals.ts';
import { authorityRows, sealRows } from './store.ts';
import { ensureVendorSeal } from './vendor-seal.ts';

const DAY = 86_400_000,
  YEAR = 365.25 * DAY;

describe.each(STORES)('the renewal of seals (%s)', (kind) => {
  let t: TestApp, p: Practice;
  beforeEach(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
    await t.deps.keys(p.cid);
  });
  afterEach(() => t.drop());
  const look = (cid = p.cid) => t.deps.workshop.look(cid, { kind: 'system', cid });
  const rows = async (cid = p.cid) => {
    const { db, t: tables } = look(cid);
    return { seals: await sealRows(db, tables), roots: await authorityRows(db, tables) };
  };
  const endOf = async (cid = p.cid): Promise<number | null> => {
    const { seals, roots } = await rows(cid);
    return sealEnd(seals, roots, t.clock.now);
  };
  const sealNow = async () => (await t.deps.keys(p.cid)).sealAt(t.clock.now);
  const used = async (): Promise<string> => certificateFacts((await sealNow()).chain[0]).sha256;
  const renewals = async (cid = p.cid) =>
    (await look(cid).db.find(t.deps.store.t.audit)).filter((row) => row.type === 'key.renewed');
  /** Runs the server's daily and start-up work. */
  const day = async (): Promise<void> => {
    await t.app.tidy();
    await t.runJobs();
  };

  it('90 days before its end a seal gets a successor that seals from then on; the old one stays', async () => {
    const first = await used(),
      end = (await endOf())!;
    t.clock.now = end - 91 * DAY;
    await day();
    expect([(await rows()).seals.length, await used()]).toEqual([1, first]);
    t.clock.now = end - 89.5 * DAY;
    await day();
    const { seals, roots } = await rows();
    expect([seals.length, roots.length, seals.every((row) => row.retiredAt === null)]).toEqual([
      2,
      1,
      true,
    ]);
    expect(await used()).toBe(certificateFacts(seals[0]!.certificate!).sha256);
    expect((await endOf())! - t.clock.now).toBeGreaterThan(4.9 * YEAR);
    expect(await renewals()).toMatchObject([
      { data: { key: seals[0]!.id, validUntil: await endOf() } },
    ]);
    await day();
    expect([(await rows()).seals.length, (await renewals()).length]).toEqual([2, 1]);
  });

  it('concurrent renewals and a repeated job produce one successor and one audit entry', async () => {
    t.clock.now = (await endOf())! - 60 * DAY;
    await Promise.all([1, 2, 3].map(() => renewSeal(t.deps, p.cid)));
    await renewSeal(t.deps, p.cid);
    expect([(await rows()).seals.length, (await renewals()).length]).toEqual([2, 1]);
    expect(
      await t.deps.workshop.write(p.cid, p.system, (w) =>
        w.job('renew-seal', 'renew-seal:again', {}),
      ),
    ).toBeUndefined();
    await t.runJobs();
    expect((await rows()).seals.length).toBe(2);
  });

  it('a due renewal is enqueued once, and not at all when nothing is due', async () => {
    expect(await queueRenewal(t.deps, p.cid)).toBe(false);
    t.clock.now = (await endOf())! - 60 * DAY;
    await Promise.all([queueRenewal(t.deps, p.cid), queueRenewal(t.deps, p.cid)]);
    const { job } = t.deps.store.t;
    expect((await look().db.find(job, eq(job.kind, 'renew-seal'))).map((row) => row.state)).toEqual(
      ['queued'],
    );
  });

  it('another process seals with the new key at once, and knows all roots', async () => {
    const other = await t.deps.keys(p.cid),
      before = await other.sealAt(t.clock.now);
    t.clock.now += 4.9 * YEAR;
    await renewSeal(t.deps, p.cid);
    const after = await other.sealAt(t.clock.now);
    expect(Buffer.from(after.chain[0]).equals(Buffer.from(before.chain[0]))).toBe(false);
    expect(await other.sealAt(START)).toEqual(before);
    expect(await other.authorities()).toHaveLength(1);
  });

  it('for 70 years there is a seal; none outlives its root, and each root has a unique name', async () => {
    while (t.clock.now < START + 70 * YEAR) {
      t.clock.now = (await endOf())! - 60 * DAY;
      await renewSeal(t.deps, p.cid);
      const { chain } = await sealNow(),
        [seal, root] = [certificateFacts(chain[0]), certificateFacts(chain[1])];
      expect([
        isIssuedBy(...chain),
        seal.notAfter <= root.notAfter,
        seal.notAfter - t.clock.now > 4.9 * YEAR,
      ]).toEqual([true, true, true]);
    }
    const { seals, roots } = await rows();
    expect([
      seals.length,
      roots.length,
      new Set(roots.map((row) => certificateFacts(row.certificate!).subject)).size,
    ]).toEqual([16, 3, 3]);
    expect(
      (await renewals()).filter(
        (row) => (row.data as { authority?: string }).authority !== undefined,
      ),
    ).toHaveLength(2);
    expect(await (await t.deps.keys(p.cid)).authorities()).toHaveLength(3);
  });

  it('an expired or expiring certificate seals nothing; a server off for years renews at its start', async () => {
    const end = (await endOf())!;
    t.clock.now = end - SEAL_MARGIN_MS - 1;
    await expect(sealNow()).resolves.toBeTruthy();
    t.clock.now = end - SEAL_MARGIN_MS;
    await expect(sealNow()).rejects.toMatchObject({ code: 'seal_over' });
    t.clock.now = end + 7 * YEAR;
    await expect(sealNow()).rejects.toMatchObject({ code: 'seal_over' });
    await day();
    await expect(sealNow()).resolves.toBeTruthy();
  });

  it('a future-dated seal waits for its day, and blocks no renewal', async () => {
    const first = await used();
    t.clock.now = START + 60 * YEAR;
    await renewSeal(t.deps, p.cid);
    t.clock.now = START + DAY;
    expect(await used()).toBe(first);
    t.clock.now = START + 4.9 * YEAR;
    await renewSeal(t.deps, p.cid);
    expect(await used()).not.toBe(first);
    expect([(await rows()).seals.length, (await rows()).roots.length]).toEqual([3, 2]);
  });

  it('a failing renewal is retried indefinitely, and reports no success', async () => {
    const { practiceKey } = t.deps.store.t,
      [root] = (await rows()).roots;
    const set = (wrapped: Buffer | null): Promise<unknown> =>
      t.deps.store.write((db) =>
        db.update(practiceKey).set({ wrapped }).where(eq(practiceKey.id, root!.id)),
      );
    await set(
      Buffer.from(
        (root!.wrapped ?? Buffer.alloc(0)).map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
      ),
    );
    t.clock.now = (await endOf())! - 80 * DAY;
    for (let i = 0; i < 30; i++) {
      await day();
      t.clock.now += 300_000;
    }
    expect([
      (await rows()).seals.length,
      (await renewals()).length,
      t.lines.some((line) => line.includes('job.renew-seal')),
    ]).toEqual([1, 0, true]);
    await set(root!.wrapped);
    t.clock.now += 300_000;
    await day();
    expect([(await rows()).seals.length, (await renewals()).length]).toEqual([2, 1]);
  });

  it('staff, operator and log are notified when a renewal fails and the seal has ended, not before', async () => {
    const { practiceKey } = t.deps.store.t,
      [root] = (await rows()).roots;
    let asked = 0;
    const told = async () => {
      const { administrator } = await addVendor(t, `molar-${asked++}`);
      Object.assign(p.users.reception, await login(t, p.users.reception.email));
      const clients = (await t.call('/support/clients', { as: administrator })).json as {
        items: { cid: string; seal: string }[];
      };
      return [
        (await p.call('/documents/seal', { as: p.users.reception })).json,
        clients.items.find((one) => one.cid === p.cid)?.seal,
      ];
    };
    const end = (await endOf())!;
    expect(await told()).toEqual([{ state: 'ok', validUntil: end }, 'ok']);
    await t.deps.store.write((db) =>
      db
        .update(practiceKey)
        .set({ wrapped: Buffer.alloc(60) })
        .where(eq(practiceKey.id, root!.id)),
    );
    for (const [days, state] of [
      [89.5, 'ok'],
      [80, 'late'],
      [20, 'soon'],
      [-1, 'over'],
    ] as const) {
      t.clock.now = end - days * DAY;
      const before = t.lines.length;
      await day();
      expect(await told()).toEqual([{ state, validUntil: state === 'over' ? null : end }, state]);
      expect(
        t.lines
          .slice(before)
          .some(
            (line) => line.includes('seal.wants') && line.includes(p.cid) && line.includes(state),
          ),
      ).toBe(state !== 'ok');
    }
    expect((await p.call('/documents/seal')).status).toBe(401);
  });

  it("the key of the vendor's own chain is renewed as well", async () => {
    await ensureVendorSeal(t.deps);
    t.clock.now = START + 6 * YEAR;
    await expect((await ensureVendorSeal(t.deps)).sealAt(t.clock.now)).rejects.toMatchObject({
      code: 'seal_over',
    });
    await day();
    await expect((await ensureVendorSeal(t.deps)).sealAt(t.clock.now)).resolves.toBeTruthy();
    expect(await renewals(VENDOR_CID)).toHaveLength(1);
  });
});
