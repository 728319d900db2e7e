/** Reports on special days: leap days, and the night on which clocks go forward. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, renew, type Practice } from '../support/practice.ts';
import { deliverRows, row, type DeliveredRow } from './deliver.ts';

const service = (datum: string, betrag: number): DeliveredRow =>
  row('leistung', `l ${datum}`, {
    patid: 'a',
    behandler: 'b1',
    datum,
    system: 'BEMA',
    nr: '01',
    menge: 1,
    honorar: betrag,
    betrag,
    kostentraeger: 'GKV',
  });
const termin = (id: string, start: string, more: Record<string, unknown> = {}): DeliveredRow =>
  row('termin', id, {
    patid: 'a',
    behandler: 'b1',
    start: Date.parse(start),
    dauerMin: 30,
    status: 'GEPLANT',
    ...more,
  });

describe('special days', () => {
  let t: TestApp, p: Practice;
  const read = async (path: string): Promise<PracticeReport> => {
    const answer = await t.call(`/api${path}`, { as: p.users.owner });
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBe(200);
    return answer.json as PracticeReport;
  };
  beforeAll(async () => {
    t = await createTestApp('sqlite');
    p = await addPractice(t, 'nord');
    await deliverRows(t, p.cid, [
      row('behandler', 'b1', { name: 'Dr. Weber', art: 'ZAHNARZT' }),
      row('patient', 'a', {
        nachname: 'Groß',
        vorname: 'Anna',
        geburtsdatum: '1941-03-04',
        versicherung: 'GKV',
      }),
      row('mitarbeiter', 'm1', { name: 'Özlem Schalt', geburtsdatum: '1992-02-29' }),
      row('mitarbeiter', 'm2', { name: 'Eva März', geburtsdatum: '1990-03-01' }),
      row('mitarbeiter', 'm3', { name: 'Ines Feb', geburtsdatum: '1990-02-28' }),
      service('2024-02-28', 10_000),
      service('2024-02-29', 70_000),
      service('2025-02-28', 20_000),
      service('2023-02-28', 5_000),
      service('2024-03-01', 4_000),
      service('2023-03-02', 6_000),
      termin('t1', '2026-03-28T22:30:00Z'),
      termin('t2', '2026-03-28T23:15:00Z'),
      termin('t3', '2026-03-29T01:00:00Z'),
      termin('t4', '2026-03-29T21:30:00Z'),
      termin('t5', '2026-03-29T22:15:00Z'),
    ]);
  });
  afterAll(() => t.drop());

  it('one day is compared with the same weekday of the week, a month with the month and its leap day', async () => {
    const of = async (day: string): Promise<unknown> => {
      const { zeilen, kpis } = await read(
        `/umsatz/zeitreihe?von=${day}&bis=${day}&gruppierung=TAG`,
      );
      return [
        zeilen.map((z) => [z['periode'], z['umsatz'], z['vorjahr']]),
        kpis.find((one) => one.key === 'umsatz')?.vergleich,
      ];
    };
    expect(await of('2025-02-28')).toEqual([[['2025-02-28', 200, 40]], 40]);
    expect(await of('2024-02-29')).toEqual([[['2024-02-29', 700, 60]], 60]);
    const month = await read('/umsatz/zeitreihe?von=2025-02-01&bis=2025-02-28&gruppierung=MONAT');
    expect([
      month.zeilen.map((z) => z['vorjahr']),
      month.kpis.find((one) => one.key === 'umsatz')?.vergleich,
    ]).toEqual([[800], 800]);
  });

  it('a person born on a leap day has a birthday every year', async () => {
    const of = async (day: string): Promise<string[]> =>
      (await read(`/heute/team?von=${day}&bis=${day}`)).zeilen
        .filter((z) => z['was'] === 'GEBURTSTAG')
        .map((z) => String(z['name']))
        .toSorted();
    expect([await of('2025-02-28'), await of('2025-03-01')]).toEqual([
      ['Ines Feb'],
      ['Eva März', 'Özlem Schalt'],
    ]);
    expect([await of('2024-02-28'), await of('2024-02-29'), await of('2024-03-01')]).toEqual([
      ['Ines Feb'],
      ['Özlem Schalt'],
      ['Eva März'],
    ]);
  });

  it('the day on which clocks go forward has exactly its own appointments at local time', async () => {
    const of = async (day: string): Promise<unknown[]> =>
      (await read(`/heute?von=${day}&bis=${day}`)).zeilen.map((z) => [z['id'], z['zeit']]);
    expect([await of('2026-03-28'), await of('2026-03-29'), await of('2026-03-30')]).toEqual([
      [['t1', '23:30']],
      [
        ['t2', '00:15'],
        ['t3', '03:00'],
        ['t4', '23:30'],
      ],
      [['t5', '00:15']],
    ]);
  });

  it('today is the day in Berlin on both sides of that night', async () => {
    const began = t.clock.now,
      state = async (at: string): Promise<unknown> => {
        t.clock.now = Date.parse(at);
        // A session does not outlive a clock that goes back.
        await renew(p);
        return (await read('/zeilen/ohneErgebnis?von=2026-03-01&bis=2026-03-31')).kpis.find(
          (one) => one.key === 'ohneErgebnis',
        )?.wert;
      };
    // Appointments of days before today that were left open: the day ends in Berlin time.
    expect([
      await state('2026-03-28T22:59:00Z'),
      await state('2026-03-28T23:00:00Z'),
      await state('2026-03-29T21:59:00Z'),
      await state('2026-03-29T22:00:00Z'),
    ]).toEqual([0, 1, 1, 4]);
    t.clock.now = began;
    await renew(p);
  });
});
