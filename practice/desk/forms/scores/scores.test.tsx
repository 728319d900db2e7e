// Tests of scores over time: the table has every number and every gap with its reason, opens the
// answers, and says where versions cannot be compared.

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { ScorePoint, Scores } from '../../../../shared/forms/scores/scores.schema.ts';
import { clearSession } from '../../../session.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage } from '../../../ui/stage.fixture.tsx';
import { ScoresOf } from './ScoresOf.tsx';
import texts from './texts.de.json';

const point = (day: number, more: Partial<ScorePoint>): ScorePoint => ({
  answersId: `00000000-0000-7000-8000-00000000000${day}`,
  at: Date.UTC(2026, 2, day, 9),
  form: 'befinden@1',
  title: 'Befinden',
  value: null,
  gap: null,
  verdict: '',
  isUnjudged: false,
  ...more,
});
const CURVE: Scores['curves'][number] = {
  linkId: 'summe',
  form: 'befinden@2',
  title: 'Befinden',
  text: 'Gesamtwert',
  lines: [
    {
      forms: ['befinden@1'],
      unit: '',
      points: [
        point(1, { value: 12.5, verdict: 'mittel' }),
        point(2, { gap: 'not_computed' }),
        point(3, { value: 7, isUnjudged: true }),
      ],
    },
  ],
};
const OTHER = {
  forms: ['befinden@2'],
  unit: 'mm',
  points: [point(4, { value: 3, form: 'befinden@2' })],
};

async function open(scores: Scores): Promise<void> {
  signInAs('staff');
  fakeServer(() => ({ body: scores }));
  await stage(
    <MemoryRouter initialEntries={['/']}>
      <Routes>
        <Route path="/" element={<ScoresOf patid="90001" />} />
        <Route path="/anamnese/:id" element={<p>Antworten</p>} />
      </Routes>
    </MemoryRouter>,
    { verlauf: texts },
  );
}
const rowsOf = (): string[] =>
  within(screen.getByRole('table', { name: 'Werte: Gesamtwert' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '');

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

test('the table has every value, newest first, and a gap with its reason; a day opens the answers', async () => {
  await open({ curves: [CURVE], isCut: false, unread: [] });
  await screen.findByRole('heading', { name: /Gesamtwert/ });
  expect(rowsOf()).toEqual([
    '03.03.20267noch nicht nachgerechnetFassung 1',
    '02.03.2026Kein Wertkonnte nicht berechnet werdenFassung 1',
    '01.03.202612,5mittelFassung 1',
  ]);
  expect(screen.queryByText(/Nicht vergleichbar/)).toBeNull();
  expect(screen.getByRole('img', { name: /^Gesamtwert über die Zeit, 2 Werte/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Antworten vom 02.03.2026 öffnen' }));
  expect(await screen.findByText('Antworten')).toBeTruthy();
});

test('versions that cannot be compared say so, and keep their unit', async () => {
  await open({
    curves: [{ ...CURVE, lines: [...CURVE.lines, OTHER] }],
    isCut: true,
    unread: ['Alter Bogen'],
  });
  await screen.findByText(/Nicht vergleichbar/);
  expect(rowsOf()[0]).toBe('04.03.20263 mmFassung 2');
  expect(screen.getByText(/neuesten hundert/)).toBeTruthy();
  expect(screen.getByText(/Alter Bogen/)).toBeTruthy();
});

test('without a repeated score the page says what is missing, and draws nothing', async () => {
  await open({ curves: [], isCut: false, unread: [] });
  await screen.findByText(/Noch kein Verlauf/);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
