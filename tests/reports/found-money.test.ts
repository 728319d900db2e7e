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
});
