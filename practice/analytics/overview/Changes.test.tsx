// Tests of the panel of changes: an empty one shows the reason, and never claims equality where
// nothing was compared.

import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { kpi, overTime } from '../../report-kit/report.fixture.ts';
import { stage } from '../../ui/stage.fixture.tsx';
import { Changes } from './Changes.tsx';
import texts from './texts.de.json';

const show = (report: Parameters<typeof overTime>[0]): Promise<unknown> =>
  stage(
    <MemoryRouter>
      <Changes address="zeit=monat" report={overTime({ zeilen: [], serien: [], ...report })} />
    </MemoryRouter>,
    { ueberblick: texts },
  );

test('days before the first delivery have no comparison, and a message explains it', async () => {
  await show({ kpis: [kpi('umsatz', 400, null, { vergleichAb: '2026-09-21' })] });
  expect(screen.getByText('Ohne Vergleich: Die Daten beginnen erst am 21.09.2026.')).toBeTruthy();
});

test('compared spans without a difference are reported as equal', async () => {
  await show({ kpis: [kpi('umsatz', 400, 400)] });
  expect(
    screen.getByText('Gegenüber dem Vergleichszeitraum hat sich nichts geändert.'),
  ).toBeTruthy();
});
