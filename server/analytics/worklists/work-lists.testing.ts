/** A practice with plans, recalls and appointments, and calls of its reception. */
import {
  createTestApp,
  type Answer,
  type Bearer,
  type TestApp,
} from '../../../tests/support/in-process.ts';
import { deliverPvs, type PvsRows } from '../../../tests/support/deliver-pvs.ts';
import { addPractice, person as record, type Practice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import type { StoreKind } from '../../../tests/support/stores.ts';
import type { Report } from '../../paper/pdf/report.ts';

const DAY_MS = 86_400_000;

const person = (id: string, lastName: string, more: object = {}) => ({
  id,
  vorname: 'Anna',
  nachname: lastName,
  geburtsdatum: '1960-01-01',
  versicherung: 'GKV' as const,
  strasse: 'Weg 1',
  plz: '10115',
  ort: 'Berlin',
  ...more,
});

/** Rows of the practice; `day` and `at` count from now. */
const rowsFrom = (day: (days: number) => string, at: (days: number) => number): PvsRows => ({
  behandler: [{ id: 'b1', name: 'Dr. Muster' }],
  patient: [
    person('1', 'Groß'),
    person('2', 'Öz', { email: 'oez@example.org' }),
    person('3', 'Klein', { strasse: null }),
    person('4', 'Alt', { zusammengefuehrtIn: '1' }),
  ],
  hkp: [
    {
      id: 'h1',
      patid: '1',
      art: 'ZE',
      status: 'GENEHMIGT',
      erstelltAm: day(-150),
      genehmigtAm: day(-140),
      gesamt: 200_000,
      eigenanteil: 90_050,
      behandler: 'b1',
    },
    {
      id: 'h2',
      patid: '2',
      art: 'ZE',
      status: 'BEI_PATIENT',
      erstelltAm: day(-40),
      besprochenAm: day(-30),
      gesamt: 50_000,
    },
    {
      id: 'h3',
      patid: '3',
      art: 'KVA',
      status: 'BEI_PATIENT',
      erstelltAm: day(-3),
      besprochenAm: day(-2),
      gesamt: 10_000,
    },
    {
      id: 'h4',
      patid: '4',
      art: 'ZE',
      status: 'GENEHMIGT',
      erstelltAm: day(-20),
      genehmigtAm: day(-10),
      gesamt: 30_000,
    },
    { id: 'h5', patid: '1', art: 'ZE', status: 'VERWORFEN', erstelltAm: day(-20), gesamt: 1 },
  ],
  hkpposition: [
    { id: 'hp1', hkpid: 'h1', system: 'BEMA', nr: '20a', zahn: '36', menge: 1, betrag: 17_529 },
  ],
  recall: [
    { id: 'r1', patid: '2', art: 'KONTROLLE', faelligAm: day(-100) },
    { id: 'r2', patid: '1', art: 'PZR', faelligAm: day(10) },
    { id: 'r3', patid: '3', art: 'PZR', faelligAm: day(-5) },
  ],
  termin: [
    { id: 't1', patid: '3', start: at(5), dauerMin: 30, status: 'GEPLANT' },
    { id: 't2', patid: '4', start: at(3), dauerMin: 30, status: 'ABGESAGT_PATIENT' },
  ],
});

export interface WorkLists {
  readonly t: TestApp;
  readonly p: Practice;
  /** Lists printed so far. */
  readonly papers: readonly Report[];
  /** Returns the day this many days from now. */
  day: (days: number) => string;
  deliver: (rows: PvsRows, state?: 'open' | 'closed' | 'withdrawn') => Promise<void>;
  get: <T>(path: string) => Promise<T>;
  post: (path: string, json: unknown, as?: Bearer) => Promise<Answer>;
}

/** Starts an app with the practice. */
export async function startWorkLists(kind: StoreKind): Promise<WorkLists> {
  const papers: Report[] = [];
  const quick = quickRenderer();
  const t = await createTestApp(kind, {
    renderer: {
      ...quick,
      renderReport: (report) => {
        papers.push(report);
        return quick.renderReport(report);
      },
    },
  });
  const p = await addPractice(t, 'nord', [record('2', 'Emil', 'Öz', '1960-01-01')]);
  const at = (days: number): number => t.clock.now + days * DAY_MS;
  const day = (days: number): string => new Date(at(days)).toISOString().slice(0, 10);
  let batch = 0;
  const deliver: WorkLists['deliver'] = (rows, state) => {
    batch += 1;
    return deliverPvs(t, p.cid, batch, rows, state);
  };
  await deliver(rowsFrom(day, at));
  return {
    t,
    p,
    papers,
    day,
    deliver,
    get: async <T>(path: string) =>
      (await t.call(`/api${path}`, { as: p.users.reception })).json as T,
    post: (path, json, as = p.users.reception) =>
      t.call(`/api${path}`, { as, method: 'POST', json }),
  };
}
