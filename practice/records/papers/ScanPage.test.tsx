// Tests of scanning paper as reception does it: files one by one with a result each; pages selected
// in order, rotated, filed or discarded.

import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import type { Scanned, TrayOfScans, TrayPage } from '../../../shared/papers/scan.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { ScanPage } from './ScanPage.tsx';
import texts from './texts.de.json';

const TASK = '0190a1b2-0000-7000-8000-000000000001',
  PERSON = { patid: '1002', name: 'Özkan, Emil', geburtsdatum: '1990-07-11' };
const id = (n: number): string => `0190a1b2-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;
const page = (n: number, part: Partial<TrayPage> = {}): TrayPage => ({
  pageId: id(n),
  hint: 'no_code',
  at: Date.parse('2026-11-20T09:00:00Z') + n * 60_000,
  byName: 'Frau Kaya',
  source: 'upload',
  turn: 0,
  width: 800,
  height: 1100,
  form: null,
  page: null,
  of: null,
  paper: null,
  ...part,
});
const sheet = {
  taskId: TASK,
  title: 'Mehrkosten',
  ...PERSON,
  of: 2,
  have: [2],
  state: 'waiting' as const,
};
let tray: TrayOfScans, answers: (Scanned | ReturnType<typeof errorAnswer>)[];

const Search = ({ label, onPick }: { label: string; onPick: (one: FoundPatient) => void }) => (
  <button
    type="button"
    onClick={() =>
      onPick({
        ...PERSON,
        firstName: 'Emil',
        lastName: 'Özkan',
        city: '',
        herkunft: 'pvs',
        sameName: false,
        telefon: null,
      })
    }
  >
    {label}
  </button>
);
async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ method, path }) => {
    if (path === '/papers/scans' && method === 'GET') return { body: tray };
    if (path === '/papers/scans') {
      const next = answers.shift();
      return next && 'pages' in next ? { body: next } : (next ?? { status: 204 });
    }
    if (path.startsWith('/papers/scans/papers/'))
      return {
        body: {
          items: [
            {
              taskId: TASK,
              title: 'Mehrkosten',
              template: 'mehrkosten@1',
              state: 'paper',
              createdAt: 0,
            },
          ],
        },
      };
    return path === '/papers/scans/file'
      ? { body: { fileId: TASK, undoUntil: Date.now() + 10_000 } }
      : path.startsWith('/papers/scans/pages/')
        ? errorAnswer(404, 'not_found')
        : { status: 204 };
  });
  await stage(
    <MemoryRouter>
      <ScanPage PatientSearch={Search} />
    </MemoryRouter>,
    { papier: texts },
  );
  await screen.findByRole('heading', { name: /^Seiten ohne Zuordnung/ });
  return sent;
}
beforeEach(() => {
  tray = {
    waiting: [],
    tray: [page(1), page(2)],
    count: 2,
    filing: 0,
    discarded: [],
    folder: null,
  };
  answers = [];
  signInAs('reception');
});
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});
const file = (name: string, type = 'image/jpeg'): File => new File(['x'], name, { type });

test('each file shows its result: a missing page, pages in the tray, or the reason of a rejection', async () => {
  answers = [
    {
      pages: [
        { pageId: id(9), number: 1, state: 'waiting', hint: null, taskId: TASK, page: 2, of: 2 },
      ],
      sheets: [sheet],
      empty: 1,
      isKnown: false,
    },
    {
      pages: [
        {
          pageId: id(8),
          number: 1,
          state: 'tray',
          hint: 'no_code',
          taskId: null,
          page: null,
          of: null,
        },
      ],
      sheets: [],
      empty: 0,
      isKnown: true,
    },
    errorAnswer(422, 'unreadable_file', { fields: { file: 'coding' } }),
  ];
  const sent = await open();
  await userEvent.upload(screen.getByLabelText('Dateien wählen', { selector: 'input' }), [
    file('eins.jpg'),
    file('zwei.jpg'),
    file('drei.pdf', 'application/pdf'),
    new File([], 'leer.jpg', { type: 'image/jpeg' }),
  ]);
  expect(await screen.findByText('Seite 1 von 2 fehlt noch')).toBeTruthy();
  expect(screen.getByText('1 leere Rückseite weggelassen.')).toBeTruthy();
  expect(await screen.findByText('1 Seite ohne lesbaren Code: bitte unten zuordnen')).toBeTruthy();
  expect(await screen.findByText(texts['trouble.coding'])).toBeTruthy();
  expect(await screen.findByText(texts['trouble.empty'])).toBeTruthy();
  expect(sent.filter((one) => one.path === '/papers/scans' && one.method === 'POST')).toHaveLength(
    3,
  );
});

test('pages are filed in selection order, with their rotation, into the selected paper', async () => {
  const sent = await open();
  const [first, second] = screen.getAllByRole('button', { pressed: false });
  await userEvent.click(second!);
  await userEvent.click(first!);
  await userEvent.click(screen.getAllByRole('button', { name: /^Seite drehen/ })[0]!);
  await userEvent.click(screen.getByRole('button', { name: 'Zuordnen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Ablegen' }));
  expect(dialog.getByText('Bitte wählen Sie eine Person.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Person suchen' }));
  await userEvent.click(await dialog.findByRole('radio', { name: /^Mehrkosten/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ablegen' }));
  await waitFor(() =>
    expect(sent.find((one) => one.path === '/papers/scans/file')?.body).toMatchObject({
      pages: [
        { pageId: id(2), turn: 0 },
        { pageId: id(1), turn: 90 },
      ],
      patid: '1002',
      taskId: TASK,
      title: 'Mehrkosten',
    }),
  );
  expect(await screen.findByText('Wird bei Özkan, Emil abgelegt.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Rückgängig/ }));
  await waitFor(() =>
    expect(sent.find((one) => one.path === '/papers/scans/reopen')?.body).toEqual({
      pageIds: [id(2), id(1)],
    }),
  );
});

test('[V1] a page is discarded with a reason, never without one', async () => {
  const sent = await open();
  await userEvent.click(screen.getAllByRole('button', { pressed: false })[0]!);
  await userEvent.click(screen.getByRole('button', { name: 'Beiseitelegen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Beiseitelegen' }));
  expect(dialog.getByText('Bitte nennen Sie einen Grund.')).toBeTruthy();
  expect(sent.some((one) => one.path === '/papers/scans/discard')).toBe(false);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Grund' }), 'Werbung');
  await userEvent.click(dialog.getByRole('button', { name: 'Beiseitelegen' }));
  await waitFor(() =>
    expect(sent.find((one) => one.path === '/papers/scans/discard')?.body).toEqual({
      pageIds: [id(1)],
      reason: 'Werbung',
    }),
  );
});

test('an incomplete paper is released, and discarded pages come back', async () => {
  tray = {
    ...tray,
    waiting: [
      {
        taskId: TASK,
        title: 'Mehrkosten',
        ...PERSON,
        of: 3,
        have: [{ pageId: id(5), page: 1 }],
        since: 0,
      },
    ],
    discarded: [
      {
        pageId: id(6),
        at: 0,
        byName: 'Frau Kaya',
        reason: 'Werbung',
        turn: 0,
        width: 1,
        height: 1,
      },
    ],
  };
  const sent = await open();
  expect(screen.getByText('Seiten 2, 3 von 3 fehlen noch')).toBeTruthy();
  await userEvent.click(
    screen.getByRole('button', { name: 'Einzeln zuordnen: Mehrkosten, Özkan, Emil' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Zurückholen: Werbung' }));
  await waitFor(() =>
    expect(
      sent.filter((one) => one.path === '/papers/scans/reopen').map((one) => one.body),
    ).toEqual([{ pageIds: [id(5)] }, { pageIds: [id(6)] }]),
  );
});
