// Damaged entries are named in plain words; without any, the page shows nothing about them.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Damaged } from '../../../shared/operations/damage.schema.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { DamagedCard } from './DamagedCard.tsx';
import backup from './texts.de.json';

const one: Damaged['items'][number] = {
  id: 'a1',
  kind: 'answers',
  patid: '1001',
  name: 'Groß, Anna',
  title: 'Schmerz',
  at: Date.parse('2026-11-20T09:10:00+01:00'),
  foundAt: Date.parse('2026-11-21T07:00:00+01:00'),
};

test('names what is damaged, whose it is and from when, and how many more there are', async () => {
  fakeServer(() => ({ body: { items: [one], more: 3 } }));
  await stage(<DamagedCard />, { backup });
  expect((await screen.findByRole('listitem')).textContent).toBe(
    'Antworten auf einen Fragebogen · Schmerz · Groß, Anna · 20.11.2026, 09:10 · bemerkt am 21.11.2026, 07:00',
  );
  expect(screen.getByText('Dazu 3 weitere Einträge.')).toBeTruthy();
});

test('shows nothing while every entry is sound', async () => {
  fakeServer(() => ({ body: { items: [], more: 0 } }));
  const { container } = await stage(<DamagedCard />, { backup });
  expect(container.querySelector('section')).toBeNull();
});
