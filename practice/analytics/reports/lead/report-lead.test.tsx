// Tests of what a report says when its costs, its practices or its sites are missing.

import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReportPath } from '../../../../shared/analytics/reports/report-pages.ts';
import { overTime } from '../../../report-kit/report.fixture.ts';
import { signInAs } from '../../../session.fixture.ts';
import { stage } from '../../../ui/stage.fixture.tsx';
import texts from '../texts.de.json';
import { ReportLead } from './ReportLead.tsx';

afterEach(() => vi.unstubAllGlobals());
async function show(path: ReportPath, hints: string[], rows = 2): Promise<void> {
  const report = overTime({ zeilen: Array.from({ length: rows }, () => ({ stempel: 'Mitte' })) });
  await stage(
    <MemoryRouter>
      <ReportLead path={path} report={{ ...report, meta: { ...report.meta, hinweise: hints } }} />
    </MemoryRouter>,
    { berichte: texts },
  );
}
const links = (): (string | null)[] =>
  screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

test('a report of profit without costs shows what entries look like and leads an owner to them', async () => {
  signInAs('owner', { figures: 'alle' });
  await show('gewinn/behandler', ['kostenKeine']);
  expect(screen.getByRole('heading', { name: texts['lead.costs'] })).toBeTruthy();
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(links()).toEqual(['/ueberblick/kosten']);
});
test('a reader who may not enter costs reads who may', async () => {
  signInAs('staff', { figures: 'alle' });
  await show('gewinn/behandler', ['kostenKeine']);
  expect(screen.getByText(texts['lead.costs.who'])).toBeTruthy();
  expect(links()).toEqual([]);
});
test('a comparison in a small group leads to reports that need no other practice', async () => {
  signInAs('owner', { figures: 'alle' });
  await show('benchmark', ['gruppeZuKlein']);
  expect(screen.getByText(texts['lead.group.what'])).toBeTruthy();
  expect(links()).toEqual(['/berichte/praxiskpi', '/berichte/benchmark/kzv']);
});
test('one site is named as the only one', async () => {
  signInAs('owner', { figures: 'alle' });
  await show('umsatz/stempel', [], 1);
  expect(screen.getByText(texts['lead.site.what'])).toBeTruthy();
});
test('a report that lacks nothing has no lead', async () => {
  signInAs('owner', { figures: 'alle' });
  await show('umsatz/stempel', [], 2);
  expect(document.querySelector('.be-lead')).toBeNull();
});
