/** The way of a billing proposal to its money. */
import { describe, expect, it } from 'vitest';
import type { Finding, ProposalState } from '../../shared/analytics/billing/proposal.ts';
import type { Row as ProposalRow } from '../../server/analytics/proposal-engine/row.ts';
import { FILTER, leistung, patient, snapshotFrom } from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

describe('proposals from the finding to the payment', () => {
  const snapshot = snapshotFrom([
    ['behandler', 'b1', { name: 'Eins' }],
    patient('p'),
    patient('q'),
    [
      'rechnung',
      'r',
      { patid: 'p', nummer: '1', art: 'PRIVAT', datum: '2026-03-20', betrag: 6000 },
    ],
    leistung('l1', 'p', '2026-03-02', 4000, { nr: '2030', zahn: '11', rechnungId: 'r' }),
    leistung('l2', 'p', '2026-03-02', 2000, { nr: '0090', menge: 2, rechnungId: 'r' }),
    // Half of the invoice was paid.
    ['zahlung', 'z', { rechnungId: 'r', datum: '2026-04-01', betrag: 3000, art: 'ZAHLUNG' }],
    leistung('l3', 'q', '2026-03-03', 1500, { nr: '2030', zahn: '21' }),
  ]);
  const row = (
    patid: string,
    tag: string,
    nr: string,
    cents: number,
    state: ProposalState,
    more: Partial<Finding> = {},
  ): ProposalRow => {
    const finding: Finding = {
      regel: `R ${nr}`,
      regelVersion: 1,
      art: 'VERGESSEN',
      patid,
      tag,
      zahn: '',
      behandler: 'b1',
      system: 'GOZ',
      nr,
      menge: 1,
      punkte: null,
      cents,
      konfidenz: 0.8,
      belege: [],
      gegen: [],
      ...more,
    };
    return {
      finding,
      pat: snapshot.rawRows.tables.patient.slotById.get(patid)!,
      rule: undefined,
      state,
      row: undefined,
      labels: [],
      filing: null,
      expiredAt: null,
      confidence: 0.8,
      counterReasons: [],
      isLate: false,
      instead: null,
      isFiring: state === 'NEU',
    };
  };
  it('count the fee that was entered, billed and paid, and open with their rows', async () => {
    const proposals = [
      row('p', '2026-03-02', '2030', 3800, 'UMGESETZT', { zahn: '11' }),
      // One of two units was proposed.
      row('p', '2026-03-02', '0090', 1000, 'UMGESETZT'),
      row('q', '2026-03-03', '2030', 1600, 'UMGESETZT', { zahn: '21' }),
      row('q', '2026-03-04', '2040', 900, 'NEU'),
    ];
    const found = await practiceReport(
      snapshot,
      'praxiskpi/geldweg',
      { ...FILTER, von: '2026-03-01', bis: '2026-03-31' },
      null,
      {},
      proposals,
    );
    const keys = ['geldGefunden', 'geldEingetragen', 'geldBerechnet', 'geldBezahlt'];
    expect(found.rows.map((row) => ['tag', 'nr', 'stand', ...keys].map((key) => row[key]))).toEqual(
      [
        ['2026-03-04', '2040', 'NEU', 9, 0, 0, 0],
        ['2026-03-03', '2030', 'UMGESETZT', 16, 15, 0, 0],
        ['2026-03-02', '2030', 'UMGESETZT', 38, 40, 40, 20],
        ['2026-03-02', '0090', 'UMGESETZT', 10, 10, 10, 5],
      ],
    );
    expect((found.kpis ?? []).map(({ key, wert }) => [key, wert])).toEqual([
      ['geldGefunden', 73],
      ['geldEingetragen', 65],
      ['geldBerechnet', 50],
      ['geldBezahlt', 25],
    ]);
  });

  it('of every kind: the part above a threshold, a chance of a later visit, nothing of other warnings', async () => {
    const rich = snapshotFrom([
      ['behandler', 'b1', { name: 'Eins' }],
      patient('p'),
      [
        'rechnung',
        'r',
        { patid: 'p', nummer: '1', art: 'PRIVAT', datum: '2026-03-20', betrag: 10_000 },
      ],
      ['zahlung', 'z', { rechnungId: 'r', datum: '2026-04-01', betrag: 10_000, art: 'ZAHLUNG' }],
      // 3.5 and 3.0 instead of 2.3: 24.00 € and 7.00 € are above it.
      leistung('f', 'p', '2026-03-02', 7000, {
        nr: '2080',
        zahn: '36',
        faktor: 350,
        rechnungId: 'r',
      }),
      leistung('b', 'p', '2026-03-03', 3000, { nr: '2030', faktor: 300, rechnungId: 'r' }),
      // The reason was not given: the factor was lowered.
      leistung('g', 'p', '2026-03-04', 2300, { nr: '2030', faktor: 230 }),
      leistung('c', 'p', '2026-04-20', 6000, { nr: '1040' }),
      leistung('d', 'p', '2026-05-20', 6000, { nr: '1040' }),
    ]);
    const all = [
      row('p', '2026-03-02', '2080', 2500, 'UMGESETZT', {
        regel: 'V04',
        art: 'POTENZIAL',
        zahn: '36',
      }),
      row('p', '2026-03-03', '2030', 3000, 'UMGESETZT', {
        regel: 'X27',
        art: 'PRUEFUNG',
        sichert: 700,
      }),
      row('p', '2026-03-04', '2030', 3000, 'UMGESETZT', {
        regel: 'X27',
        art: 'PRUEFUNG',
        sichert: 700,
      }),
      row('p', '2026-03-05', '1040', 5500, 'UMGESETZT', { regel: 'P02', art: 'POTENZIAL' }),
      row('p', '2026-03-06', '0500', 2250, 'NEU'),
      row('p', '2026-03-07', '9100', 9000, 'NEU', { regel: 'X59', art: 'PRUEFUNG' }),
      row('p', '2026-03-08', '', 90_000, 'NEU', { regel: 'Z11', art: 'POTENZIAL' }),
    ];
    const found = await practiceReport(
      rich,
      'praxiskpi/geldweg',
      { ...FILTER, von: '2026-03-01', bis: '2026-03-31' },
      null,
      {},
      all,
    );
    const keys = ['geldGefunden', 'geldEingetragen', 'geldBerechnet', 'geldBezahlt'];
    expect(
      found.rows
        .map((one) => ['tag', 'geldart', ...keys].map((key) => one[key]))
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['2026-03-02', 'FAKTOR', 25, 24, 24, 24],
      ['2026-03-03', 'SICHERUNG', 7, 7, 7, 7],
      ['2026-03-04', 'SICHERUNG', 7, 0, 0, 0],
      ['2026-03-05', 'CHANCE', 55, 60, 0, 0],
      ['2026-03-06', 'ZUSCHLAG', 22.5, 0, 0, 0],
    ]);
    expect((found.kpis ?? []).map(({ wert }) => wert)).toEqual([116.5, 91, 31, 31]);
    // The parts by kind add up to the figures.
    for (const [at, key] of keys.entries())
      expect(
        (found.series ?? []).reduce((sum, one) => sum + (one.punkte[at]?.y ?? 0), 0),
        key,
      ).toBe(found.kpis?.[at]?.wert);
  });
});
