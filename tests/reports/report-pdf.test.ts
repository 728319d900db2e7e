/** A report as PDF: its query, its parts, and the users who may read it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Answer, type Bearer, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { deliverRows, row } from './deliver.ts';
import { recordPapers } from './recorded-papers.ts';

const { renderer, papers } = recordPapers();
let t: TestApp, p: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite', { renderer });
  p = await addPractice(t, 'nord');
  await deliverRows(t, p.cid, [
    row('behandler', 'b1', { name: 'Dr. Weber', art: 'ZAHNARZT', fuehrend: true }),
    row('patient', 'p9', {
      vorname: 'Anna',
      nachname: 'Groß',
      geburtsdatum: '1941-03-04',
      versicherung: 'GKV',
    }),
    row('leistung', 'l9', {
      patid: 'p9',
      behandler: 'b1',
      datum: '2026-02-03',
      system: 'BEMA',
      nr: '01',
      menge: 1,
      honorar: 2000,
      betrag: 2000,
    }),
  ]);
});
afterAll(() => t.drop());

/** Requests the PDF of a report of the first quarter. */
const print = (query: string, as: Bearer = p.users.owner): Promise<Answer> =>
  t.call(`/api/berichtpdf?von=2026-01-01&bis=2026-03-31&${query}`, { as });

describe('a report as PDF', () => {
  it('names its query and the age of the data', async () => {
    const answer = await print('basis=zahlung&behandler=b1&bereich=PZR&pfad=umsatz/zeitreihe');
    expect([answer.status, answer.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const paper = papers.at(-1)!;
    expect(paper).toMatchObject({ title: 'Wie entwickelt sich der Umsatz?', isWide: true });
    expect(paper.facts.map((one) => one.value).slice(0, 1)).toEqual(['01.01.2026 – 31.03.2026']);
    expect(paper.words[0]).toBe(
      'Behandler: Dr. Weber · Bereich: Zahnreinigung (PZR) · Gezählt nach dem Tag der Zahlung · Vergleich mit dem Vorjahr · verglichen mit 01.01.2025 – 31.03.2025',
    );
    expect(paper.rows).toHaveLength(3);
  });

  it('names the filter that a figure cannot follow, and why a table is empty', async () => {
    expect((await print('zimmer=z1&pfad=extended/hkptrichter')).status).toBe(200);
    const { words, rows } = papers.at(-1)!;
    expect(words.find((one) => one.startsWith('Offene HKP: –'))).toContain(
      'folgt nicht dem Filter Zimmer',
    );
    expect(words.some((one) => one.startsWith('Die Zeilen dieses Berichts können'))).toBe(true);
    expect(rows).toEqual([]);
  });

  it('shows parts next to the filter as the screen does', async () => {
    expect((await print('pfad=hvm/be')).status).toBe(200);
    expect([papers.at(-1)!.title, papers.at(-1)!.columns[0]?.name]).toEqual([
      'Honorargrenze der KZV: Kassenzahnärztliche Vereinigung Berlin',
      'Teil',
    ]);
    expect((await print('pfad=hvm/xx')).code).toBe('not_found');
    expect((await print('pfad=benchmark/zeit&gruppe=REGION&messwert=stundensatz')).status).toBe(
      200,
    );
    expect(papers.at(-1)!.words).toContain('Verglichen mit: Praxen aus der Gegend');
  });

  it("lists a patient's services under the name; an unknown patient is not found", async () => {
    expect((await print('pfad=patient/leistungen&patid=p9')).status).toBe(200);
    expect([
      papers.at(-1)!.title,
      papers.at(-1)!.rows.length,
      papers.at(-1)!.rows[0]?.includes('03.02.2026'),
    ]).toEqual(['Leistungen: Groß, Anna, *04.03.1941', 1, true]);
    expect([
      (await print('pfad=patient/leistungen&patid=nobody')).code,
      (await print('pfad=patient/leistungen')).code,
    ]).toEqual(['not_found', 'not_found']);
  });

  it('needs the right to read its report, and a report that exists', async () => {
    expect((await print('pfad=patient/leistungen&patid=p1', p.users.reception)).code).toBe(
      'forbidden',
    );
    expect((await print('pfad=umsatz/zeitreihe', p.users.reception)).code).toBe('forbidden');
    expect((await print('pfad=nichts')).code).toBe('not_found');
  });
});
