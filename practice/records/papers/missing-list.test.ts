// Tests of search, filter and order of the list of missing signatures.

import { expect, test } from 'vitest';
import type { Missing, MissingPaper } from '../../../shared/papers/papers.schema.ts';
import { shownVisits } from './missing-list.ts';

const paper = (state: MissingPaper['state'], riskCents: number | null = null): MissingPaper => ({
  taskId: null,
  agreementId: null,
  template: 'mehrkosten@1',
  title: 'Mehrkosten',
  state,
  form: 'none',
  reason: { de: '' },
  source: '',
  waitsFor: [],
  waitsSince: null,
  isPaper: false,
  riskCents,
});
const visit = (patid: string, name: string, papers: MissingPaper[]) => ({
  terminId: patid,
  day: '2026-11-20',
  time: '09:00',
  patid,
  name,
  geburtsdatum: '1990-01-01',
  telefon: null,
  art: '',
  behandler: '',
  zimmer: '',
  schritt: null,
  notizen: [],
  papers,
});
const list: Missing = {
  from: '2026-11-20',
  to: '2026-11-27',
  riskCents: 0,
  unknownRisk: 0,
  visits: [
    visit('1', 'Özkan, Emil', [paper('unsent'), paper('paper', 100)]),
    visit('2', 'Groß, Anna', [paper('part_signed', 500)]),
    visit('3', 'Zander, Uwe', [paper('started')]),
  ],
};
const none = { q: undefined, kind: undefined, order: undefined } as const;
const ids = (given: Partial<Parameters<typeof shownVisits>[1]>): string[] =>
  shownVisits(list, { ...none, ...given }).map(({ patid }) => patid);

test.each([
  [{}, ['1', '2', '3']],
  [{ q: 'ozkan' }, ['1']],
  [{ q: 'Anna Gross' }, ['2']],
  [{ q: '3' }, ['3']],
  [{ kind: 'paper' }, ['1']],
  [{ kind: 'running' }, ['3']],
  [{ order: 'name' }, ['2', '1', '3']],
  [{ order: 'risiko' }, ['2', '1', '3']],
] as const)('%j shows reception the visits %j', (given, found) => {
  expect(ids(given)).toEqual(found);
});
test('a kind keeps only its own papers of a visit', () => {
  expect(shownVisits(list, { ...none, kind: 'unsent' })[0]?.papers).toHaveLength(1);
});
test('the nearest appointment comes first, whatever the order of the answer', () => {
  const [first, second, third] = list.visits.map((one, at) => ({
    ...one,
    day: ['2026-11-21', '2026-11-20', '2026-11-20'][at] ?? '',
    time: ['08:00', '14:00', '09:30'][at] ?? '',
  }));
  if (!first || !second || !third) throw new Error('three visits');
  expect(
    shownVisits({ ...list, visits: [first, second, third] }, none).map(({ patid }) => patid),
  ).toEqual(['3', '2', '1']);
});
