// Tests of files that are added one by one, each with its own result.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorAnswer } from '../../ui/stage.fixture.tsx';
import { leavePage, letter, pdf, row, show, signIn } from './documents-page.fixture.tsx';

beforeEach(signIn);
afterEach(leavePage);

async function openDialog(): Promise<ReturnType<typeof within>> {
  fireEvent.click(await screen.findByRole('button', { name: 'Dokument hinzufügen' }));
  return within(await screen.findByRole('dialog'));
}
const choose = (dialog: ReturnType<typeof within>, ...files: File[]): void => {
  fireEvent.change(dialog.getByLabelText('Dateien auswählen', { selector: 'input' }), {
    target: { files },
  });
};

test('nothing is sent without a person, a kind and a file', async () => {
  const sent = await show('', () => ({ body: { items: [], cursor: null } })),
    dialog = await openDialog();
  fireEvent.submit(
    dialog.getByRole('button', { name: 'Hinzufügen' }).closest('form') ?? document.body,
  );
  for (const text of [
    'Bitte wählen Sie eine Person.',
    'Bitte wählen Sie, was es ist.',
    'Bitte wählen Sie mindestens eine Datei.',
  ])
    expect(await dialog.findByText(text)).toBeTruthy();
  expect(sent.filter((one) => one.method === 'POST')).toEqual([]);
});

test('files are sent one by one with their own ids; each rejection is explained, the others are filed', async () => {
  const answers: Record<string, { status?: number; body?: unknown }> = {
    'skript.pdf': errorAnswer(422, 'active_content', { fields: { file: 'javascript' } }),
    'geheim.pdf': errorAnswer(422, 'unreadable_file', { fields: { file: 'encrypted' } }),
    'bild.gif': errorAnswer(415, 'unsupported_media'),
  };
  const sent = await show('?patid=1001', ({ path, body }) =>
    path.startsWith('/documents/upload')
      ? (answers[(body as File).name] ?? {
          body: { fileId: 'x', mime: 'application/pdf', size: 8 },
        })
      : { body: { items: [row({})], cursor: null } },
  );
  await screen.findByText('Dokumente von Groß, Anna');
  const dialog = await openDialog();
  choose(
    dialog,
    pdf('eins.pdf'),
    pdf('skript.pdf'),
    pdf('geheim.pdf'),
    new File(['GIF89a'], 'bild.gif', { type: 'image/gif' }),
    pdf('leer.pdf', ''),
  );
  expect(await dialog.findByText('Die Datei ist leer.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Was ist es?'), { target: { value: 'bill' } });
  fireEvent.click(dialog.getByRole('button', { name: '4 Dateien hinzufügen' }));
  expect(await dialog.findByText(/etwas, das beim Öffnen von selbst handeln kann/)).toBeTruthy();
  expect(await dialog.findByText(/mit einem Passwort geschützt/)).toBeTruthy();
  expect(
    await dialog.findByText(
      'Dieses Format wird nicht angenommen. Möglich sind PDF, PNG, JPEG und WebP.',
    ),
  ).toBeTruthy();
  expect(dialog.getByRole('status').textContent).toContain('1 von 5 in der Akte');
  const posts = sent
    .filter((one) => one.method === 'POST')
    .map((one) => new URLSearchParams(one.path.split('?')[1]));
  expect(posts.map((one) => [one.get('patid'), one.get('kind')])).toEqual(
    Array.from({ length: 4 }, () => ['1001', 'bill']),
  );
  expect(new Set(posts.map((one) => one.get('fileId'))).size).toBe(4);
  // A rejection is final: no action is offered that would only fail again.
  expect(dialog.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
});

test('an interrupted upload is retried with the same id, to the same person', async () => {
  let isCut = true;
  const sent = await show('', ({ path }) => {
    if (path.startsWith('/documents/file')) return { status: 204 };
    if (!path.startsWith('/documents/upload')) return { body: { items: [], cursor: null } };
    if (isCut) throw new TypeError('no network');
    return { body: { fileId: 'x', mime: 'application/pdf', size: 8 } };
  });
  const dialog = await openDialog();
  fireEvent.change(dialog.getByRole('searchbox', { name: 'Zu wem gehört es?' }), {
    target: { value: 'Özk' },
  });
  fireEvent.click(await screen.findByRole('option', { name: /Özkan, Emil/ }));
  choose(dialog, pdf('eins.pdf'), pdf('zwei.pdf'));
  fireEvent.change(dialog.getByLabelText('Was ist es?'), { target: { value: 'letter' } });
  fireEvent.click(dialog.getByRole('button', { name: '2 Dateien hinzufügen' }));
  const again = await dialog.findByRole('button', { name: 'Noch einmal versuchen' });
  expect(await dialog.findByText(/Keine Verbindung zum Server/)).toBeTruthy();
  // A lost answer must not file the sheet with another patient.
  expect([
    (dialog.getByLabelText('Was ist es?') as HTMLSelectElement).disabled,
    dialog.queryByRole('button', { name: 'Andere Person' }),
  ]).toEqual([true, null]);
  isCut = false;
  fireEvent.click(again);
  expect(
    await screen.findByText('2 Dokumente liegen jetzt in der Akte von Özkan, Emil.'),
  ).toBeTruthy();
  const ids = sent
    .filter((one) => one.method === 'POST')
    .map((one) => new URLSearchParams(one.path.split('?')[1]).get('fileId'));
  expect([ids.length, new Set(ids).size, ids[0] === ids[1]]).toEqual([3, 2, true]);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Rückgängig/ }));
  await waitFor(() =>
    expect(sent.filter((one) => one.method === 'DELETE').map((one) => one.path)).toEqual(
      [...new Set(ids)].map((id) => `/documents/file/${id}`),
    ),
  );
});

