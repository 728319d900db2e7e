// Tests of leaving a page: Back closes an open dialog first; unsaved changes are asked about.

import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Modal } from '../../ui/Modal.tsx';
import { openChanges, SAME_EDITOR, useUnsaved } from '../../ui/saving/leaving.ts';
import { stage } from '../../ui/stage.fixture.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import de from '../texts.de.json';

function Asking() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Öffnen</button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Frage">
        Inhalt
      </Modal>
    </>
  );
}
function Changed({ save }: { save: () => Promise<boolean> }) {
  const [isChanged, setChanged] = useState(false);
  useUnsaved(isChanged, async () => {
    const isSaved = await save();
    if (isSaved) setChanged(false);
    return isSaved;
  });
  return (
    <>
      <button onClick={() => setChanged(true)}>Ändern</button>
      <Link to="/other">Weiter</Link>
    </>
  );
}
async function open(
  save: () => Promise<boolean>,
  entries: readonly string[] = ['/start', '/form', '/dialog'],
) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <LeaveGuard />
            <Outlet />
          </>
        ),
        children: [
          { path: '/start', element: <p>Start</p> },
          { path: '/dialog', element: <Asking /> },
          { path: '/form/:id?', element: <Changed save={save} /> },
          { path: '/other', element: <p>Andere Seite</p> },
        ],
      },
    ],
    { initialEntries: [...entries], initialIndex: entries.length - 1 },
  );
  await stage(<RouterProvider router={router} />, { app: de });
  return router;
}
const saved = vi.fn(() => Promise.resolve(true));
const asked = (): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: 'Änderungen speichern?' }, { timeout: 10_000 });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

it('Back closes an open dialog and stays on the page; the next Back leaves it', async () => {
  const router = await open(saved);
  await press('Öffnen');
  await screen.findByRole('dialog', { name: 'Frage' });
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/dialog');
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/form'));
});

it.each([
  ['Bleiben', '/form', 0],
  ['Verwerfen', '/other', 0],
  ['Speichern und weiter', '/other', 1],
])('a link out of a changed page asks; „%s“ leads to %s', async (button, path, saves) => {
  saved.mockClear();
  const router = await open(saved);
  await router.navigate('/form');
  await press('Ändern');
  await userEvent.click(screen.getByRole('link', { name: 'Weiter' }));
  await asked();
  await press(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([router.state.location.pathname, saved.mock.calls.length]).toEqual([path, saves]);
});

it('a link out of a changed first page asks, too, and leads on once the changes are saved', async () => {
  saved.mockClear();
  const router = await open(saved, ['/form']);
  await press('Ändern');
  await userEvent.click(screen.getByRole('link', { name: 'Weiter' }));
  await asked();
  await press('Speichern und weiter');
  await waitFor(() => expect(router.state.location.pathname).toBe('/other'));
  expect(saved).toHaveBeenCalledTimes(1);
});

it('an address of the same editor is taken without a question, and its changes stay', async () => {
  const router = await open(saved, ['/form']);
  await press('Ändern');
  await router.navigate('/form/1', { replace: true, state: SAME_EDITOR });
  await waitFor(() => expect(router.state.location.pathname).toBe('/form/1'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(openChanges()).toBeDefined();
});

it('a page that cannot save stays open, with its reason', async () => {
  const router = await open(() => Promise.resolve(false));
  await router.navigate('/form');
  await press('Ändern');
  await userEvent.click(screen.getByRole('link', { name: 'Weiter' }));
  await asked();
  await press('Speichern und weiter');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/form');
});

it('two changed parts of a page are both saved; one that cannot be saved keeps the page', async () => {
  const saves = [vi.fn(() => Promise.resolve(true)), vi.fn(() => Promise.resolve(false))];
  function Parts() {
    useUnsaved(true, saves[0] ?? saved);
    useUnsaved(true, saves[1] ?? saved);
    return null;
  }
  const { unmount } = render(<Parts />);
  expect(await openChanges()?.()).toBe(false);
  expect(saves.map((save) => save.mock.calls.length)).toEqual([1, 1]);
  saves[1]?.mockResolvedValue(true);
  expect(await openChanges()?.()).toBe(true);
  unmount();
  expect(openChanges()).toBeUndefined();
});

it('Back closes a dialog over the first page of the app, once for each dialog', async () => {
  const router = await open(saved, ['/dialog']);
  for (const _ of [1, 2]) {
    await press('Öffnen');
    await screen.findByRole('dialog', { name: 'Frage' });
    await waitFor(() => expect(router.state.location.state).toEqual({ isSpare: true }));
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([router.state.location.pathname, router.state.location.state]).toEqual([
      '/dialog',
      null,
    ]);
  }
});
it('after a dialog over the first page was closed by its button, Back leaves the app', async () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
  const router = await open(saved, ['/dialog']);
  await press('Öffnen');
  await waitFor(() => expect(router.state.location.state).toEqual({ isSpare: true }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await router.navigate(-1);
  await waitFor(() => expect(back).toHaveBeenCalledTimes(1));
  back.mockRestore();
});
