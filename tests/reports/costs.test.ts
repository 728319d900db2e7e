/** An owner keeps the costs of the practice; others neither read nor change them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cost, NewCost } from '../../shared/analytics/reports/cost.schema.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';
import { callsTo, kpiOf } from './calls.ts';
import { MARCH, startMarch } from './march.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  ({ t, p, other } = await startMarch());
});
afterAll(() => t.drop());
const { send, read } = callsTo(() => ({ t, p }));
const RENT: NewCost = {
  centre: 'PRAXIS',
  target: '',
  name: 'Miete',
  cents: 5_000,
  per: 'MONAT',
  validFrom: '2026-01-01',
  validTo: null,
};
const contribution = async (): Promise<number | null | undefined> =>
  kpiOf(await read<PracticeReport>(`/gewinn/behandler?${MARCH}`), 'deckungsbeitrag');

describe('costs of a practice', () => {
  it('are entered twice as one, changed and removed, and the next report counts them', async () => {
    expect(await contribution()).toBeNull();
    for (const _again of [1, 2]) expect((await send('PUT', '/kosten/k1', RENT)).status).toBe(204);
    // Revenue is 150 euros; the data end on the 9th, so nine of 31 days count.
    expect(await contribution()).toBe(135.48);
    expect((await send('PUT', '/kosten/k1', { ...RENT, cents: 7_000 })).status).toBe(204);
    expect(await contribution()).toBe(129.68);
    expect((await read<{ items: Cost[] }>('/kosten')).items).toEqual([
      { id: 'k1', ...RENT, cents: 7_000, wer: 'Özlem Yıldız-owner', am: t.clock.now },
    ]);
    for (const _again of [1, 2]) expect((await send('DELETE', '/kosten/k1')).status).toBe(204);
    expect(await contribution()).toBeNull();
    const look = t.deps.workshop.look(p.cid, p.system),
      logged = (await look.db.find(look.t.audit)).filter(({ type }) => type.startsWith('cost.'));
    expect(logged.map(({ type }) => type)).toEqual(['cost.set', 'cost.set', 'cost.removed']);
  });
  it('are refused with a wrong centre, amount or end', async () => {
    for (const wrong of [
      { target: 'b1' },
      { centre: 'BEREICH', target: 'X' },
      { cents: 0 },
      { cents: 1.5 },
      { validTo: '2025-01-01' },
      { name: ' ' },
    ])
      expect((await send('PUT', '/kosten/k2', { ...RENT, ...wrong })).code).toBe('validation');
  });
  it('are seen by their practice and by readers of everything only', async () => {
    await send('PUT', '/kosten/k1', RENT);
    expect((await read<{ items: Cost[] }>('/kosten', other.users.owner)).items).toEqual([]);
    for (const user of [p.users.staff, p.users.reception]) {
      expect((await send('GET', '/kosten', undefined, user)).code).toBe('forbidden');
      expect((await send('PUT', '/kosten/k3', RENT, user)).code).toBe('forbidden');
      expect((await send('DELETE', '/kosten/k1', undefined, user)).code).toBe('forbidden');
      expect((await send('GET', `/gewinn/kosten?${MARCH}`, undefined, user)).code).toBe(
        'forbidden',
      );
    }
    expect((await send('DELETE', '/kosten/k1', undefined, other.users.owner)).status).toBe(204);
    expect((await read<{ items: Cost[] }>('/kosten')).items).toHaveLength(1);
  });
});
