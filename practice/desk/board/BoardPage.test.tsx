// Tests of the whole board: an appointment with its proposal, „Da“ in one press, and the state
// without a server.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Board } from '../../../shared/exchange/board.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { board, visit } from './board.fixture.ts';
import { BoardPage } from './BoardPage.tsx';
import texts from './texts.de.json';

let isGone = false,
  shown: Board;
async function open(state: object | null = null): Promise<Sent[]> {
  const sent = fakeServer(({ path, method }) => {
    if (isGone) throw new TypeError('Failed to fetch');
    if (path === '/tablet/board') return { body: shown };
    return method === 'GET' ? errorAnswer(404, 'not_found') : { status: 204 };
  });
  await stage(
    <MemoryRouter initialEntries={[{ pathname: '/empfang', state }]}>
      <BoardPage />
    </MemoryRouter>,
    { empfang: texts },
  );
  await screen.findByRole('region', { name: 'Erwartet' });
  return sent;
}
/** Disabled itself or by its fieldset. */
const isOff = (button: HTMLElement): boolean =>
  button.hasAttribute('disabled') || button.closest('fieldset[disabled]') !== null;
const column = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => {
  isGone = false;
  // Late enough that nothing of the day is collapsed as past.
  shown = board({
    at: Date.now(),
    tablets: [],
    mappen: [],
    expected: [
      visit({
        time: '23:59',
        patid: 'p1',
        isFirst: true,
        proposed: [
          { item: 'a@1', isFull: false, rule: 'a', reasons: [{ code: 'never' }] },
          { item: 'b@1', isFull: false, rule: 'b', reasons: [{ code: 'never' }] },
        ],
      }),
      visit({ terminId: 'y', time: '23:59', patid: 'p2', name: 'Klein, Ida' }),
    ],
  });
  signInAs('reception');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an appointment shows the contents of its Mappe; „Da“ is one press and sends nothing', async () => {
  const sent = await open();
  expect(
    column('Erwartet')
      .getAllByText(/Unterlagen/)
      .map((one) => one.textContent),
  ).toEqual(['2 Unterlagen · neu', 'Keine Unterlagen nötig']);
  await userEvent.click(column('Erwartet').getByRole('button', { name: 'Da: Klein, Ida' }));
  await waitFor(() =>
    expect(sent.filter((one) => one.method === 'POST')).toMatchObject([
      { path: '/patient/arrival', body: { patid: 'p2', isThere: true } },
    ]),
  );
});

test('a present person without a Mappe gets it in one press, or is marked as not here after all', async () => {
  shown = {
    ...shown,
    arrivals: [
      {
        patid: 'p1',
        name: 'Weber, Hans',
        geburtsdatum: '1941-05-02',
        at: shown.at,
        leftRoomAt: null,
      },
    ],
  };
  const sent = await open(),
    there = column('Da · am Tablet');
  expect(there.getByText('2 Unterlagen · neu')).toBeTruthy();
  expect(there.getByRole('button', { name: 'Mappe senden' })).toBeTruthy();
  await userEvent.click(there.getByRole('button', { name: 'Doch nicht da' }));
  await waitFor(() =>
    expect(sent.filter((one) => one.method === 'POST')).toMatchObject([
      { path: '/patient/arrival', body: { patid: 'p1', isThere: false } },
    ]),
  );
});

test('a long past appointment of an absent person is collapsed, and visible when expanded', async () => {
  const noon = new Date(shown.at).setUTCHours(13, 0, 0, 0);
  vi.setSystemTime(noon);
  shown = {
    ...shown,
    at: noon,
    expected: [
      visit({ terminId: 'z', time: '00:10', patid: 'p3', name: 'Früh, Ada' }),
      ...shown.expected,
    ],
  };
  await open();
  const names = (): string[] =>
    column('Erwartet')
      .getAllByRole('listitem')
      .flatMap((one) => one.querySelector(':scope > .e-termin-who strong')?.textContent ?? []);
  expect(names()).toHaveLength(2);
  await userEvent.click(column('Erwartet').getByText('Früher heute (1)'));
  await waitFor(() => expect(names()).toContain('Früh, Ada'));
});

test('Enter on an entry triggers its first action: the panel where something is proposed', async () => {
  const sent = await open(),
    [first] = column('Erwartet').getAllByRole('listitem');
  first?.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Mappe senden' })).toBeTruthy();
  await waitFor(() =>
    expect(sent.some((one) => one.path === '/tablet/rules/proposal?patid=p1')).toBe(true),
  );
});

test('without the server the last state stays, disabled with the reason, and recovers automatically', async () => {
  const sent = await open();
  isGone = true;
  expect(
    await screen.findByText(/Solange der Server nicht erreichbar ist/, undefined, {
      timeout: 12_000,
    }),
  ).toBeTruthy();
  const asked = sent.length;
  expect(screen.getByText(/ohne Verbindung/).textContent).toMatch(
    /^Stand \d\d:\d\d\s+ohne Verbindung$/,
  );
  const there = column('Erwartet').getByRole('button', { name: 'Da: Klein, Ida' });
  expect(isOff(there)).toBe(true);
  expect(isOff(screen.getByRole('button', { name: 'Neu ohne Akte' }))).toBe(true);
  column('Erwartet').getAllByRole('listitem')[0]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  // Leaving would lose the displayed state: the browser asks first.
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  expect(sent.slice(asked).filter((one) => one.method === 'POST')).toEqual([]);
  isGone = false;
  await waitFor(() => expect(isOff(there)).toBe(false), { timeout: 12_000 });
}, 40_000);

test('a page that asks for a new person opens the dialog for it', async () => {
  await open({ add: true });
  await screen.findByRole('dialog', { name: texts['person.title'] });
});
