// Tests of the appointment type mapping as an owner edits it: suggestions are offered, nothing
// takes effect before it is saved, only changes are sent.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { AppointmentTypeMapping } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { AppointmentTypesPage } from './AppointmentTypesPage.tsx';
import de from './texts.de.json';

const type = (
  id: string,
  name: string,
  more: Partial<AppointmentTypeMapping> = {},
): AppointmentTypeMapping => ({
  id,
  name,
  gruppenname: '',
  dauerMin: null,
  geliefert: null,
  eigene: null,
  vorschlag: null,
  wer: '',
  am: null,
  ...more,
});
let items: AppointmentTypeMapping[];
async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method }) => {
    if (path.endsWith('/init/pattermapi')) {
      items = items.map((one) =>
        one.id === 't1' ? { ...one, vorschlag: 'PROPHYLAXE' as const } : one,
      );
      return { body: { items } };
    }
    return method === 'PUT' ? { status: 204 } : { body: { items } };
  });
  await stage(
    <MemoryRouter>
      <AppointmentTypesPage />
    </MemoryRouter>,
    { daten: de },
  );
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

test('a suggestion takes effect once accepted and saved; untouched types are not sent', async () => {
  items = [
    type('t2', 'Kontrolle', { geliefert: 'KONTROLLE' }),
    type('t1', 'PZR 60', { dauerMin: 60, gruppenname: 'Vorsorge' }),
    type('t3', 'Schiene', {
      eigene: 'ZE',
      wer: 'Dr. Weber',
      am: Date.parse('2026-03-02T09:00:00Z'),
    }),
  ];
  const sent = await open(),
    save = await screen.findByRole('button', { name: 'Speichern' });
  expect(
    within(screen.getByRole('list', { name: 'Terminarten' }))
      .getAllByRole('listitem')
      .map((one) => one.querySelector('strong')?.textContent),
  ).toEqual(['Kontrolle', 'PZR 60', 'Schiene']);
  expect([
    save.hasAttribute('disabled'),
    screen.getByText('Vorsorge · 60 Minuten') !== null,
    screen.getByText(/zugeordnet von Dr\. Weber/) !== null,
  ]).toEqual([true, true, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Vorschläge suchen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Vorschlag Prophylaxe übernehmen' }));
  fireEvent.change(screen.getByLabelText('Gruppe für Schiene'), { target: { value: '' } });
  expect(screen.getAllByText('noch nicht gespeichert')).toHaveLength(2);
  fireEvent.click(save);
  await waitFor(() =>
    expect(sent.find((one) => one.method === 'PUT')?.body).toEqual({
      items: [
        { id: 't1', gruppe: 'PROPHYLAXE' },
        { id: 't3', gruppe: null },
      ],
    }),
  );
});

test('shows only types without a group on request; without any type a message', async () => {
  items = [type('t2', 'Kontrolle', { geliefert: 'KONTROLLE' }), type('t1', 'PZR 60')];
  await open();
  fireEvent.click(await screen.findByText('Nur ohne Gruppe (1)'));
  await waitFor(() => expect(screen.queryByText('Kontrolle', { selector: 'strong' })).toBeNull());
  expect(screen.getByText('PZR 60')).toBeTruthy();
});
