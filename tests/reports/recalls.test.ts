/** What became of a recall is said once: the tile, the figure with its rows, the report of the day, the work list and the patient's page agree, whatever became of appointments, records and people. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recallFaellig } from '../../shared/analytics/reports/worklist.ts';
import type { ListenBericht } from '../../shared/analytics/reports/worklist.schema.ts';
import type { Bericht } from '../../shared/analytics/reports/report.ts';
import { baueBild } from '../../server/analytics/snapshot/snapshot.ts';
import { tagVon } from '../../server/analytics/snapshot/calendar.ts';
import { berechne } from '../../server/analytics/metrics/compute.ts';
import { recallfaelle } from '../../server/analytics/cases/recall-cases.ts';
import { Rohdaten } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { jahrVon } from '../../server/analytics/snapshot/derived.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPraxis, type Praxis } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { liefere, type Geliefert } from './deliver.ts';
import { HEUTE, machePraxis } from './random-practice.ts';

const row = (
  entity: Geliefert['entity'],
  id: string,
  values: Record<string, unknown>,
  version = 1,
): Geliefert => ({ entity, id, version, hash: 1, isDeleted: false, values });
const patient = (id: string, more: Record<string, unknown> = {}): Geliefert =>
  row('patient', id, {
    nachname: id,
    vorname: 'Anna',
    geburtsdatum: '1960-01-01',
    versicherung: 'GKV',
    ...more,
  });
const recall = (patid: string, more: Record<string, unknown> = {}): Geliefert =>
  row('recall', `r-${patid}`, { patid, art: 'KONTROLLE', faelligAm: '2026-06-01', ...more });
const termin = (id: string, patid: string, tag: string, status: string): Geliefert =>
  row('termin', id, { patid, start: Date.parse(`${tag}T08:00:00Z`), dauerMin: 30, status });

/** Recalls that fell due half a year ago, each named after its patient, and whether somebody has to arrange it. */
const FAELLE: readonly { wer: string; rows: readonly Geliefert[]; istZuVereinbaren: boolean }[] = [
  { wer: 'offen', rows: [recall('offen')], istZuVereinbaren: true },
  {
    wer: 'seit-jahren',
    rows: [recall('seit-jahren', { faelligAm: '2023-02-01' })],
    istZuVereinbaren: true,
  },
  {
    wer: 'versaeumt',
    rows: [
      termin('t1', 'versaeumt', '2026-06-02', 'NICHT_ERSCHIENEN'),
      recall('versaeumt', { terminId: 't1', status: 'RECALLTERMIN_VEREINBART' }),
    ],
    istZuVereinbaren: true,
  },
  {
    wer: 'abgesagt',
    rows: [
      termin('t2', 'abgesagt', '2026-12-02', 'ABGESAGT_PATIENT'),
      recall('abgesagt', { terminId: 't2' }),
    ],
    istZuVereinbaren: true,
  },
  {
    wer: 'verschoben',
    rows: [
      termin('t3', 'verschoben', '2026-12-02', 'VERSCHOBEN'),
      recall('verschoben', { terminId: 't3' }),
    ],
    istZuVereinbaren: true,
  },
  {
    wer: 'doppelt',
    rows: [patient('doppelt-alt', { zusammengefuehrtIn: 'doppelt' }), recall('doppelt-alt')],
    istZuVereinbaren: true,
  },
  {
    wer: 'vereinbart',
    rows: [
      termin('t4', 'vereinbart', '2026-12-02', 'GEPLANT'),
      recall('vereinbart', { terminId: 't4' }),
    ],
    istZuVereinbaren: false,
  },
  {
    wer: 'gesagt',
    rows: [recall('gesagt', { status: 'RECALLTERMIN_VEREINBART' })],
    istZuVereinbaren: false,
  },
  {
    wer: 'kommt-ohnehin',
    rows: [termin('t5', 'kommt-ohnehin', '2026-11-25', 'BESTAETIGT'), recall('kommt-ohnehin')],
    istZuVereinbaren: false,
  },
  // The appointment was made at the record that lives on.
  {
    wer: 'anderswo',
    rows: [
      patient('anderswo-alt', { zusammengefuehrtIn: 'anderswo' }),
      termin('t6', 'anderswo', '2026-11-25', 'GEPLANT'),
      recall('anderswo-alt'),
    ],
    istZuVereinbaren: false,
  },
];
/** Nobody has to do with these any more: the appointment was kept, or the person is not led here. */
const VORBEI: readonly Geliefert[] = [
  patient('war-da'),
  termin('t7', 'war-da', '2026-06-02', 'WAHRGENOMMEN'),
  recall('war-da', { terminId: 't7' }),
  patient('fort', { aktiv: false }),
  recall('fort'),
  patient('fort-alt', { zusammengefuehrtIn: 'fort' }),
  recall('fort-alt'),
];
const OFFEN = FAELLE.filter((one) => one.istZuVereinbaren).map((one) => one.wer),
  RECALLS = FAELLE.filter((one) => one.istZuVereinbaren)
    .flatMap((one) => one.rows.filter(({ entity }) => entity === 'recall').map(({ id }) => id))
    .toSorted();
