// Tests of the keys of the board: every key of its help does what the help says, and says why where
// it finds nothing.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Board } from '../../../shared/exchange/board.ts';
import { usePalette } from '../../app/palette/use-palette.ts';
import { signInAs } from '../../session.fixture.ts';
import uiTexts from '../../ui/texts.de.json';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { sayWithUndo } from '../../ui/toast.tsx';
import { board, visit } from './board.fixture.ts';
import { BoardPage } from './BoardPage.tsx';
import texts from './texts.de.json';

let shown: Board;
function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}
/** The frame of the app, whose palette leaves „/“ to the board. */
function Frame() {
  usePalette(useLocation().pathname, false);
  return null;
}
async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method }) => {
    if (path === '/tablet/board') return { body: shown };
    return method === 'GET' ? errorAnswer(404, 'not_found') : { status: 204 };
  });
  await stage(
    <MemoryRouter initialEntries={['/empfang']}>
      <Frame />
      <Routes>
        <Route path="/empfang" element={<BoardPage />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
    { empfang: texts },
  );
  await screen.findByText('Klein, Ida');
  return sent;
}
const posted = (sent: Sent[]): unknown[] =>
  sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
/** Number of the visit whose row has the focus. */
const focused = (): string | undefined =>
  document.activeElement?.querySelector('.e-name')?.textContent;

beforeEach(() => {
  shown = board({
    at: Date.now(),
    tablets: [],
    mappen: [],
    expected: [
      visit({ time: '23:58', patid: 'p1', zimmer: 'Zimmer 1', name: 'Weber, Hans' }),
      visit({ terminId: 'y', time: '23:59', patid: 'p2', name: 'Klein, Ida', zimmer: 'Zimmer 2' }),
    ],
    arrivals: [
      {
        patid: 'p3',
        name: 'Da, Dora',
        geburtsdatum: '1980-05-02',
        at: Date.now(),
        leftRoomAt: null,
      },
    ],
  });
  signInAs('reception');
});
afterEach(() => vi.unstubAllGlobals());

test('the help lists exactly the keys that are tested here, and Escape closes it', async () => {
  await open();
  await userEvent.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Tasten auf dieser Seite' });
  expect([...dialog.querySelectorAll('kbd')].map((one) => one.textContent)).toEqual([
    '/',
    'N',
    'P',
    'Pfeile, J, K ↑ ↓',
    '← →',
    '↵',
    'O',
    'M',
    'D',
    'Z',
    'U',
    'G',
    'Esc',
    '?',
  ]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('M opens „Mappe senden“ for the focused person', async () => {
  const sent = await open();
  await userEvent.keyboard('jjm');
  expect(focused()).toBe('Weber, Hans');
  expect(await screen.findByRole('dialog', { name: 'Mappe senden' })).toBeTruthy();
  await waitFor(() =>
    expect(sent.some(({ path }) => path === '/tablet/rules/proposal?patid=p1')).toBe(true),
  );
});

test('D marks the focused person as there, and once', async () => {
  const sent = await open();
  await userEvent.keyboard('jjjd');
  await waitFor(() =>
    expect(posted(sent)).toEqual([['/patient/arrival', { patid: 'p2', isThere: true }]]),
  );
});

test('Z sends the focused person to the room of the appointment', async () => {
  const sent = await open();
  await userEvent.keyboard('jjz');
  await waitFor(() =>
    expect(posted(sent)).toEqual([['/patient/rooms/enter', { patid: 'p1', room: 'Zimmer 1' }]]),
  );
});

test('Z opens the rooms where the one of the appointment is taken, and the chosen one is sent', async () => {
  shown = board({
    ...shown,
    rooms: [
      { room: 'Zimmer 1', patid: 'p9', name: 'Im, Ida', geburtsdatum: '', since: Date.now() },
    ],
  });
  const sent = await open();
  await userEvent.keyboard('jjjz');
  const item = await screen.findByRole('menuitem', { name: 'Zimmer 2' });
  await userEvent.click(item);
  await waitFor(() => expect(JSON.stringify(posted(sent))).toContain('Zimmer 2'));
  expect(JSON.stringify(posted(sent))).toContain('p1');
});

test('O opens the page of the focused person', async () => {
  await open();
  await userEvent.keyboard('jjo');
  expect((await screen.findByTestId('place')).textContent).toBe('/patient/p1');
});

test('arrows, J and K move between entries, left and right between columns', async () => {
  await open();
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toBe('Da, Dora');
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toBe('Weber, Hans');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Klein, Ida');
  await userEvent.keyboard('{ArrowUp}jk');
  expect(focused()).toBe('Weber, Hans');
  await userEvent.keyboard('{ArrowLeft}');
  expect(focused()).toBe('Da, Dora');
});

test('/ leads to the search, where letters are letters again; N opens a person without a record', async () => {
  const sent = await open();
  await screen.findByRole('searchbox', { name: 'Patient suchen' });
  await userEvent.keyboard('/');
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Patient suchen'),
  );
  await userEvent.keyboard('dm');
  expect((document.activeElement as HTMLInputElement).value).toBe('dm');
  expect(posted(sent)).toEqual([]);
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('n');
  expect(await screen.findByRole('dialog', { name: 'Neu ohne Akte' })).toBeTruthy();
});

test('P hides the names and shows them again', async () => {
  await open();
  await userEvent.keyboard('p');
  await waitFor(() => expect(screen.queryByText('Klein, Ida')).toBeNull());
  await userEvent.keyboard('p');
  expect(await screen.findByText('Klein, Ida')).toBeTruthy();
});

test('U takes back what can still be taken back, and reports where nothing can', async () => {
  await open();
  await userEvent.keyboard('u');
  expect(await screen.findByText(uiTexts['keys.noUndo'])).toBeTruthy();
  const undo = vi.fn();
  sayWithUndo('Gesendet', undo);
  await screen.findByText('Gesendet');
  await userEvent.keyboard('u');
  await waitFor(() => expect(undo).toHaveBeenCalledTimes(1));
});

test.each(['m', 'd', 'z', 'o'])(
  '%s without a chosen entry says that one is needed',
  async (key) => {
    const sent = await open();
    await userEvent.keyboard(key);
    expect(await screen.findByText(uiTexts['keys.noRow'])).toBeTruthy();
    expect(posted(sent)).toEqual([]);
  },
);

test('D on a person who is already there says that the entry does not offer it', async () => {
  const sent = await open();
  await userEvent.keyboard('jd');
  expect(focused()).toBe('Da, Dora');
  expect(await screen.findByText(uiTexts['keys.noPart'])).toBeTruthy();
  expect(posted(sent)).toEqual([]);
});

test('Enter triggers the first action of the focused entry', async () => {
  const sent = await open();
  const there = within(screen.getByRole('region', { name: 'Erwartet' }));
  await userEvent.keyboard('jjj{Enter}');
  expect(there.getByText('Klein, Ida')).toBeTruthy();
  await waitFor(() =>
    expect(posted(sent)).toEqual([['/patient/arrival', { patid: 'p2', isThere: true }]]),
  );
});
