// Tests of the rule form: errors name field, word and position; a valid rule survives the round
// trip.

import { expect, test } from 'vitest';
import {
  draftOf,
  EMPTY,
  faultsOf,
  monthsOf,
  ruleOf,
  tokensOf,
  yearsOf,
  type Draft,
} from './rule-draft.ts';
import { OWN_RULE } from '../proposal.fixture.ts';

const good = draftOf(OWN_RULE),
  faults = (part: Partial<Draft>) => faultsOf({ ...good, ...part });

test('an empty form lacks its words, its source, its position and any condition', () => {
  expect(
    Object.entries(faultsOf(EMPTY))
      .map(([field, { kind }]) => `${field} ${kind}`)
      .sort(),
  ).toEqual([
    'grundDe leer',
    'grundEn leer',
    'heuteEines ohneBedingung',
    'noetigDe leer',
    'noetigEn leer',
    'nr leer',
    'quelle leer',
    'titelDe leer',
    'titelEn leer',
  ]);
});
test('a valid rule survives the round trip', () => {
  expect(faultsOf(good)).toEqual({});
  expect(ruleOf(good)).toEqual(OWN_RULE);
});
test('errors of the rule language name the word and its position', () => {
  expect(faults({ heuteKeines: 'B:04, X:7' })).toEqual({
    heuteKeines: { kind: 'sprache', grund: 'marke', stelle: 6, wort: 'X:7' },
  });
  expect(faults({ historieKeine: 'B:04~24X' }).historieKeine).toMatchObject({
    kind: 'sprache',
    grund: 'fenster',
    wort: '24X',
  });
  expect(faults({ zusatz: 'psi.mxa>=3' }).zusatz).toMatchObject({
    kind: 'sprache',
    grund: 'merkmal',
    wort: 'psi.mxa',
    stelle: 0,
  });
  expect(faults({ heuteAlle: 'B:16&(B:13a|B:13b' }).heuteAlle).toMatchObject({
    kind: 'sprache',
    grund: 'unvollstaendig',
  });
  expect(faults({ menge: 'zaehnee' }).menge).toMatchObject({ kind: 'sprache', grund: 'merkmal' });
  expect(faults({ zaehne: ',,', nrDort: '106' })).toEqual({
    zaehne: { kind: 'sprache', grund: 'zeichen', stelle: 0, wort: ',,' },
  });
});
test('ages are years in the form and completed months in the rule; both bounds are inclusive', () => {
  expect([
    monthsOf('6', false),
    monthsOf('17', true),
    monthsOf('', true),
    monthsOf('2,5', false),
    yearsOf(215, true),
    yearsOf(72, false),
  ]).toEqual([72, 215, null, 30, '17', '6']);
  expect(faults({ alterVon: '18', alterBis: '12' }).alterBis).toEqual({ kind: 'reihenfolge' });
  expect(faults({ alterVon: 'x' }).alterVon).toEqual({ kind: 'zahl' });
  expect(faults({ gueltigVon: '2026-02-01', gueltigBis: '2026-01-01' }).gueltigBis).toEqual({
    kind: 'reihenfolge',
  });
});
test('tokens are separated by commas, bars and spaces', () => {
  expect(tokensOf('B:01,  G:2060|O:1')).toEqual([
    { wort: 'B:01', stelle: 0 },
    { wort: 'G:2060', stelle: 7 },
    { wort: 'O:1', stelle: 14 },
  ]);
});
test('a chance may omit its position, a forgotten service must name one', () => {
  expect([faults({ art: 'POTENZIAL', nr: '' }), faults({ nr: '' })]).toEqual([
    {},
    { nr: { kind: 'leer' } },
  ]);
});
