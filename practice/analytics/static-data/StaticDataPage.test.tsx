// Tests of the page of fees and values as an owner uses it: unconfirmed values are marked, a value
// is entered, removed and restored.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type {
  FeeCatalogue,
  Praxiswert,
} from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { StaticDataPage } from './StaticDataPage.tsx';
import texts from './texts.de.json';

const own: Praxiswert = {
  id: 'v1',
  art: 'PUNKTWERT',
  schluessel: 'be|VDEK|KCH',
  wert: 12_845,
  validFrom: '2026-01-01',
  validTo: null,
  note: 'Rundschreiben',
  changedBy: 'Dr. Weber',
  changedAt: Date.parse('2026-02-01T09:00:00Z'),
};
const catalogue: FeeCatalogue = {
  tag: '2026-11-20',
  stand: 1,
  region: 'be',
  regionen: [{ region: 'be', kurz: 'KZV Berlin', name: 'X' }],
  quellen: { bema: '', goz: '', goae: '', festzuschuss: 'Übersicht' },
  positionen: [
    {
      system: 'EIGEN',
      nr: 'Bleaching',
      kuerzel: '',
      text: 'Aufhellung',
      punkte: null,
      bereich: 'SONSTIGE',
      einheit: '',
      grenzen: '',
      zeichen: null,
      gueltigVon: null,
      gueltigBis: null,
      preis: 28_900,
      istEigen: true,
    },
  ],
  punktwerte: [
    {
      region: null,
      kassenart: null,
      bereich: 'ZE',
      wert: 11_844,
      zeichen: 'confirmed',
      quelle: 'bundeseinheitlich',
      gueltigVon: '2026-01-01',
      gueltigBis: null,
    },
    {
      region: null,
      kassenart: null,
      bereich: 'KCH',
      wert: 12_800,
      zeichen: 'derived',
      quelle: 'abgeleitet',
      gueltigVon: '2026-01-01',
      gueltigBis: null,
    },
  ],
  festzuschuesse: [
    {
      befund: '1.1',
      text: 'Zahn weitgehend zerstört',
      regelversorgung: '20a',
      betraege: { 60: 23_903, 70: 27_887, 75: 29_879, 100: 39_839 },
      zeichen: 'read',
      gueltigVon: '2026-01-01',
      gueltigBis: null,
    },
  ],
  werte: [own],
};
async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method }) =>
    method !== 'GET'
      ? { status: 204 }
      : {
          body: path.includes('bemagoz')
            ? catalogue
            : {
                stand: 1,
                items: path.endsWith('zimmer')
                  ? [{ id: 'z1', name: 'Zimmer 1', istRecall: true }]
                  : [],
              },
        },
  );
  await stage(
    <MemoryRouter>
      <StaticDataPage />
    </MemoryRouter>,
    { stammwerte: texts },
  );
  await screen.findByRole('table', { name: 'Mitgeliefert' });
  return sent;
}
const writes = (sent: Sent[]): Sent[] => sent.filter((one) => one.method !== 'GET');
afterEach(() => void vi.unstubAllGlobals());

test('unconfirmed values are marked, own values show author and time', async () => {
  await open();
  const rows = within(screen.getByRole('table', { name: 'Mitgeliefert' }))
    .getAllByRole('row')
    .map((one) => one.textContent);
  expect(rows[1]).toContain('1,1844 €');
  expect(rows[1]).toContain('bestätigt');
  expect(rows[1]).not.toContain('nicht bestätigt');
  expect(rows[2]).toContain('nicht bestätigt (abgeleitet)');
  expect(
    within(screen.getByRole('table', { name: 'Eigene Werte' })).getAllByRole('row')[1]?.textContent,
  ).toBe(
    'KCH (Zahnerhaltung, Chirurgie) · KZV Berlin · VDEK1,2845 €01.01.2026–RundschreibenDr. Weber, 01.02.2026, 10:00',
  );
});

test('an impossible amount and a missing day are reported and not sent; a valid value is sent', async () => {
  const sent = await open(),
    press = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Eintragen' }));
  await userEvent.type(screen.getByLabelText('Euro je Punkt'), '128');
  await press();
  expect(screen.getByText('Das ist kein möglicher Betrag. Beispiel: 1,2845')).toBeTruthy();
  expect(screen.getByText(/Bitte einen Tag wählen/)).toBeTruthy();
  expect(writes(sent)).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Euro je Punkt'));
  await userEvent.type(screen.getByLabelText('Euro je Punkt'), '1,31');
  await userEvent.type(
    within(screen.getByRole('group', { name: 'gilt ab' })).getByLabelText('Tag'),
    '01072026',
  );
  await userEvent.selectOptions(screen.getByLabelText('Kassenart'), 'AOK');
  await press();
  await waitFor(() =>
    expect(writes(sent)).toMatchObject([
      {
        method: 'POST',
        path: '/api/staticdata/werte',
        body: {
          art: 'PUNKTWERT',
          schluessel: 'be|AOK|KCH',
          wert: 13_100,
          validFrom: '2026-07-01',
          validTo: null,
          note: '',
        },
      },
    ]),
  );
});

test('a removed value is restored unchanged', async () => {
  const sent = await open();
  await userEvent.click(screen.getByRole('button', { name: /KZV Berlin · VDEK entfernen/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Rückgängig/ }));
  await waitFor(() =>
    expect(writes(sent).map((one) => [one.method, one.path])).toEqual([
      ['DELETE', '/api/staticdata/werte/v1'],
      ['POST', '/api/staticdata/werte'],
    ]),
  );
  const { changedBy: _by, changedAt: _at, ...kept } = own;
  expect(writes(sent)[1]?.body).toEqual(kept);
});

test('shows subsidies, prices and the lists of the software', async () => {
  const sent = await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Festzuschüsse' }));
  expect(
    within(screen.getByRole('table', { name: 'Mitgeliefert' })).getAllByRole('row')[1]?.textContent,
  ).toContain('239,03 €');
  await userEvent.click(screen.getByRole('radio', { name: 'Eigene Preise' }));
  expect(screen.getByRole('table', { name: 'Aus der Praxissoftware' }).textContent).toContain(
    '289,00 €',
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Listen der Praxis' }));
  expect(
    await screen.findByText('Diese Liste hat die Praxissoftware noch nicht geliefert.'),
  ).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Liste'), 'Zimmer');
  expect((await screen.findByRole('table', { name: 'Zimmer' })).textContent).toContain('Zimmer 1✓');
  expect(sent.some((one) => one.path === '/api/staticdata/zimmer')).toBe(true);
});
