// Tests of the command palette: keys, an Enter before the answer, entries by role.

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import settings from '../../accounts/settings/texts.de.json';
import { clearSession, setOff } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { coverNames } from '../../ui/covered-names.ts';
import app from '../texts.de.json';
import { closePalette, usePalette } from './use-palette.ts';
import { matching } from '../../ui/wording/matching.ts';
import { PaletteDialog } from './PaletteDialog.tsx';
import palette from './texts.de.json';

let answer: () => void;
let sent: Sent[];
beforeEach(() => {
  const gate = new Promise<void>((done) => {
    answer = done;
  });
  sent = fakeServer(async ({ path }) => {
    await gate;
    const name = 'Schulz, Frank';
    return {
      body: path.includes('schulz')
        ? [
            {
              patid: '7',
              name,
              lastName: 'Schulz',
              firstName: 'Frank',
              geburtsdatum: '1968-12-12',
              city: 'Berlin',
              herkunft: 'pvs',
              sameName: true,
              telefon: '0171 3920',
            },
          ]
        : [],
    };
  });
});
afterEach(() => {
  act(closePalette);
  clearSession();
  vi.unstubAllGlobals();
});
const signIn = (role: 'owner' | 'reception'): void =>
  signInAs(role, { ...(role === 'owner' && { figures: 'alle' }) }, { expiresAt: Date.now() + 1e6 });

function Frame() {
  const { pathname, search, state } = useLocation(),
    { isOpen, close } = usePalette(pathname, true);
  return (
    <>
      <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>
      <input aria-label="Feld" />
      <PaletteDialog isOpen={isOpen} onClose={close} />
    </>
  );
}
const show = (path = '/heute') =>
  stage(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="*" element={<Frame />} />
      </Routes>
    </MemoryRouter>,
    { app, palette, settings },
  );
const here = (): string | null => document.querySelector('output')?.textContent ?? null;
const options = (): (string | null)[] =>
  screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('an Enter before the answer waits for it and opens the patient, without a name in the address', async () => {
  signIn('reception');
  await show();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(
    await screen.findByRole('textbox', { name: palette.label }),
    'schulz{Enter}',
  );
  expect(here()).toBe('/heute null');
  answer();
  await vi.waitFor(() => expect(here()).toBe('/patient/7 null'));
  // The first two letters at once; then, while they have no answer, the whole word for the Enter.
  expect(sent.map(({ path }) => /q=([^&]*)/.exec(path)?.[1])).toEqual(['sc', 'schulz']);
});
test('Ctrl+Enter opens the board with the patient to send to', async () => {
  signIn('reception');
  await show();
  answer();
  await userEvent.keyboard('/');
  await userEvent.type(await screen.findByRole('textbox', { name: palette.label }), 'schulz');
  await screen.findByText('Schulz, Frank');
  expect(screen.getByText('0171 3920')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: palette.title })).toBeTruthy();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(here()).toBe('/empfang {"send":"7"}'));
});
test('reception finds neither reports nor the pages of owners; an owner finds both', async () => {
  answer();
  signIn('reception');
  await show();
  await userEvent.keyboard('/');
  const field = await screen.findByRole('textbox', { name: palette.label });
  await userEvent.type(field, 'protokoll');
  await screen.findByText(palette.none);
  await userEvent.clear(field);
  await userEvent.type(field, 'umsatz');
  await screen.findByText(palette.none);
  expect(options()).toEqual([]);
  signIn('owner');
  await vi.waitFor(() => expect(options().length).toBeGreaterThan(2));
  await userEvent.clear(field);
  await userEvent.type(field, 'protokoll');
  await vi.waitFor(() => expect(options()).toContain(settings['protokoll.title']));
});
test('a report that is switched off is not found', async () => {
  answer();
  signIn('owner');
  await show();
  await userEvent.keyboard('/');
  await userEvent.type(
    await screen.findByRole('textbox', { name: palette.label }),
    'anderen praxen',
  );
  await vi.waitFor(() => expect(options().length).toBeGreaterThan(0));
  const all = options().length;
  act(() => setOff(['comparison']));
  await vi.waitFor(() => expect(options().length).toBeLessThan(all));
});
test('the palette opens empty in the frame of its key, keeps Tab inside, and gives the focus back', async () => {
  answer();
  signIn('reception');
  await show();
  const own = screen.getByLabelText<HTMLInputElement>('Feld');
  own.focus();
  for (let n = 0; n < 2; n++) {
    // Without waiting: nothing is mounted, animated or timed.
    act(() => {
      own.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
      );
    });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: palette.label });
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('');
    expect(options().length).toBeGreaterThan(0);
    await userEvent.type(field, 'zz');
    await userEvent.tab();
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(own);
  }
});
test('a press outside closes the palette', async () => {
  signIn('reception');
  await show();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.click((await screen.findByRole('dialog')).parentElement!);
  expect(screen.queryByRole('dialog')).toBeNull();
});
test('a key that comes before the frame opens the palette with it', async () => {
  signIn('reception');
  await userEvent.keyboard('{Control>}k{/Control}');
  await show();
  await screen.findByRole('textbox', { name: palette.label });
});
test('a key at the sign-in page opens nothing later', async () => {
  clearSession();
  await userEvent.keyboard('{Control>}k{/Control}');
  signIn('reception');
  await show();
  expect(screen.queryByRole('dialog')).toBeNull();
});
test('the slash of a typed word and the slash of the board open nothing', async () => {
  signIn('reception');
  await show('/empfang');
  await userEvent.keyboard('/');
  await userEvent.type(screen.getByLabelText('Feld'), 'a/b');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('textbox', { name: palette.label });
});
test('words match in any order and without accents, beginnings first', () => {
  const entries = ['Ziele im Überblick', 'Überblick', 'Berichte'].map((label) => ({ label }));
  expect(matching(entries, 'uberbl', 5).map(({ label }) => label)).toEqual([
    'Überblick',
    'Ziele im Überblick',
  ]);
  expect(matching(entries, 'überblick ziele', 5)).toHaveLength(1);
  expect(matching(entries, ' ', 5)).toEqual([]);
});
test('while the board hides names, the search for people shows initials and no birth date', async () => {
  signIn('reception');
  await show();
  await userEvent.keyboard('{Control>}k{/Control}');
  act(() => coverNames(true));
  await userEvent.keyboard('schulz');
  answer();
  expect(await screen.findByText('S. F.')).toBeTruthy();
  expect(screen.queryByText(/Schulz|1968/)).toBeNull();
  act(() => coverNames(false));
  expect(screen.getByText('Schulz, Frank')).toBeTruthy();
});
