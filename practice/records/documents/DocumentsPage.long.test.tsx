// Tests of the document list: filters in the address, and the actions of each row.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorAnswer, type Sent } from '../../ui/stage.fixture.tsx';
import { AT, leavePage, letter, row, show, signIn } from './documents-page.fixture.tsx';
import { shownKeys } from '../../ui/lists/keys/shown-keys.fixture.ts';
import keys from '../../ui/lists/keys/texts.de.json';
import texts from './texts.de.json';

beforeEach(signIn);
afterEach(leavePage);

const lists = (sent: Sent[]): string[] =>
  sent
    .filter((one) => one.path.startsWith('/documents/list'))
    .map((one) => decodeURIComponent(one.path.replace('/documents/list?', '')));

test('rows show their kind, who added them and their validity', async () => {
  await show('', () => ({
    body: {
      items: [
        row({}),
        letter,
        row({
          fileId: 'f3',
          kind: 'receipt',
          taskId: null,
          level: 'sealed',
          title: 'Bestätigung des Widerrufs',
        }),
        row({
          fileId: 'f4',
          kind: 'notice',
          title: 'Information zum Datenschutz',
          level: 'none',
          voidedAt: AT,
        }),
      ],
      cursor: null,
    },
  }));
  const rows = (await screen.findAllByRole('row')).slice(1).map((one) => one.textContent);
  expect(rows[0]).toContain('Siegel mit Zeitstempel');
  expect(rows[1]).toMatch(/Brief.*hinzugefügt von Fatma Kaya.*ohne Siegel.*In der Akte/);
  expect(rows[2]).toMatch(/Bestätigung des Widerrufs.*Siegel der Praxis/);
  expect(rows[3]).toMatch(/nur gezeigt.*Aufgehoben am 20\.11\.2026/);
  expect(await shownKeys(keys.title)).toMatchObject({ dead: [] });
});

test('filters are kept in the address; invalid ones are not requested', async () => {
  const sent = await show('?kind=upload&sealed=vielleicht&from=2026-11-01&x=1', () => ({
    body: { items: [], cursor: null },
  }));
  await screen.findByText('Zu diesen Angaben liegt kein Dokument vor.');
  expect(lists(sent)).toEqual(['kind=upload&from=2026-11-01']);
  fireEvent.change(screen.getByLabelText('Zustand'), { target: { value: 'voided' } });
  await waitFor(() => expect(lists(sent).at(-1)).toBe('kind=upload&state=voided&from=2026-11-01'));
  const until = within(screen.getByRole('group', { name: 'Abgelegt bis' }));
  for (const [field, value] of [
    ['Tag', '31'],
    ['Monat', '10'],
    ['Jahr', '2026'],
  ] as const)
    fireEvent.change(until.getByLabelText(field), { target: { value } });
  expect(await screen.findByText(/Der zweite Tag liegt vor dem ersten/)).toBeTruthy();
  await waitFor(() => expect(lists(sent).at(-1)).toBe('kind=upload&state=voided'));
  fireEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  await waitFor(() => expect(lists(sent).at(-1)).toBe(''));
  expect(await screen.findByText('Noch liegt kein Dokument vor.')).toBeTruthy();
  expect(screen.getByText(texts['list.empty.what'])).toBeTruthy();
  expect(screen.getAllByRole('button', { name: texts['add.title'] })).toHaveLength(2);
});

test('more are loaded on demand, and a failed list can be retried', async () => {
  let fails = true;
  const sent = await show('', ({ path }) =>
    fails
      ? errorAnswer(503, 'unavailable')
      : {
          body: path.includes('cursor')
            ? { items: [letter], cursor: null }
            : { items: [row({})], cursor: '1.f1' },
        },
  );
  const retry = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  fails = false;
  fireEvent.click(retry);
  fireEvent.click(await screen.findByRole('button', { name: 'Mehr zeigen' }));
  expect(await screen.findByText('Brief')).toBeTruthy();
  expect(lists(sent).at(-1)).toBe('cursor=1.f1');
  expect(screen.queryByRole('button', { name: 'Mehr zeigen' })).toBeNull();
});

