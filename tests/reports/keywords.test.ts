/**
 * Keywords of appointments: suggested, tried, ordered, counted at once, reverted; separate for each
 * practice.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { RawData, type RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { proposeKeywords, keywordEffect } from '../../server/analytics/snapshot/keyword-groups.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { KeywordPattern } from '../../shared/analytics/deliveries/keywords.ts';
import type {
  KeywordEffect,
  KeywordMapping,
} from '../../shared/analytics/deliveries/appointment-types.schema.ts';
import { createTestApp, type Answer, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { deliverRows, row, type DeliveredRow } from './deliver.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer: quickRenderer() });
  p = await addPractice(t, 'nord');
  other = await addPractice(t, 'sued');
});
afterAll(() => t.drop());

const send = (
  method: string,
  path: string,
  json: unknown,
  as: Bearer = p.users.owner,
): Promise<Answer> => t.call(`/api${path}`, { as, method, json });
/** Adds a kept appointment with a service of this many euros. */
const visit = (
  id: string,
  day: string,
  euros: number,
  more: Record<string, unknown>,
): DeliveredRow[] => [
  row('termin', id, {
    patid: 'a',
    start: Date.parse(`${day}T09:00:00Z`),
    dauerMin: 60,
    status: 'WAHRGENOMMEN',
    ...more,
  }),
  row('leistung', `l${id}`, {
    patid: 'a',
    behandler: 'b1',
    terminId: id,
    datum: day,
    system: 'BEMA',
    nr: '01',
    menge: 1,
    honorar: euros * 100,
    betrag: euros * 100,
  }),
];
const MARCH = 'von=2026-03-01&bis=2026-03-31';
type All = { items: unknown[]; stichworte: KeywordMapping[] };

