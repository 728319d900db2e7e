// Perio cases as a work list over HTTP: sorting, steps, notes, letters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReport, ParDetail } from '../../../shared/analytics/reports/worklist.schema.ts';
import { STORES } from '../../../tests/support/stores.ts';

import type { PvsRows } from '../../../tests/support/deliver-pvs.ts';
import { startWorkLists, type WorkLists } from './work-lists.testing.ts';

describe.each(STORES)('perio cases as a work list (%s)', (kind) => {
  let t: WorkLists['t'];
  let p: WorkLists['p'];
  let papers: WorkLists['papers'];
  let day: WorkLists['day'];
  let deliver: WorkLists['deliver'];
  let get: WorkLists['get'];
  let post: WorkLists['post'];
  beforeAll(async () => {
    ({ t, p, papers, day, deliver, get, post } = await startWorkLists(kind));
  });
  afterAll(() => t.drop());

  /** Three unfinished perio cases, one of them overdue, and completed sessions. */
  const perioCases = (): PvsRows => ({
    parfall: [
      {
        id: 'p1',
        patid: '2',
        behandler: 'b1',
        grad: 'C',
        status: 'IN_ARBEIT',
        erstelltAm: day(-400),
        genehmigtAm: day(-380),
        aitVon: day(-350),
        aitBis: day(-340),
        bevAm: day(-240),
        uptVon: day(-230),
        uptBis: day(500),
        wert: 80_000,
        zaehneEinwurzelig: 10,
        zaehneMehrwurzelig: 8,
      },
      {
        id: 'p2',
        patid: '4',
        grad: 'B',
        status: 'IN_ARBEIT',
        erstelltAm: day(-90),
        genehmigtAm: day(-80),
        atgAm: day(-60),
        aitVon: day(-50),
      },
      {
        id: 'p3',
        patid: '3',
        grad: 'A',
        status: 'BEI_KASSE',
        erstelltAm: day(-9),
        gesendetAm: day(-8),
      },
      { id: 'p4', patid: '3', grad: 'A', status: 'ABGERECHNET', erstelltAm: day(-900) },
    ],
    leistung: [day(-230), day(-130), day(-130)].map((date, at) => ({
      id: `u${at}`,
      patid: '2',
      behandler: 'b1',
      datum: date,
      system: 'BEMA' as const,
      nr: at === 1 ? 'UPT a' : 'UPTa',
      menge: 1,
      honorar: 1,
      betrag: 1,
    })),
  });
  beforeAll(() => deliver(perioCases()));

  it('lists perio cases: the next session by completed ones, the latest passed deadline first', async () => {
    const list = await get<ListReport>('/par'),
      figures = (found: ListReport) => Object.fromEntries(found.kpis.map((k) => [k.key, k.wert]));
    // The appointment of p2 was cancelled; the next session of p1 is overdue for longer than its
    // second one.
    expect(list.zeilen.map((z) => [z.parId, z.name, z.grund, z.upt, z.uptMost, z.station])).toEqual(
      [
        ['p2', 'Groß, Anna', 'ait_offen', 0, 4, 'aitVon'],
        ['p1', 'Öz, Anna', 'upt_faellig', 2, 6, 'letzteUpt'],
      ],
    );
    expect(figures(list)).toMatchObject({
      parFaellig: 2,
      parUpt: 1,
      parEndet: 0,
      parNichtBegonnen: 0,
      parOffen: 3,
      treffer: 2,
    });
    expect((await get<ListReport>('/par?alle=ja')).zeilen.map((z) => z.parId)).toEqual([
      'p2',
      'p1',
      'p3',
    ]);
    expect([
      (await get<ListReport>('/par?grund=ait_offen,upt_endet')).zeilen.length,
      (await get<ListReport>('/par?grad=C')).zeilen.length,
      (await t.call('/api/par?grund=ohne_termin', { as: p.users.reception })).code,
    ]).toEqual([1, 1, 'validation']);
  });

  it('a perio case has steps, notes, details and a print like any line', async () => {
    expect(
      (
        await post('/hkp/schritt', {
          kind: 'par',
          targets: ['p3'],
          text: 'Nachfragen',
          bis: day(-200),
          wer: null,
        })
      ).status,
    ).toBe(204);
    expect(
      (
        await post('/hkp/notiz', {
          id: t.deps.newId(),
          kind: 'par',
          target: 'p1',
          text: 'Ruft zurück',
        })
      ).status,
    ).toBe(204);
    expect((await get<ListReport>('/par')).zeilen.map((z) => z.parId)).toEqual(['p3', 'p2', 'p1']);
    expect(await get<ParDetail>('/par/p1')).toMatchObject({
      patid: '2',
      grad: 'C',
      upt: { anzahl: 2, hoechstens: 6, ende: day(500) },
      zaehne: { einwurzelig: 10, mehrwurzelig: 8 },
      wert: 80_000,
      notizen: [{ text: 'Ruft zurück' }],
    });
    expect([
      (await t.call('/api/par/p4', { as: p.users.reception })).code,
      (await t.call('/api/recall/gone', { as: p.users.reception })).code,
    ]).toEqual(['not_found', 'not_found']);
    const answer = await t.call('/api/arbeitsliste/par/pdf', { as: p.users.reception });
    expect([
      answer.status,
      papers.at(-1)!.title,
      papers.at(-1)!.rows.map((row) => row.slice(0, 2)),
    ]).toEqual([
      200,
      'PAR-Fälle: was ansteht',
      [
        ['Klein, Anna', ''],
        ['Groß, Anna', 'AIT steht aus'],
        ['Öz, Anna', 'UPT fällig'],
      ],
    ]);
  });

  it('a letter may mention a treatment in progress, a mail requires consent', async () => {
    const order = {
      id: t.deps.newId(),
      kind: 'par',
      targets: ['p1', 'p2', 'p4'],
      betreff: 'Termin',
      text: 'Bitte rufen Sie an.',
      senden: false,
    };
    expect((await post('/hkp/schreiben', { ...order, weg: 'brief' })).json).toEqual({
      geschrieben: 2,
      ausgelassen: [{ target: 'p4', warum: 'nicht_gefunden' }],
    });
    expect((await post('/hkp/schreiben', { ...order, weg: 'email' })).json).toMatchObject({
      geschrieben: 0,
    });
  });
});
