// Tests of the list of forms: an unreadable one shows why, and can be removed without being opened.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FormEntryView } from '../../../../shared/forms/design/forms.schema.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { FormsPage } from './FormsPage.tsx';
import texts from './texts.de.json';

beforeEach(() => signInAs('owner'));
afterEach(() => void vi.unstubAllGlobals());

const entry = (id: string, more: Partial<FormEntryView> = {}): FormEntryView => ({
  key: `${id}@1`,
  id,
  version: 1,
  origin: 'own',
  state: 'draft',
  rev: 3,
  title: `Formular ${id}`,
  languages: ['de'],
  minutes: 2,
  questions: 4,
  changedAt: 0,
  publishedAt: null,
  ...more,
});

async function show(items: readonly FormEntryView[]): Promise<Sent[]> {
  const sent = fakeServer(({ method, path }) => {
    if (method === 'DELETE') return { status: 204 };
    if (path.includes('/retire')) return { body: { key: 'b@1', rev: 4 } };
    return { body: { items, languages: ['de'] } };
  });
  await stage(
    <MemoryRouter>
      <FormsPage />
    </MemoryRouter>,
    { formulare: texts },
  );
  await screen.findByRole('link', { name: 'Formular a' });
  return sent;
}
const rowOf = (title: string): HTMLElement => {
  const row = screen.getByRole('link', { name: title }).closest('tr');
  if (!row) throw new Error(title);
  return row;
};

test.each<[string, FormEntryView['state'], string, RegExp]>([
  ['a draft is deleted', 'draft', 'Entwurf verwerfen', /^DELETE .*\/b%401\?rev=3$/],
  [
    'a published one is withdrawn',
    'active',
    'Außer Betrieb nehmen',
    /^POST .*\/b%401\/retire\?rev=3$/,
  ],
])(
  'an unreadable form shows why and stays listed with the others; %s from the list',
  async (_title, state, word, expected) => {
    const sent = await show([
        entry('a'),
        entry('b', { state, trouble: { code: 'value_set_circle', detail: '#a' } }),
      ]),
      row = within(rowOf('Formular b'));
    expect(row.getByText('Unbrauchbar')).toBeTruthy();
    expect(row.getByText(/Diese Antwortliste enthält sich selbst/).textContent).toContain('#a');
    expect(row.queryByText(/Fragen/)).toBeNull();
    expect(within(rowOf('Formular a')).queryByText('Unbrauchbar')).toBeNull();
    fireEvent.click(row.getByRole('button', { name: `${word}: Formular b` }));
    fireEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', {
        name: state === 'draft' ? /verwerfen/i : /nehmen/i,
      }),
    );
    await waitFor(() =>
      expect(sent.map((one) => `${one.method} ${one.path}`).some((one) => expected.test(one))).toBe(
        true,
      ),
    );
  },
);