describe('keywords of appointments', () => {
  const all = async (as: Bearer = p.users.owner): Promise<All> => {
    const answer = await t.call('/api/settings/pattermapi', { as });
    expect(answer.status, answer.text).toBe(200);
    return answer.json as All;
  };
  const revenue = async (gruppe: string): Promise<unknown> =>
    (
      (await t.call(`/api/umsatz/zeitreihe?${MARCH}&termingruppe=${gruppe}`, { as: p.users.owner }))
        .json as PracticeReport
    ).kpis.find((one) => one.key === 'umsatz')!.wert;
  const said = async (): Promise<KeywordPattern[]> =>
    (await all()).stichworte
      .filter((one) => !one.istVorschlag)
      .map(({ muster, gruppe }) => ({ muster, gruppe }));
  const save = (items: KeywordPattern[], vorher: KeywordPattern[], as?: Bearer): Promise<Answer> =>
    send('PUT', '/settings/pattermapi/stichworte', { items, vorher }, as);
  const tried = async (
    items: KeywordPattern[],
    angebote: string[] = [],
  ): Promise<KeywordEffect> => {
    const answer = await send('POST', '/settings/pattermapi/vorschau', { items, angebote });
    expect(answer.status, answer.text).toBe(200);
    return answer.json as KeywordEffect;
  };
  const noted = async (type: string): Promise<number> =>
    (await t.deps.store.read.select().from(t.deps.store.t.audit)).filter(
      (one) => one.cid === p.cid && one.type === type,
    ).length;
  const PZR: KeywordPattern = { muster: 'PZR', gruppe: 'PROPHYLAXE' },
    CHECKUP_PATTERN: KeywordPattern = { muster: 'Kontrolle', gruppe: 'KONTROLLE' };

  beforeAll(async () => {
    await deliverRows(t, p.cid, [
      row('behandler', 'b1', { name: 'Dr. Weber', art: 'ZAHNARZT' }),
      row('patient', 'a', {
        nachname: 'Groß',
        vorname: 'Anna',
        geburtsdatum: '1941-03-04',
        versicherung: 'GKV',
      }),
      row('terminarten', 'ohne', { name: 'Termin' }),
      row('terminarten', 'mit', { name: 'Füllung', standardgruppe: 'FUELLUNG' }),
      row('stichworte', 's1', { kuerzel: 'SCHM', text: 'Schmerzen' }),
      ...visit('1', '2026-03-02', 10, { stichworte: 'PZR' }),
      ...visit('2', '2026-03-03', 20, { stichworte: 'Kontrolle|PZR', terminart: 'ohne' }),
      ...visit('3', '2026-03-04', 40, { stichworte: 'PZR', terminart: 'mit' }),
      ...visit('4', '2026-03-05', 80, { stichworte: 'VIP' }),
      ...visit('5', '2026-03-06', 160, {}),
      ...visit('6', '2026-03-09', 320, { stichworte: 'SCHM' }),
    ]);
    await deliverRows(t, other.cid, [
      row('termin', 'x', {
        patid: 'y',
        start: Date.parse('2026-03-02T09:00:00Z'),
        dauerMin: 30,
        stichworte: 'Krone',
      }),
    ]);
  });

  it('are suggested by spelling or meaning, and a suggestion counts nowhere', async () => {
    const found = (await send('POST', '/settings/init/pattermapi', undefined)).json as All;
    expect(found.stichworte.map((one) => [one.muster, one.gruppe, one.istVorschlag])).toEqual([
      ['PZR', 'PROPHYLAXE', true],
      ['SCHM', 'SCHMERZ', true],
      ['Kontrolle', 'KONTROLLE', true],
    ]);
    expect([await revenue('PROPHYLAXE'), await revenue('SCHMERZ'), await said()]).toEqual([
      0,
      0,
      [],
    ]);
    // The same request again returns the same and writes nothing.
    expect([
      ((await send('POST', '/settings/init/pattermapi', undefined)).json as All).stichworte,
      await noted('appointment_keywords.proposed'),
    ]).toEqual([found.stichworte, 1]);
  });

  it('are tried before saving: matches, those taken by earlier patterns, those without a group', async () => {
    const texte = [
      { text: 'SCHM', termine: 1, gruppe: 'SCHMERZ' },
      { text: 'VIP', termine: 1, gruppe: null },
    ];
    expect(await tried([CHECKUP_PATTERN, PZR], ['schm', 'vip*'])).toEqual({
      termine: 6,
      ohneArt: 5,
      ohneWort: 1,
      offen: 2,
      treffer: [
        { zaehlt: 1, verdeckt: 0 },
        { zaehlt: 1, verdeckt: 1 },
      ],
      angebote: [1, 1],
      texte,
      weitere: 0,
    });
    expect((await tried([PZR, CHECKUP_PATTERN])).treffer).toEqual([
      { zaehlt: 2, verdeckt: 0 },
      { zaehlt: 0, verdeckt: 1 },
    ]);
    expect([await revenue('PROPHYLAXE'), await said()]).toEqual([0, []]);
  });

  it('count at once for all appointments, in order, after the type, and stop when reverted', async () => {
    expect((await save([CHECKUP_PATTERN, PZR], [])).status).toBe(204);
    expect([
      await revenue('KONTROLLE'),
      await revenue('PROPHYLAXE'),
      await revenue('FUELLUNG'),
    ]).toEqual([20, 10, 40]);
    // Another order of the same patterns decides otherwise.
    expect((await save([PZR, CHECKUP_PATTERN], [CHECKUP_PATTERN, PZR])).status).toBe(204);
    expect([await revenue('KONTROLLE'), await revenue('PROPHYLAXE'), await said()]).toEqual([
      0,
      30,
      [PZR, CHECKUP_PATTERN],
    ]);
    // A saved suggestion is not suggested again; the other one stays.
    expect((await all()).stichworte.map((one) => [one.muster, one.istVorschlag, one.wer])).toEqual([
      ['PZR', false, 'Özlem Yıldız-owner'],
      ['Kontrolle', false, 'Özlem Yıldız-owner'],
      ['SCHM', true, 'Özlem Yıldız-owner'],
    ]);
    expect((await save([], [PZR, CHECKUP_PATTERN])).status).toBe(204);
    expect([await revenue('KONTROLLE'), await revenue('PROPHYLAXE'), await said()]).toEqual([
      0,
      0,
      [],
    ]);
  });

  it('are written once, and never over a concurrent change', async () => {
    const before = await noted('appointment_keywords.mapped');
    expect([
      (await save([PZR], [])).status,
      (await save([PZR], [])).status,
      await noted('appointment_keywords.mapped'),
    ]).toEqual([204, 204, before + 1]);
    expect([(await save([CHECKUP_PATTERN], [])).code, await said()]).toEqual(['conflict', [PZR]]);
    t.clock.now += 60_000;
    expect((await save([CHECKUP_PATTERN, PZR], [PZR])).status).toBe(204);
    const [first, second] = (await all()).stichworte;
    // Author and time of an unchanged pattern stay, too.
    expect([first?.am, second?.am]).toEqual([t.clock.now, t.clock.now - 60_000]);
  });

  it('are set by owners of the same practice only; a pattern is valid and unique', async () => {
    for (const bad of [
      [PZR, { ...PZR, muster: 'pzr' }],
      [{ ...PZR, muster: '*' }],
      [{ ...PZR, muster: 'a*b' }],
      [{ ...PZR, muster: 'x'.repeat(61) }],
      [{ ...PZR, gruppe: 'NICHTS' }],
    ])
      expect([
        (await save(bad as KeywordPattern[], await said())).code,
        (await send('POST', '/settings/pattermapi/vorschau', { items: bad, angebote: [] })).code,
      ]).toEqual(['validation', 'validation']);
    for (const as of [p.users.staff, p.users.reception])
      expect([
        (await save([], await said(), as)).code,
        (await send('POST', '/settings/pattermapi/vorschau', { items: [], angebote: [] }, as)).code,
      ]).toEqual(['forbidden', 'forbidden']);
    expect([
      (await all(other.users.owner)).stichworte,
      (
        await send(
          'POST',
          '/settings/pattermapi/vorschau',
          { items: [PZR], angebote: [] },
          other.users.owner,
        )
      ).json,
    ]).toMatchObject([[], { termine: 1, texte: [{ text: 'Krone' }] }]);
    expect(await said()).toEqual([CHECKUP_PATTERN, PZR]);
  });
});

it('keywords of closed records are not shown or suggested, but are counted', () => {
  const rawRows = new RawData(),
    take = (entity: RawRow['entity'], id: string, values: RawRow['values']): void => {
      rawRows.take({ entity, id, version: 1, hash: 1, isDeleted: false, values });
    };
  for (const patid of ['zu', 'auf']) {
    take('patient', patid, { versicherung: 'GKV' });
    take('termin', `t${patid}`, {
      patid,
      start: Date.parse('2026-03-02T09:00:00Z'),
      dauerMin: 30,
      stichworte: patid === 'zu' ? 'PZR wegen X' : 'Endo',
    });
  }
  const snapshot = buildSnapshot(rawRows, dayNumberOf('2026-03-02')),
    of = (zu: string[]): unknown => {
      const { offen, texte, weitere } = keywordEffect(snapshot, { items: [], angebote: [] }, zu);
      return [
        offen,
        texte.map((one) => one.text),
        weitere,
        proposeKeywords(snapshot, [], zu).map((one) => one.muster),
      ];
    };
  expect([of(['zu']), of([])]).toEqual([
    [2, ['Endo'], 0, ['Endo']],
    [2, ['Endo', 'PZR wegen X'], 0, ['PZR', 'Endo']],
  ]);
});
