// Tests of the page of stored files: the check runs until all are done, faults are named, and
// nothing unchecked is called sound.

import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BucketChecked, BucketOrphans } from '../../../shared/records/files.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { BucketPage } from './FilesPage.tsx';
import texts from './texts.de.json';

const name = (letter: string): string => letter.repeat(64);
beforeEach(() => signInAs('owner'));
afterEach(() => void vi.unstubAllGlobals());

interface Answers {
  check?: (after: string | undefined) => { status?: number; body?: unknown };
  orphans?: BucketOrphans;
  limit?: number;
}
async function show({ check, orphans, limit = 200e9 }: Answers = {}): Promise<Sent[]> {
  const sent = fakeServer(({ path, body }) => {
    if (path.endsWith('/check')) return check?.((body as { after?: string }).after) ?? { body: {} };
    if (path.endsWith('/orphans')) return { body: orphans };
    return {
      body: {
        files: 3,
        size: 3_412_000,
        limit,
        cursor: null,
        items: [
          {
            sha256: name('a'),
            size: 16_206,
            mime: 'application/pdf',
            at: Date.UTC(2026, 10, 20, 8, 41),
            uses: [
              { use: 'document', count: 2 },
              { use: 'sealed', count: 1 },
            ],
          },
          { sha256: name('b'), size: 12, mime: 'image/webp', at: 0, uses: [] },
        ],
      },
    };
  });
  await stage(<BucketPage />, { bucket: texts });
  await screen.findByText(/3 Dateien, zusammen 3,4/);
  return sent;
}
const part = (
  checked: number,
  next: string | null,
  faults: BucketChecked['faults'] = [],
): { body: BucketChecked } => ({ body: { checked, next, faults } });

test('a file shows its kind, its size and its references', async () => {
  await show();
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.textContent);
  expect(rows[0]).toMatch(
    /20\.11\.2026, 09:41PDF16,2.kB2 × Dokument einer Akte, gesiegelte Fassungaaaaaaaaaaaa…/,
  );
  expect(rows[1]).toMatch(/Bild12 Byte.*zu nichts mehr/);
});

test('the check runs until all are done, and reports success only then', async () => {
  const asked: (string | undefined)[] = [];
  await show({
    check: (after) => {
      asked.push(after);
      return after === undefined ? part(2, name('b')) : part(1, null);
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Alle Dateien prüfen' }));
  expect(await screen.findByText('Alle 3 Dateien sind unversehrt.')).toBeTruthy();
  expect(asked).toEqual([undefined, name('b')]);
});

test('faults are named, and an aborted check calls nothing sound', async () => {
  await show({
    check: (after) =>
      after === undefined
        ? part(2, name('b'), [
            { sha256: name('a'), what: 'missing' },
            { sha256: name('b'), what: 'damaged' },
          ])
        : errorAnswer(503, 'unavailable'),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Alle Dateien prüfen' }));
  const alert = within(
    (await screen.findByText(/2 Dateien sind nicht in Ordnung/)).closest<HTMLElement>(
      '[role=alert]',
    ) ?? document.body,
  );
  expect(alert.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    `${name('a')}: fehlt auf der Platte`,
    `${name('b')}: beschädigt oder vertauscht`,
  ]);
  expect(await screen.findByText(/Vorgangsnummer req-1/)).toBeTruthy();
  expect(screen.queryByText(/unversehrt/)).toBeNull();
});

test('unneeded files are distinguished from unlisted ones', async () => {
  await show({
    orphans: {
      unused: { files: 1, size: 12, names: [name('b')] },
      strays: { files: 0, size: 0, names: [] },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Nach herrenlosen Dateien suchen' }));
  expect(await screen.findByText('Gehören zu nichts mehr: 1, zusammen 12 Byte')).toBeTruthy();
  expect([
    screen.getByText(name('b')).tagName,
    screen.queryByText(/Stehen in keiner Liste/),
  ]).toEqual(['CODE', null]);
});

test('the limit is shown next to the usage; from four fifths on it warns', async () => {
  await show();
  expect([
    screen.getByText(/Erlaubt sind 200.GB; belegt 0 %/).tagName,
    screen.queryByRole('alert'),
  ]).toEqual(['P', null]);
  cleanup();
  await show({ limit: 4_000_000 });
  expect(screen.getByRole('alert').textContent).toBe(texts['limit.near']);
  cleanup();
  await show({ limit: 3_000_000 });
  expect(screen.getByRole('alert').textContent).toBe(texts['limit.full']);
});