test('a fresh upload can be undone, by its own sender and for a while only', async () => {
  const fresh = { ...letter, undoUntil: Date.now() + 60_000 },
    late = row({
      fileId: 'f9',
      kind: 'upload',
      uploadKind: 'bill',
      title: 'Rechnung',
      undoUntil: Date.now() - 1,
    });
  const sent = await show('', ({ method }) =>
    method === 'DELETE'
      ? { status: 204 }
      : { body: { items: [fresh, late, row({})], cursor: null } },
  );
  for (const [name, may] of [
    ['Mehr zu Rechnung oder Kostenplan von Groß, Anna', false],
    ['Mehr zu Einwilligung: Fotos von Groß, Anna', false],
    ['Mehr zu Brief von Groß, Anna', true],
  ] as const) {
    fireEvent.click(await screen.findByRole('button', { name }));
    await screen.findByRole('menuitem', { name: 'Herunterladen' });
    expect([name, screen.queryByRole('menuitem', { name: 'Zurücknehmen' }) !== null]).toEqual([
      name,
      may,
    ]);
    if (!may) fireEvent.click(screen.getByRole('button', { name }));
  }
  fireEvent.click(screen.getByRole('menuitem', { name: 'Zurücknehmen' }));
  expect(sent.filter((one) => one.method === 'DELETE')).toEqual([]);
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Zurücknehmen' }),
  );
  expect(await screen.findByText('Zurückgenommen.')).toBeTruthy();
  expect(sent.filter((one) => one.method === 'DELETE').map((one) => one.path)).toEqual([
    '/documents/file/f2',
  ]);
});

test('files dropped on the page open the dialog with them', async () => {
  await show('?patid=1001', () => ({ body: { items: [row({})], cursor: null } }));
  await screen.findByText('Dokumente von Groß, Anna');
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [pdf('eins.pdf')] } });
  window.dispatchEvent(drop);
  const dialog = within(await screen.findByRole('dialog'));
  expect([
    dialog.getByText('eins.pdf').textContent,
    dialog.getByText('Groß, Anna').textContent,
  ]).toEqual(['eins.pdf', 'Groß, Anna']);
});
