// Plans as a work list over HTTP: valid delivered rows, sorting, pages, prints.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ListReport,
  PersonPoints,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { addMonths } from '../../../shared/base/day-math.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { truest } from '../../platform/db/pvs-rows.ts';

import { startWorkLists, type WorkLists } from './work-lists.testing.ts';

describe.each(STORES)('plans as a work list (%s)', (kind) => {
  let t: WorkLists['t'];
  let p: WorkLists['p'];
  let papers: WorkLists['papers'];
  let day: WorkLists['day'];
  let deliver: WorkLists['deliver'];
  let get: WorkLists['get'];
  beforeAll(async () => {
    ({ t, p, papers, day, deliver, get } = await startWorkLists(kind));
  });
  afterAll(() => t.drop());

  it('pages combine to the whole list, each with the total number of lines', async () => {
    const whole = await get<ListReport>('/hkp?alle=ja'),
      ids = (list: ListReport): unknown[] => list.zeilen.map((z) => z['hkpid']),
      pieces = [
        await get<ListReport>('/hkp?alle=ja&n=3'),
        await get<ListReport>('/hkp?alle=ja&n=3&ab=3'),
        await get<ListReport>('/hkp?alle=ja&n=3&ab=6'),
      ];
    expect([
      pieces.flatMap(ids),
      pieces.map((one) => ids(one).length),
      pieces.map((one) => one.kpis.find((k) => k.key === 'treffer')?.wert),
    ]).toEqual([ids(whole), [3, 1, 0], [4, 4, 4]]);
    expect((await t.call('/api/hkp?ab=-1', { as: p.users.reception })).code).toBe('validation');
  });

  it('prints the filtered list with names for ids and labels for states, and logs the access', async () => {
    const list = await get<ListReport>('/hkp?grund=laeuft_ab'),
      answer = await t.call('/api/arbeitsliste/hkp/pdf?grund=laeuft_ab', { as: p.users.reception }),
      paper = papers.at(-1)!;
    expect([answer.status, answer.text.slice(0, 5), list.zeilen.length]).toEqual([200, '%PDF-', 1]);
    expect([paper.title, paper.words, paper.columns.map((one) => one.name)]).toEqual([
      'Heil- und Kostenpläne: was ansteht',
      ['läuft ab'],
      list.spalten.map((one) => one.titel).slice(0, 9),
    ]);
    expect(paper.rows).toEqual([
      [
        'Groß, Anna',
        'läuft ab, ohne Termin',
        expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/),
        'Zahnersatz',
        'genehmigt',
        '2.000,00\u00A0€',
        '900,50\u00A0€',
        expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/),
        'Dr. Muster',
      ],
    ]);
    // However few lines a screen shows, the printout contains all from the requested one on.
    const all = (await get<ListReport>('/hkp?alle=ja')).zeilen.map((z) => z['name']);
    expect([
      all.length,
      (await t.call('/api/arbeitsliste/hkp/pdf?alle=ja&n=1&ab=2', { as: p.users.reception }))
        .status,
      papers.at(-1)!.rows.map((row) => row[0]),
      papers.at(-1)!.facts[0]?.value,
    ]).toEqual([4, 200, all.slice(2), '3 bis 4 von 4']);
    expect([
      (await t.call('/api/arbeitsliste/hkp/pdf?alle=ja&n=1', { as: p.users.reception })).status,
      papers.at(-1)!.rows.map((row) => row[0]),
      papers.at(-1)!.facts[0]?.value,
    ]).toEqual([200, all, '4']);
    expect((await t.call('/api/arbeitsliste/recall/pdf', { as: p.users.reception })).status).toBe(
      200,
    );
    expect([papers.at(-1)!.title, papers.at(-1)!.facts[0]]).toEqual([
      'Recall: wer dran ist',
      { label: 'Zeilen', value: String((await get<ListReport>('/recall')).zeilen.length) },
    ]);
    expect(
      (await t.call('/api/arbeitsliste/hkp/pdf?grund=unsinn', { as: p.users.reception })).code,
    ).toBe('validation');
  });

  it('lists lines that need action, the nearest deadline first; the figures count open lines', async () => {
    const list = await get<ListReport>('/hkp');
    // The line of pages counts what the lists open with.
    expect(await get('/arbeitsliste/zahlen')).toEqual({
      hkp: list.zeilen.length,
      par: (await get<ListReport>('/par')).zeilen.length,
      recall: (await get<ListReport>('/recall')).zeilen.length,
    });
    expect(list.zeilen.map((z) => [z.hkpid, z.name, z.grund])).toEqual([
      ['h1', 'Groß, Anna', 'laeuft_ab'],
      ['h4', 'Groß, Anna', 'ohne_termin'],
      ['h2', 'Öz, Anna', 'beim_patienten'],
    ]);
    // An approved plan has the end of its approval for a deadline, not the day of the approval.
    expect(list.zeilen.map((z) => [z.tag, z.frist])).toEqual([
      [addMonths(day(-140), 6), addMonths(day(-140), 6)],
      [day(-10), addMonths(day(-10), 6)],
      [day(-16), day(-16)],
    ]);
    expect(list.zeilen[0]).toMatchObject({
      gesamt: 2000,
      eigenanteil: 900.5,
      behandler: 'Dr. Muster',
    });
    expect(Object.fromEntries(list.kpis.map((k) => [k.key, k.wert]))).toMatchObject({
      hkpOffen: 4,
      hkpOffenWert: 2900,
      hkpFaellig: 3,
      hkpLaeuftAb: 1,
      hkpLaeuftAbWert: 2000,
      hkpOhneTermin: 2,
    });
    // An ending approval without an appointment is in both lists: the more urgent reason does not
    // hide the other one.
    const without = await get<ListReport>('/hkp?grund=ohne_termin');
    expect(without.zeilen.map((z) => [z.hkpid, z.grund, z.auch])).toEqual([
      ['h1', 'laeuft_ab', 'ohne_termin'],
      ['h4', 'ohne_termin', ''],
    ]);
    expect(without.kpis.find((k) => k.key === 'hkpOhneTerminWert')?.wert).toBe(
      without.zeilen.reduce((sum, z) => sum + Number(z.gesamt), 0),
    );
    expect((await get<ListReport>('/hkp?alle=ja')).zeilen.map((z) => z.hkpid)).toContain('h3');
    expect(
      (await get<ListReport>('/hkp?alle=ja&status=VERWORFEN')).zeilen.map((z) => z.hkpid),
    ).toEqual(['h5']);
    expect((await get<ListReport>('/hkp?grund=laeuft_ab,ohne_termin')).zeilen).toHaveLength(2);
    expect((await get<ListReport>('/hkp?q=oez')).zeilen.map((z) => z.hkpid)).toEqual(['h2']);
    const first = await get<ListReport>('/hkp?n=1');
    expect([first.zeilen.length, first.kpis.find((k) => k.key === 'treffer')?.wert]).toEqual([
      1, 3,
    ]);
    expect((await t.call('/api/hkp?grund=morgen', { as: p.users.reception })).code).toBe(
      'validation',
    );
  });

  it('a column orders the list, empty cells last; every line has the telephone number of its person', async () => {
    const ids = async (sort: string): Promise<unknown[]> =>
      (await get<ListReport>(`/hkp?alle=ja&sort=${sort}`)).zeilen.map((z) => z.hkpid);
    expect(await ids('wert')).toEqual(['h3', 'h4', 'h2', 'h1']);
    expect(await ids('-wert')).toEqual(['h1', 'h2', 'h4', 'h3']);
    expect((await ids('name'))[3]).toBe('h2');
    expect((await ids('-tag'))[3]).toBe('h3');
    expect((await t.call('/api/hkp?sort=unsinn', { as: p.users.reception })).code).toBe(
      'validation',
    );
    expect((await get<ListReport>('/hkp')).zeilen.map((z) => 'telefon' in z)).not.toContain(false);
  });

  it('the points of one person hold their lines under every number, without sums, and are logged', async () => {
    const { items } = await get<PersonPoints>('/arbeitsliste/patient/1');
    expect(items.map((one) => `${one.kind} ${one.id} ${one.grund}`)).toEqual([
      'recall r2 faellig',
      'hkp h1 laeuft_ab',
      'hkp h4 ohne_termin',
    ]);
    expect(await get<PersonPoints>('/arbeitsliste/patient/4')).toEqual({ items });
    expect(JSON.stringify(items)).not.toMatch(/200000|900/);
    expect(await get<PersonPoints>('/arbeitsliste/patient/987')).toEqual({ items: [] });
    const { audit } = t.deps.store.t,
      logged = await t.deps.workshop.look(p.cid, p.system).db.find(audit);
    expect(logged.filter(({ type }) => type === 'patient.points')).toHaveLength(2);
  });

  it('a newer version wins in any order; open or withdrawn deliveries do not count', async () => {
    await deliver({
      hkp: [
        {
          id: 'h3',
          version: 3,
          patid: '3',
          art: 'KVA',
          status: 'BEI_PATIENT',
          erstelltAm: day(-40),
          besprochenAm: day(-30),
          gesamt: 70_000,
        },
      ],
    });
    await deliver({
      hkp: [
        {
          id: 'h3',
          version: 2,
          patid: '3',
          art: 'KVA',
          status: 'VERWORFEN',
          erstelltAm: day(-40),
          gesamt: 70_000,
        },
      ],
    });
    await deliver({ hkp: [{ id: 'h3', version: 9, deleted: true }] }, 'open');
    await deliver({ hkp: [{ id: 'h3', version: 9, deleted: true }] }, 'withdrawn');
    expect((await get<ListReport>('/hkp?q=klein')).zeilen).toMatchObject([
      { hkpid: 'h3', gesamt: 700 },
    ]);
    await deliver({ hkp: [{ id: 'h3', version: 9, deleted: true }] });
    expect((await get<ListReport>('/hkp?q=klein&alle=ja')).zeilen).toEqual([]);
  });
});

it('of equal versions the higher hash wins in any order', () => {
  const a = { id: '1', version: 2, hash: 5, batch: 1, deleted: false },
    b = { ...a, hash: 6, batch: 2 };
  expect([
    truest([a, b], new Set([1, 2])),
    truest([b, a], new Set([1, 2])),
    truest([a, b], new Set([1])),
  ]).toEqual([[b], [b], [a]]);
});
