/** Groups of appointment types: guessed, confirmed, reverted; sizes of comparison groups. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { AppointmentTypeMapping } from '../../shared/analytics/deliveries/appointment-types.schema.ts';
import type { Answer, Bearer, TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { callsTo } from './calls.ts';
import { deliverRows, row } from './deliver.ts';
import { MARCH, startMarch } from './march.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  ({ t, p, other } = await startMarch());
});
afterAll(() => t.drop());

const { send, read } = callsTo(() => ({ t, p }));

describe('groups of appointment types', () => {
  type List = { items: AppointmentTypeMapping[] };
  const list = async (as?: Bearer): Promise<List['items']> =>
      (await read<List>('/settings/pattermapi', as)).items,
    put = (items: { id: string; gruppe: string | null }[], as?: Bearer): Promise<Answer> =>
      send('PUT', '/settings/pattermapi', { items }, as);
  const kept = async (gruppe: string): Promise<unknown> =>
      (await read<PracticeReport>(`/umsatz/zeitreihe?${MARCH}&termingruppe=${gruppe}`)).kpis.find(
        (one) => one.key === 'umsatz',
      )!.wert,
    shown = async (): Promise<unknown[]> =>
      (await read<PracticeReport>(`/terminqualitaet?${MARCH}`)).zeilen
        .filter((z) => z['art'] === 'TERMINART')
        .map((z) => z['gruppe']);
  it('are guessed by name, count once confirmed, also for old appointments, and stop when reverted', async () => {
    expect((await read<List>('/settings/pattermapi')).items).toEqual([]);
    await deliverRows(t, p.cid, [
      row('termingruppen', 'g1', { name: 'Vorsorge' }),
      row('terminarten', 't1', { name: 'PZR 60', gruppe: 'g1', dauerMin: 60 }),
      row('terminarten', 't2', { name: 'Kontrolle', standardgruppe: 'KONTROLLE' }),
      row('terminarten', 't3', { name: 'Sperrzeit' }),
      row('termin', 'n1', {
        patid: 'a',
        behandler: 'b1',
        terminart: 't1',
        start: Date.parse('2026-03-02T09:00:00Z'),
        dauerMin: 60,
        status: 'WAHRGENOMMEN',
      }),
    ]);
    await deliverRows(t, other.cid, [row('terminarten', 'x1', { name: 'Schmerz' })]);
    const guessed = ((await send('POST', '/settings/init/pattermapi', undefined)).json as List)
        .items,
      names = (items: List['items']) =>
        items.map((one) => [one.name, one.geliefert, one.eigene, one.vorschlag]);
    expect(names(guessed)).toEqual([
      ['Kontrolle', 'KONTROLLE', null, null],
      ['PZR 60', null, null, 'PROPHYLAXE'],
      ['Sperrzeit', null, null, null],
    ]);
    expect([await kept('PROPHYLAXE'), await shown()]).toEqual([0, [null, 'KONTROLLE', null]]);
    expect(
      (
        await put([
          { id: 't1', gruppe: 'PROPHYLAXE' },
          { id: 't2', gruppe: 'RECALL' },
        ])
      ).status,
    ).toBe(204);
    expect([
      await kept('PROPHYLAXE'),
      await kept('KONTROLLE'),
      (await shown()).includes('RECALL'),
    ]).toEqual([100, 0, true]);
    expect((await list()).map((one) => [one.id, one.gruppenname, one.eigene, one.wer])).toEqual([
      ['t2', '', 'RECALL', 'Özlem Yıldız-owner'],
      ['t1', 'Vorsorge', 'PROPHYLAXE', 'Özlem Yıldız-owner'],
      ['t3', '', null, ''],
    ]);
    // A repeated request keeps the stored value.
    expect(
      names(((await send('POST', '/settings/init/pattermapi', undefined)).json as List).items)[1],
    ).toEqual(['PZR 60', null, 'PROPHYLAXE', null]);
    expect(
      (
        await put([
          { id: 't1', gruppe: null },
          { id: 't2', gruppe: null },
        ])
      ).status,
    ).toBe(204);
    expect([await kept('PROPHYLAXE'), (await shown()).includes('RECALL')]).toEqual([0, false]);
  });
  it('are set by owners of the same practice only', async () => {
    expect([
      (await put([{ id: 'x1', gruppe: 'SCHMERZ' }])).code,
      (await put([{ id: 't1', gruppe: 'NICHTS' }])).code,
      (await put([{ id: 't1', gruppe: 'UPT' }], p.users.staff)).code,
      (await send('POST', '/settings/init/pattermapi', undefined, p.users.reception)).code,
    ]).toEqual(['validation', 'validation', 'forbidden', 'forbidden']);
    expect((await list(other.users.owner)).map((one) => one.id)).toEqual(['x1']);
  });
  it('comparison groups show their number of practices only from seven on', async () => {
    expect((await read<PracticeReport>(`/benchmarkgroups?${MARCH}`)).zeilen).toEqual([
      { gruppe: 'ALLE', merkmal: null, praxen: null },
      { gruppe: 'GROESSE', merkmal: '1', praxen: null },
      { gruppe: 'REGION', merkmal: null, praxen: null },
    ]);
    for (let n = 0; n < 5; n++) {
      const one = await addPractice(t, `markt${n}`);
      await deliverRows(t, one.cid, [
        row('patient', 'm', {
          nachname: 'M',
          vorname: 'M',
          geburtsdatum: '1990-01-01',
          versicherung: 'GKV',
          plz: '10115',
        }),
      ]);
    }
    expect(
      (await read<PracticeReport>(`/benchmarkgroups?${MARCH}`)).zeilen.map((z) => [
        z['gruppe'],
        z['praxen'],
      ]),
    ).toEqual([
      ['ALLE', 7],
      ['GROESSE', 7],
      ['REGION', null],
    ]);
  });
});
