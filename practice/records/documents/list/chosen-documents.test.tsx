// Tests of the list of documents as a work list: several saved as one archive, the list as a file,
// and the way to a patient.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leavePage, letter, row, show, signIn } from '../documents-page.fixture.tsx';
import { uniqueName } from './ChosenDocuments.tsx';

beforeEach(signIn);
afterEach(() => {
  vi.restoreAllMocks();
  leavePage();
});
const items = [
  row({}),
  letter,
  row({ fileId: 'f3', voided: null, isAnswers: false, patid: '1002' }),
];

test('X and Shift+X choose documents; they are saved as one archive without names in it', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((bytes) => {
    saved.push(bytes as Blob);
    return 'blob:saved';
  });
  const sent = await show('', ({ path }) =>
    path.startsWith('/documents/file/') ? { body: '%PDF' } : { body: { items, cursor: null } },
  );
  await screen.findAllByText('Einwilligung: Fotos');
  await userEvent.keyboard('jxjj{Shift>}X{/Shift}');
  await userEvent.click(await screen.findByRole('button', { name: 'Zusammen speichern (3, ZIP)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent.filter(({ path }) => path.startsWith('/documents/file/'))).toHaveLength(3);
  const names = Object.keys(unzipSync(new Uint8Array(await saved[0]!.arrayBuffer())));
  expect(names).toHaveLength(3);
  expect(names.join(' ')).not.toContain('Groß');
  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull();
});

test('E offers the list as a file, and O leads to the patient', async () => {
  await show('', () => ({ body: { items, cursor: null } }));
  await screen.findAllByText('Einwilligung: Fotos');
  await userEvent.keyboard('e');
  expect(await screen.findAllByRole('menuitem')).not.toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  const [link] = screen.getAllByRole('link', { name: 'Groß, Anna' }),
    pressed = vi.fn((event: Event) => event.preventDefault());
  link?.addEventListener('click', pressed);
  document.querySelector<HTMLElement>('[data-row]')?.focus();
  await userEvent.keyboard('o');
  expect([link?.getAttribute('href'), pressed.mock.calls.length]).toEqual(['/patient/1001', 1]);
});

test('documents of the same kind and day keep names of their own', () => {
  const taken = new Set(['1 Brief.pdf', '1 Brief (2).pdf']);
  expect([uniqueName('1 Brief.pdf', taken), uniqueName('2 Brief.pdf', taken)]).toEqual([
    '1 Brief (3).pdf',
    '2 Brief.pdf',
  ]);
});