test('on a wide screen a document is shown next to the list, and the address contains its id', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  const sent = await show(
    '',
    ({ path }) =>
      path.startsWith('/documents/file')
        ? { body: {} }
        : { body: { items: [row({}), letter], cursor: null } },
    true,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Brief von Groß, Anna ansehen' }));
  const preview = within(
    await screen.findByRole('region', { name: 'Vorschau: Brief von Groß, Anna' }),
  );
  for (const name of ['Öffnen', 'Herunterladen', 'Drucken', 'Siegel prüfen'])
    expect(preview.getByRole('button', { name })).toBeTruthy();
  expect((await preview.findByTitle('Brief')).getAttribute('src')).toBe(
    'blob:x#toolbar=0&navpanes=0&view=FitH',
  );
  // Fetched once: a shown document is not requested again.
  expect(sent.filter((one) => one.path === '/documents/file/f2')).toHaveLength(1);
  fireEvent.click(preview.getByRole('button', { name: 'Schließen' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /Vorschau/ })).toBeNull());
});

test('a scanned paper can be declared void; a scan without a paper, or a void one, cannot', async () => {
  const scan = { kind: 'scan', level: 'sealed' } as const;
  await show('', () => ({
    body: {
      items: [
        row({ ...scan, fileId: 's1', title: 'Scan: Einwilligung' }),
        row({ ...scan, fileId: 's2', taskId: null, title: 'Scan: Befund' }),
        row({ ...scan, fileId: 's3', title: 'Scan: Vollmacht', voidedAt: AT }),
      ],
      cursor: null,
    },
  }));
  const offers: boolean[] = [],
    records: boolean[] = [];
  for (const one of (await screen.findAllByRole('row')).slice(1)) {
    fireEvent.click(within(one).getByRole('button', { name: /Mehr/ }));
    await screen.findByRole('menuitem', { name: 'Öffnen' });
    offers.push(screen.queryByRole('menuitem', { name: 'Für ungültig erklären …' }) !== null);
    records.push(screen.queryByRole('menuitem', { name: 'Protokoll öffnen' }) !== null);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }
  expect([offers, records]).toEqual([
    [true, false, false],
    [true, true, true],
  ]);
});

test('a misfiled document is removed with a reason and moved; a removed one does not open', async () => {
  const sent = await show('', ({ method }) =>
    method === 'POST'
      ? { body: { wasGivenHome: true } }
      : {
          body: {
            items: [
              letter,
              row({
                fileId: 'f5',
                kind: 'upload',
                uploadKind: 'photo',
                uploadedBy: 'X',
                voidedAt: AT,
                isHeld: true,
                voided: {
                  note: 'falsche Person',
                  byName: 'Fatma Kaya',
                  movedTo: { fileId: 'f6', patid: '1002', patientName: 'Özkan, Emil' },
                },
              }),
            ],
            cursor: null,
          },
        },
  );
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows[1]?.textContent).toMatch(
    /herausgenommen von Fatma Kaya: falsche Person Jetzt bei Özkan, Emil\..*Löschsperre/,
  );
  expect(within(rows[1]!).queryAllByRole('button')).toEqual([]);
  fireEvent.click(within(rows[0]!).getByRole('button', { name: /Mehr/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Gehört nicht hierher …' }));
  const dialog = within(await screen.findByRole('dialog'));
  const out = dialog.getByRole('button', { name: 'Herausnehmen' });
  out.focus();
  fireEvent.click(out);
  expect([
    dialog.getByText('Bitte nennen Sie den Grund.').tagName,
    sent.some((one) => one.method === 'POST'),
  ]).toEqual(['P', false]);
  expect(document.activeElement).toBe(dialog.getByLabelText('Grund'));
  fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'gehört zu Emil' } });
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'özk' } });
  fireEvent.click(
    await dialog.findByRole('option', { hidden: true }).catch(() => screen.findByRole('option')),
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Herausnehmen und Özkan, Emil zuordnen' }));
  await waitFor(() =>
    expect(sent.find((one) => one.method === 'POST')).toMatchObject({
      path: '/documents/file/f2/void',
      body: { note: 'gehört zu Emil', to: { patid: '1002' } },
    }),
  );
});
