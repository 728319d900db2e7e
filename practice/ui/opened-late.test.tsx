// Tests of lazily mounted parts: they open by one press or key, and return the focus when they
// close.

import { Menu, Modal, UnstyledButton } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { dialogPart } from './dialog-part.tsx';
import { RowMenu } from './RowMenu.tsx';
import { stage } from './stage.fixture.tsx';

const focused = (): string | null | undefined => document.activeElement?.textContent;

it('a row menu opens by Enter, arrows reach its entries, and Escape returns the focus to its button', async () => {
  const chosen = vi.fn();
  await stage(
    <RowMenu button={<UnstyledButton>Zimmer</UnstyledButton>}>
      <Menu.Item onClick={chosen}>Zimmer 1</Menu.Item>
      <Menu.Item>Zimmer 2</Menu.Item>
    </RowMenu>,
    {},
  );
  const button = screen.getByRole('button', { name: 'Zimmer' });
  expect([
    button.getAttribute('aria-haspopup'),
    button.getAttribute('aria-expanded'),
    screen.queryByRole('menu'),
  ]).toEqual(['menu', 'false', null]);
  button.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menu');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect([screen.queryByRole('menu'), focused()]).toEqual([null, 'Zimmer']));
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menu');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenCalledOnce();
});

it('a dialog is loaded when first needed; closing returns the focus, the first time as well', async () => {
  const load = vi.fn(() =>
    Promise.resolve(({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
      <Modal opened={isOpen} onClose={onClose} title="Frage">
        <button>Ja</button>
      </Modal>
    )),
  );
  const Dialog = dialogPart(load);
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Fragen</button>
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />
      </>
    );
  }
  await stage(<Page />, {});
  expect(load).not.toHaveBeenCalled();
  for (let time = 1; time <= 2; time += 1) {
    screen.getByRole('button', { name: 'Fragen' }).focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Frage' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() =>
      expect([screen.queryByRole('dialog'), focused()]).toEqual([null, 'Fragen']),
    );
  }
  expect(load).toHaveBeenCalledOnce();
});