const MONTH = `von=2026-11-01&bis=${HEUTE}`;

describe('what became of recalls', () => {
  let t: TestApp, p: Praxis;
  const read = async <T>(path: string): Promise<T> => {
    const answer = await t.call(`/api${path}`, { as: p.users.owner });
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBe(200);
    return answer.json as T;
  };
  const tile = async (): Promise<unknown> =>
      (await read<Bericht>(`/dashboard/aufgaben?${MONTH}`)).zeilen.find(
        (z) => z['was'] === 'RECALL_UEBERFAELLIG',
      )?.['anzahl'],
    list = (query = ''): Promise<ListenBericht> => read(`/recall?n=2000${query}`),
    figure = ({ kpis }: ListenBericht | Bericht, key: string) =>
      kpis.find((one) => one.key === key)?.wert;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    p = await addPraxis(t, 'nord');
    await liefere(t, p.cid, [
      ...FAELLE.flatMap((one) => [patient(one.wer), ...one.rows]),
      ...VORBEI,
      patient('bald'),
      recall('bald', { faelligAm: '2026-11-23' }),
      patient('bald-da'),
      termin('t8', 'bald-da', '2026-12-01', 'GEPLANT'),
      recall('bald-da', { faelligAm: '2026-11-23' }),
      patient('spaeter'),
      recall('spaeter', { faelligAm: '2026-12-21' }),
    ]);
  });
  afterAll(() => t.drop());

  it('the number on the tile is that of the figure, of the rows behind it and of the list', async () => {
    const rows = await read<Bericht>(`/zeilen/recallUeberfaellig?${MONTH}`),
      lines = await list('&grund=ueberfaellig'),
      named = (id: string): string => id.replace(/^r-/, '').replace(/-alt$/, '');
    expect([
      await tile(),
      figure(rows, 'recallUeberfaellig'),
      figure(lines, 'recallUeberfaellig'),
      figure(lines, 'treffer'),
    ]).toEqual(Array.from({ length: 4 }, () => OFFEN.length));
    expect(rows.zeilen.map((z) => String(z['id'])).toSorted()).toEqual(RECALLS);
    expect(lines.zeilen.map((z) => String(z['recallId'])).toSorted()).toEqual(RECALLS);
    // The longest overdue first; whose it is, is the record that is led now.
    expect(lines.zeilen[0]).toMatchObject({
      recallId: 'r-seit-jahren',
      tag: '2023-02-01',
      grund: 'ueberfaellig',
    });
    expect(lines.zeilen.map((z) => z['patid'])).toEqual(
      lines.zeilen.map((z) => named(String(z['recallId']))),
    );
    expect((await list('&grund=ueberfaellig&monate=12')).zeilen).toHaveLength(OFFEN.length - 1);
    expect(
      (await read<Bericht>(`/dashboard/executive?${MONTH}`)).zeilen.find(
        (z) => z['id'] === 'RECALL_UEBERFAELLIG',
      )?.['wert'],
    ).toBe(OFFEN.length);
  });

  it('whoever has an appointment rests in the list, what was kept and who left is not in it at all', async () => {
    const all = await list('&alle=ja'),
      arranged = all.zeilen
        .filter((z) => z['grund'] === null)
        .map((z) => String(z['patid']))
        .toSorted();
    expect(arranged).toEqual(
      [
        ...FAELLE.filter((one) => !one.istZuVereinbaren).map((one) => one.wer),
        'bald-da',
      ].toSorted(),
    );
    expect([figure(all, 'recallTerminiert'), figure(all, 'recallFaellig')]).toEqual([
      arranged.length,
      OFFEN.length + 1,
    ]);
    expect(all.zeilen.filter((z) => z['grund'] === 'faellig').map((z) => z['patid'])).toEqual([
      'bald',
    ]);
    expect(
      all.zeilen.filter((z) =>
        ['war-da', 'fort', 'fort-alt', 'spaeter'].includes(String(z['patid'])),
      ),
    ).toEqual([]);
  });

  it("the day and the patient's page say the same", async () => {
    const day = await read<Bericht>(`/heute/recall?von=${HEUTE}&bis=${HEUTE}`),
      page = async (wer: string) =>
        (await read<Bericht>(`/patient/${wer}?${MONTH}`)).zeilen[0]?.['recallFaellig'];
    expect(day.zeilen.map((z) => [z['grund'], z['patid'], z['faelligAm']])).toEqual([
      ['FAELLIG', 'bald', '2026-11-23'],
    ]);
    for (const wer of OFFEN)
      expect([wer, await page(wer)]).toEqual([
        wer,
        wer === 'seit-jahren' ? '2023-02-01' : '2026-06-01',
      ]);
    for (const wer of ['vereinbart', 'gesagt', 'war-da', 'fort'])
      expect([wer, await page(wer)]).toEqual([wer, null]);
  });

  it('a record that is closed is in no list; the number of the practice stays true', async () => {
    const wer = 'offen',
      id = t.deps.newId();
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      await w.tx.insert(w.t.restriction, {
        id,
        patid: wer,
        reason: 'Widerspruch',
        until: '2027-01-01',
        setBy: 'x',
        setByName: 'X',
        setAt: w.now,
        liftedAt: null,
        liftedBy: null,
        liftedByName: null,
        erasedAt: null,
      });
    });
    t.deps.closed.forget(p.cid);
    expect([
      (await list('&grund=ueberfaellig')).zeilen.some((z) => z['patid'] === wer),
      await tile(),
    ]).toEqual([false, OFFEN.length]);
  });

  it('an appointment that is missed afterwards brings its recall back, and a new one takes it away again', async () => {
    await liefere(t, p.cid, [
      row(
        'termin',
        't4',
        {
          patid: 'vereinbart',
          start: Date.parse('2026-11-19T08:00:00Z'),
          dauerMin: 30,
          status: 'NICHT_ERSCHIENEN',
        },
        2,
      ),
    ]);
    const overdue = async (): Promise<unknown[]> =>
      (await list('&grund=ueberfaellig')).zeilen.map((z) => z['patid']);
    expect([await tile(), (await overdue()).includes('vereinbart')]).toEqual([
      OFFEN.length + 1,
      true,
    ]);
    await liefere(t, p.cid, [termin('t9', 'vereinbart', '2026-12-09', 'GEPLANT')]);
    expect([await tile(), (await overdue()).includes('vereinbart')]).toEqual([OFFEN.length, false]);
  });
});

it('the list has as many overdue ones as the figure says, in any practice', () => {
  let seen = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const roh = new Rohdaten();
      for (const one of machePraxis(seed)) roh.nimm(one);
      const bild = baueBild(roh, tagVon(HEUTE)),
        overdue = recallfaelle(bild, []).filter(
          (one) => recallFaellig(one, HEUTE)?.grund === 'ueberfaellig',
        ).length;
      seen += overdue;
      expect(overdue).toBe(berechne('recallUeberfaellig', jahrVon(bild)).wert ?? 0);
    }),
    { numRuns: 15 },
  );
  expect(seen).toBeGreaterThan(0);
});
