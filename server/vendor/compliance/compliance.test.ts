// The page on data protection through the routes: owners write, staff read, no practice reads
// another's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import type { Compliance } from '../../../shared/vendor/compliance.schema.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { sealStored } from '../../platform/keys/cells/seal-stored.ts';
import { saveCellState } from '../../platform/keys/store.ts';
import { STORES } from '../../../tests/support/stores.ts';

describe.each(STORES)('data protection on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    [p, other] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());

  const storage = { isSealed: true, isKeyApart: false };
  const put = (as: Bearer, path: string, json: object) =>
    t.call(`/api/compliance/${path}`, { as, method: 'PUT', json });
  const read = async (as: Bearer): Promise<Compliance> =>
    (await t.call('/api/compliance', { as })).json as Compliance;
  const point = { state: 'done', note: 'Fritzbox, Ordner IT', nextDay: '2027-05-01' };

  it('an owner stores size and points, staff read them, reception and others do not', async () => {
    expect(await read(p.users.owner)).toEqual({ profile: null, points: [], breaches: [], storage });
    const profile = { people: 7, hasLargeDevices: false };
    expect((await put(p.users.owner, 'profile', profile)).status).toBe(204);
    expect((await put(p.users.owner, 'profile', { ...profile, people: 8 })).status).toBe(204);
    expect((await put(p.users.owner, 'points/a1-11', { ...point, state: 'open' })).status).toBe(
      204,
    );
    expect((await put(p.users.owner, 'points/a1-11', point)).status).toBe(204);
    const seen = await read(p.users.staff);
    expect(seen.profile).toEqual({ people: 8, hasLargeDevices: false });
    expect(seen.points).toEqual([
      expect.objectContaining({ point: 'a1-11', ...point, name: 'Özlem Yıldız-owner' }),
    ]);
    expect((await put(p.users.staff, 'points/a1-11', point)).code).toBe('forbidden');
    expect((await t.call('/api/compliance', { as: p.users.reception })).code).toBe('forbidden');
    expect(await read(other.users.owner)).toEqual({
      profile: null,
      points: [],
      breaches: [],
      storage,
    });
  });

  it('says that names are readable until the rows of before an update are encrypted', async () => {
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      saveCellState(w.tx, w.t, {
        complete: 2,
        version: 2,
        keyId: 'old',
        lastTable: null,
        lastRow: null,
        doneAt: 1,
      }),
    );
    expect((await read(p.users.owner)).storage.isSealed).toBe(kind === 'sqlite');
    await sealStored(t.deps, p.cid);
    expect((await read(p.users.owner)).storage.isSealed).toBe(true);
  });

  it('refuses unknown points, no reason, wrong sizes and days', async () => {
    const refused = async (path: string, json: object) =>
      (await put(p.users.owner, path, json)).code;
    expect(await refused('points/a9-1', point)).toBe('not_found');
    const without = { state: 'not_applicable', note: ' ', nextDay: null };
    expect(await refused('points/a1-11', without)).toBe('validation');
    expect(await refused('points/a1-11', { ...point, nextDay: '2027-02-31' })).toBe('validation');
    for (const people of [0, -1, 2.5, 1e9])
      expect(await refused('profile', { people, hasLargeDevices: false })).toBe('validation');
  });

  it('a breach is stored in versions, never from the future, and needs a reason for no risk', async () => {
    const id = uuidv7(),
      breach = {
        awareAt: t.clock.now - HOUR_MS,
        text: 'Laptop gestohlen',
        people: null,
        measures: '',
        decision: 'undecided',
        reason: '',
        reportedAt: null,
        informedAt: null,
        rev: 0,
      },
      store = (change: object, as: Bearer = p.users.owner) =>
        put(as, `breaches/${id}`, { ...breach, ...change });
    expect((await store({ awareAt: t.clock.now + HOUR_MS })).code).toBe('validation');
    expect((await store({ decision: 'no_risk' })).code).toBe('validation');
    expect((await store({})).status).toBe(204);
    // A lost answer.
    expect((await store({})).status).toBe(204);
    expect((await store({ rev: 1, people: 40, decision: 'report' })).status).toBe(204);
    expect((await store({ rev: 1, text: 'Anderes' })).code).toBe('state_conflict');
    expect((await read(p.users.owner)).breaches).toEqual([
      expect.objectContaining({ id, rev: 2, people: 40, decision: 'report' }),
    ]);
    expect((await store({}, p.users.staff)).code).toBe('forbidden');
    // The same id of another practice is another breach.
    expect((await store({}, other.users.owner)).status).toBe(204);
    expect((await read(p.users.owner)).breaches[0]).toMatchObject({ rev: 2 });
  });
});
