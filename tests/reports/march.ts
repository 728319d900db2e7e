/** A practice whose figures of March are known, next to another one. */
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { deliverRows, row, type DeliveredRow } from './deliver.ts';

export const MARCH = 'von=2026-03-01&bis=2026-03-31';

const service = (
  id: string,
  datum: string,
  betrag: number,
  more: Record<string, unknown> = {},
): DeliveredRow =>
  row('leistung', id, {
    patid: 'a',
    behandler: 'b1',
    datum,
    system: 'BEMA',
    nr: '01',
    menge: 1,
    honorar: betrag,
    betrag,
    kostentraeger: 'GKV',
    ...more,
  });

/** Rows of the practice: two practitioners, one patient, a plan, an overdue invoice. */
const ROWS: readonly DeliveredRow[] = [
  row('params', 'kzv', { wert: 'be' }),
  row('behandler', 'b1', { name: 'Dr. Weber', art: 'ZAHNARZT' }),
  row('behandler', 'b2', { name: 'Dr. Özkan', art: 'ZAHNARZT', austritt: '2020-01-01' }),
  row('zimmer', 'z1', { name: 'Zimmer 1' }),
  row('patient', 'a', {
    nachname: 'Groß',
    vorname: 'Anna',
    geburtsdatum: '1941-03-04',
    versicherung: 'GKV',
    kassenart: 'AOK',
  }),
  // Deliveries begin before March of the previous year, so it can be compared.
  service('0', '2025-02-28', 500),
  // Two Mondays this March, one Tuesday in the previous March.
  service('1', '2026-03-02', 10_000),
  service('2', '2026-03-09', 5_000, { behandler: 'b2' }),
  service('3', '2025-03-04', 40_000),
  service('4', '2026-02-02', 1_000),
  row('hkp', 'h1', {
    patid: 'a',
    behandler: 'b1',
    art: 'ZE',
    status: 'GENEHMIGT',
    bezeichnung: 'Krone',
    erstelltAm: '2026-01-10',
    genehmigtAm: '2026-02-01',
    gesamt: 80_000,
  }),
  row('rechnung', 'r1', {
    patid: 'a',
    nummer: '4711',
    datum: '2026-01-05',
    faelligAm: '2026-02-05',
    betrag: 30_000,
    art: 'PRIVAT',
    status: 'OFFEN',
  }),
];

/** Starts an app with the practice and the other one, which has one patient. */
export async function startMarch(): Promise<{ t: TestApp; p: Practice; other: Practice }> {
  const t = await createTestApp('sqlite', { renderer: quickRenderer() });
  const p = await addPractice(t, 'nord');
  const other = await addPractice(t, 'sued');
  await deliverRows(t, p.cid, ROWS);
  await deliverRows(t, other.cid, [
    row('patient', 'x', { nachname: 'Fremd', vorname: 'X', geburtsdatum: '1990-01-01' }),
  ]);
  return { t, p, other };
}
