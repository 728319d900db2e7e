// Reads the help of a list in a test, and finds keys that it shows although the page has nothing for
// them.

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** What each key of a list acts on; keys of the app (G, Esc, ?, U) need nothing of the page. */
const ACTS_ON: Readonly<Record<string, string>> = {
  'J K ↓ ↑': '[data-row]',
  '↵': '[data-row] [data-default], [data-row] button',
  Leertaste: '[data-row] [data-peek], [data-row] [data-default]',
  O: '[data-row] [data-whole]',
  R: '[data-row] [data-call]',
  X: '[data-row] input[type="checkbox"]',
  '⇧ X': '[data-row] input[type="checkbox"]',
  L: '[data-list-label], [data-list-labels]',
  // A note is made where calls are noted.
  N: '[data-row] [data-call]',
  F: '[data-list-search]',
  E: '[data-list-export], [aria-keyshortcuts="E"]',
  G: 'body',
  U: 'body',
  Esc: 'body',
  '?': 'body',
};

/** Opens the help by its key. @returns the shown keys, and those of them without any use */
export async function shownKeys(title: string): Promise<{ shown: string[]; dead: string[] }> {
  await userEvent.keyboard('?');
  const help = await screen.findByRole('table', { name: title }),
    shown = [...help.querySelectorAll('kbd')].map((one) => one.textContent);
  return {
    shown,
    dead: shown.filter((key) => document.querySelector(ACTS_ON[key] ?? 'x-unknown') === null),
  };
}
