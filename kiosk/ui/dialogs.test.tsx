/**
 * Tests of dialogs and covers: focus is trapped, the page behind is inert, and closing restores
 * everything.
 */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';
import { OpaqueCover } from './OpaqueCover.tsx';

function Page({
  modal,
  cover,
  onEscape,
}: {
  readonly modal: boolean;
  readonly cover?: boolean;
  readonly onEscape?: () => void;
}) {
  return (
    <>
      <Button>Zurück</Button>
      <Modal
        open={modal}
        title="Vorgang abbrechen?"
        alert
        {...(onEscape ? { onEscape } : {})}
        actions={
          <>
            <Button>Weitermachen</Button>
            <Button>Abbrechen</Button>
          </>
        }
      >
        Ihre Eingaben werden nicht gespeichert.
      </Modal>
      <OpaqueCover
        open={cover ?? false}
        title="Sind Sie noch da?"
        countdown={{ left: 28, total: 30 }}
        action={{ label: 'Ja, weitermachen', onPress: () => undefined }}
      />
    </>
  );
}

it('traps the focus and restores it', async () => {
  const user = userEvent.setup();
  const { rerender, container } = render(<Page modal={false} />);
  const back = screen.getByRole('button', { name: 'Zurück' });
  back.focus();
  rerender(<Page modal />);
  expect(document.activeElement?.textContent).toBe('Vorgang abbrechen?');
  expect(container.hasAttribute('inert')).toBe(true);
  expect(container.getAttribute('aria-hidden')).toBe('true');

  const stops: (string | null | undefined)[] = [];
  for (let i = 0; i < 3; i++) {
    await user.tab();
    stops.push(document.activeElement?.textContent);
  }
  expect(stops).toEqual(['Weitermachen', 'Abbrechen', 'Weitermachen']);
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe('Abbrechen');

  rerender(<Page modal={false} />);
  expect(document.activeElement).toBe(back);
  expect(container.hasAttribute('inert')).toBe(false);
  expect(container.hasAttribute('aria-hidden')).toBe(false);
});

it('closes on Escape only when enabled', () => {
  const onEscape = vi.fn();
  const { rerender } = render(<Page modal />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  rerender(<Page modal onEscape={onEscape} />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onEscape).toHaveBeenCalledTimes(1);
});

it('[T3] covers an open dialog, and keeps the page locked when only one of them closes', () => {
  const { rerender, container } = render(<Page modal />);
  rerender(<Page modal cover />);
  expect(document.activeElement?.textContent).toBe('Sind Sie noch da?');
  const dialog = screen.getByText('Vorgang abbrechen?').closest('[data-k-layer]');
  expect(dialog?.hasAttribute('inert')).toBe(true);
  expect(screen.getByRole('timer').textContent).toBe('28');
  rerender(<Page modal={false} cover />);
  expect(container.hasAttribute('inert')).toBe(true);
  expect(document.documentElement.classList.contains('k-locked')).toBe(true);
  rerender(<Page modal={false} />);
  expect(container.hasAttribute('inert')).toBe(false);
  expect(document.documentElement.classList.contains('k-locked')).toBe(false);
});

it('[F24] a dialog unmounted with its page does not lock the next one', () => {
  const { rerender } = render(<Page modal />);
  expect(document.documentElement.classList.contains('k-locked')).toBe(true);
  rerender(<p>Die nächste Seite</p>);
  expect(document.documentElement.classList.contains('k-locked')).toBe(false);
});
