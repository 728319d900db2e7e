// Tests of the keyword mapping as an owner edits it: live preview of the patterns, only whole lists
// are saved, together with the version they replace, and undo.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type {
  KeywordEffect,
  KeywordMapping,
} from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { KeywordsPage } from './KeywordsPage.tsx';
import de from './texts.de.json';

const one = (
  muster: string,
  group: KeywordMapping['gruppe'],
  isProposal = false,
): KeywordMapping => ({
  muster,
  gruppe: group,
  istVorschlag: isProposal,
  wer: 'Dr. Weber',
  am: Date.parse('2026-03-02T09:00:00Z'),
});
const PZR = { muster: 'PZR', gruppe: 'PROPHYLAXE' },
  CHECKUP_PATTERN = { muster: 'Kontrolle', gruppe: 'KONTROLLE' };
type Asked = { items: { muster: string; gruppe: string }[]; vorher: unknown; angebote: string[] };
let stored: KeywordMapping[], isRefused: boolean;
/** A counting server: each pattern decides ten times its position. */
async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method, body }) => {
    const asked = body as Asked;
    if (path.endsWith('/vorschau'))
      return {
        body: {
          termine: 1500,
          ohneArt: 900,
          ohneWort: 100,
          offen: 50,
          treffer: asked.items.map((_, at) => ({ zaehlt: 10 * (at + 1), verdeckt: at })),
          angebote: asked.angebote.map(() => 7),
          texte: [{ text: 'Schiene|VIP', termine: 30, gruppe: null }],
          weitere: 4,
        } satisfies KeywordEffect,
      };
    if (method === 'PUT') {
      if (isRefused) return errorAnswer(409, 'conflict');
      stored = asked.items.map((item) => one(item.muster, item.gruppe as 'KFO'));
      return { status: 204 };
    }
    if (path.endsWith('/init/pattermapi')) stored = [...stored, one('Endo', 'ENDO', true)];
    return { body: { items: [], stichworte: stored } };
  });
  isRefused = false;
  await stage(
    <MemoryRouter>
      <KeywordsPage />
    </MemoryRouter>,
    { daten: de },
  );
  return sent;
}
const rows = (): string[] =>
  within(screen.getByRole('list', { name: 'Muster' }))
    .getAllByRole<HTMLInputElement>('textbox')
    .map((field) => field.value);
const put = (sent: readonly Sent[]): unknown[] =>
  sent.filter((call) => call.method === 'PUT').map((call) => call.body);
afterEach(() => vi.unstubAllGlobals());

test('shows the appointments that each pattern decides and those left open; order, save and undo send the replaced version', async () => {
  stored = [one('PZR', 'PROPHYLAXE'), one('Kontrolle', 'KONTROLLE')];
  const sent = await open(),
    save = await screen.findByRole('button', { name: 'Speichern' });
  expect(await screen.findByText('Termine: 10')).toBeTruthy();
  expect([
    save.hasAttribute('disabled'),
    screen.getByRole('status').textContent,
    screen.getByText('Termine: 20 · schon davor zugeordnet: 1') !== null,
    screen.getByText('und 4 seltenere') !== null,
  ]).toEqual([
    true,
    'Von 1.500 Terminen nennt bei 900 die Terminart keine Gruppe. Davon ordnen diese Muster 750 zu; 50 mit anderen und 100 ohne Stichworte zählen als „Sonstige“.',
    true,
    true,
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Kontrolle nach oben' }));
  expect(rows()).toEqual(['Kontrolle', 'PZR']);
  await waitFor(() =>
    expect(
      sent.some(
        (call) =>
          call.path.endsWith('/vorschau') &&
          JSON.stringify((call.body as Asked).items) === JSON.stringify([CHECKUP_PATTERN, PZR]),
      ),
    ).toBe(true),
  );
  fireEvent.click(save);
  await waitFor(() =>
    expect(put(sent)).toEqual([{ items: [CHECKUP_PATTERN, PZR], vorher: [PZR, CHECKUP_PATTERN] }]),
  );
  fireEvent.click(await screen.findByRole('button', { name: /Rückgängig/ }));
  await waitFor(() =>
    expect(put(sent)[1]).toEqual({ items: [PZR, CHECKUP_PATTERN], vorher: [CHECKUP_PATTERN, PZR] }),
  );
  await waitFor(() => expect(rows()).toEqual(['PZR', 'Kontrolle']));
});

test('suggestions and open keywords become patterns by a press; an incomplete row is not saved', async () => {
  stored = [one('PZR', 'PROPHYLAXE')];
  const sent = await open(),
    save = await screen.findByRole('button', { name: 'Speichern' });
  fireEvent.click(screen.getByRole('button', { name: 'Vorschläge suchen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Vorschlag Endo übernehmen' }));
  expect(screen.queryByRole('button', { name: 'Vorschlag Endo übernehmen' })).toBeNull();
  fireEvent.click(
    await screen.findByRole('button', { name: '„Schiene|VIP“ als Muster hinzufügen' }),
  );
  expect([
    rows(),
    save.hasAttribute('disabled'),
    document.activeElement === screen.getByLabelText('Muster 3'),
  ]).toEqual([['PZR', 'Endo', 'Schiene'], true, true]);
  fireEvent.change(screen.getByLabelText('Gruppe für Schiene'), {
    target: { value: 'SCHIENENKONTROLLE' },
  });
  expect(save.hasAttribute('disabled')).toBe(false);
  fireEvent.change(screen.getByLabelText('Muster 3'), { target: { value: 'pzr ' } });
  expect([
    screen.getByText('Dieses Muster steht schon weiter oben.') !== null,
    save.hasAttribute('disabled'),
  ]).toEqual([true, true]);
  fireEvent.change(screen.getByLabelText('Muster 3'), { target: { value: 'a*b' } });
  expect(
    screen.getByText('Bitte Buchstaben oder Ziffern, * nur am Anfang oder Ende.'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'a*b entfernen' }));
  fireEvent.click(save);
  await waitFor(() =>
    expect(put(sent)).toEqual([
      { items: [PZR, { muster: 'Endo', gruppe: 'ENDO' }], vorher: [PZR] },
    ]),
  );
});

test('after a conflict a message appears, the input stays, and the user may start from the saved state', async () => {
  stored = [one('PZR', 'PROPHYLAXE')];
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'PZR entfernen' }));
  expect(
    screen.getByText('Noch kein Muster. Suchen Sie Vorschläge oder fügen Sie eines hinzu.'),
  ).toBeTruthy();
  isRefused = true;
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(await screen.findByText(/inzwischen geändert/)).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Muster' })).toBeNull();
  stored = [one('Kontrolle', 'KONTROLLE')];
  fireEvent.click(screen.getByRole('button', { name: 'Änderungen verwerfen' }));
  await waitFor(() => expect(rows()).toEqual(['Kontrolle']));
  expect(screen.queryByText(/inzwischen geändert/)).toBeNull();
});
