// Tests of the words below a figure: its day, why it has no value, its change, and why it has none.

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { KpiValue } from '../../shared/analytics/reports/report.ts';
import { stage } from '../ui/stage.fixture.tsx';
import { Kpis } from './Kpis.tsx';
import { kpi } from './report.fixture.ts';
import texts from './texts.de.json';

const shown = async (one: KpiValue): Promise<string> => {
  await stage(<Kpis kpis={[one]} />, { auswertung: texts });
  return (screen.getByRole('listitem').textContent ?? '').replaceAll('\u00A0', ' ');
};

test('a state of a past day that the data do not give has no value, a reason and a next day', async () => {
  const text = await shown({
    ...kpi('hkpOffen', 0, null),
    wert: null,
    standAm: '2026-03-31',
    ohneTag: 2,
    bekanntAb: '2026-11-26',
  });
  expect(text).toContain('–');
  expect(text).toContain('Stand 31.03.2026');
  expect(text).toContain('nicht bekannt: bei 2 Einträgen fehlt ein Tag; bekannt ab 26.11.2026');
});
test('a share changes in points', async () => {
  expect(await shown({ ...kpi('ausfallquote', 0.12, 0.1), delta: 0.02 })).toContain(
    '+2,0 Prozentpunkte',
  );
});
test('a comparison that is not covered says how much of it is', async () => {
  const text = await shown(
    kpi('umsatz', 400, null, {
      vergleichAb: '2023-11-27',
      vergleichDeckung: { teil: 23, ganz: 36, einheit: 'monate' },
    }),
  );
  expect(text).toContain('ohne Vergleich: Daten für 23 von 36 Monaten, ab 27.11.2023');
});
