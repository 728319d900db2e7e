/**
 * Tests that a new page starts at its heading, and that a header's menu reports whether it is open.
 */
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { Header } from './Header.tsx';
import { Footer, Question, Screen } from './Screen.tsx';
import { forgetPress } from './press.ts';

function Page({ page, title }: { readonly page: string; readonly title: string }) {
  return (
    <Screen
      pageKey={page}
      question={<Question>{title}</Question>}
      footer={<Footer primary={<Button kind="primary">Weiter</Button>} />}
    >
      <p>Antworten</p>
    </Screen>
  );
}

it('moves the focus from the persistent button to the new heading, and scrolls up', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const { rerender } = render(<Page page="1" title="Erste Frage" />);
  screen.getByRole('button', { name: 'Weiter' }).focus();
  rerender(<Page page="1" title="Erste Frage, klarer" />);
  expect(document.activeElement?.textContent).toBe('Weiter');
  scrollTo.mockClear();
  rerender(<Page page="2" title="Zweite Frage" />);
  expect(document.activeElement?.textContent).toBe('Zweite Frage');
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

it('opens the menu of a phone header and closes it on Escape', () => {
  forgetPress();
  render(<Header menuLabel="Menü" actions={<Button>Hilfe</Button>} />);
  const menu = screen.getByRole('button', { name: 'Menü' });
  expect(menu.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(menu);
  expect(menu.getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(menu.getAttribute('aria-expanded')).toBe('false');
});

it("closes a phone's menu when it opens a dialog, and returns the focus to it", () => {
  const onHelp = vi.fn();
  render(<Header menuLabel="Menü" actions={<Button onPress={onHelp}>Hilfe</Button>} />);
  const menu = screen.getByRole('button', { name: 'Menü' });
  fireEvent.click(menu);
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name: 'Hilfe' }));
  expect(onHelp).toHaveBeenCalledOnce();
  expect(menu.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(menu);
});

it("closes a phone's menu by a tap outside", () => {
  render(
    <>
      <Header menuLabel="Menü" actions={<Button>Hilfe</Button>} />
      <p>Text</p>
    </>,
  );
  const menu = screen.getByRole('button', { name: 'Menü' });
  fireEvent.click(menu);
  fireEvent.click(screen.getByText('Text'));
  expect(menu.getAttribute('aria-expanded')).toBe('false');
});
