/**
 * Tests that are generated from the rows of noted treatments: each speaks where the note states the
 * treatment, and is silent where it is negated, refused, planned, advised, past or charged.
 */
import { describe, expect, test } from 'vitest';
import { DOCUMENTED_SERVICES } from '../../../catalog/billing-rules/documented.ts';
import { findRule } from '../../../catalog/billing-rules/catalogue.ts';
import type { DocumentedService } from '../../../shared/analytics/billing/documented-rule.ts';
import {
  finderOf,
  snapshotOf,
  tag,
  zeile,
  type Person,
  type Row,
} from '../../../tests/support/rule-practice.ts';

const DAY = '2026-03-02';
/** A person whom the row speaks of. */
const personOf = (one: DocumentedService): Person => ({
  ...(one.private === true && { versicherung: 'PKV' }),
  ...(one.care === true && { pflegegrad: 3 }),
  ...(one.to !== undefined && { geburtsdatum: '2016-05-10' }),
});
const CASE = zeile('parfall', {
  erstelltAm: '2026-01-05',
  genehmigtAm: '2026-01-15',
  status: 'IN_ARBEIT',
  grad: 'B',
});
/** Findings of a row on its day with a note, and with further services. */
function found(one: DocumentedService, note: string, ...more: readonly string[]) {
  const before: (Row | readonly Row[])[] = [
    ...(one.perio === true ? [CASE] : []),
    ...(one.before === undefined ? [] : [tag('2026-01-20', one.before)]),
  ];
  return finderOf(
    [findRule(one.id)!],
    snapshotOf(personOf(one), [
      ...before,
      tag(DAY, ...one.sample.slice(0, -1), ...more, `"${note}`),
    ]),
  ).filter((finding) => finding.tag === DAY);
}
const noteOf = (one: DocumentedService): string => one.sample.at(-1)!;

describe('noted treatments that were not charged', () => {
  test.each(DOCUMENTED_SERVICES)('$id $nr speaks: $titel.en', (one) => {
    const [hit, ...others] = found(one, noteOf(one));
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ nr: one.nr, menge: one.quantity ?? 1, konfidenz: 0.6 });
    expect(hit!.belege.some(({ was }) => was === 'notiz')).toBe(true);
  });
  test.each(DOCUMENTED_SERVICES)('$id $nr is silent where the position is charged', (one) => {
    const sign = one.system === 'BEMA' ? 'B' : one.system === 'GOZ' ? 'G' : 'O';
    expect(found(one, noteOf(one), `${sign}:${one.nr}`)).toEqual([]);
  });
  test.each(DOCUMENTED_SERVICES)(
    '$id $nr is silent where the note does not say it was done',
    (one) => {
      const note = noteOf(one);
      for (const said of [
        `NT: ${note}`,
        `Pat. berichtet: ${note}`,
        ...(/, | und /.test(note)
          ? []
          : [
              `${note} empfohlen`,
              `${note} geplant`,
              `${note} alio loco`,
              `Wunsch nach ${note}`,
              `${note} vom Pat. abgelehnt`,
            ]),
        'o.B.',
      ])
        expect(found(one, said), said).toEqual([]);
    },
  );
});
