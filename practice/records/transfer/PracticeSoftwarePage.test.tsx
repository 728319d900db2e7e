// Tests of the page of the practice software: nothing set up, stuck transfers that are retried or
// done by hand, rejected folders at their field.

import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_DOCTOSYNC } from '../../../shared/records/transfer.ts';
import type { Transfer } from '../../../shared/records/transfer.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { PracticeSoftwarePage } from './PracticeSoftwarePage.tsx';
import texts from './texts.de.json';

const TASK = '0190a1b2-0000-7000-8000-000000000001',
  AT = Date.parse('2026-11-20T08:00:00Z');
const none: Transfer = {
  at: AT,
  settings: { ...NO_DOCTOSYNC, scanFolder: null },
  version: 3,
  isOn: { in: false, out: false },
  in: { isThere: true, lookedAt: null, waiting: [] },
  out: { isThere: true },
  open: [],
  failed: [],
  done: [],
  counts: { open: 0, failed: 0, unread: 0, online: 0 },
  unread: [],
  taken: [],
  online: [],
};
const stuck: Transfer = {
  ...none,
  isOn: { in: true, out: true },
  counts: { open: 0, failed: 1, unread: 1, online: 0 },
  failed: [
    {
      taskId: TASK,
      target: 'gdt',
      patid: '4711',
      name: 'Müller, Jörg',
      title: 'Anamnese',
      isPerson: false,
      state: 'failed',
      files: [],
      attempts: 14,
      error: 'disk_full',
      queuedAt: AT,
      changedAt: AT,
      doneByName: '',
    },
  ],
  unread: [
    {
      id: 'a'.repeat(64),
      kind: 'gdt',
      what: '6301',
      fileName: 'X.GDT',
      at: AT,
      outcome: 'failed',
      error: 'no_number',
      patid: '',
      name: '',
      count: 0,
      detail: '',
      asked: 'ALLG00',
    },
  ],
};
let shown: Transfer;
const as = (role: 'owner' | 'reception') => signInAs(role);

async function open(
  answer: (sent: Sent) => { status?: number; body?: unknown } = () => ({ status: 204 }),
): Promise<Sent[]> {
  const sent = fakeServer((one) => (one.method === 'GET' ? { body: shown } : answer(one)));
  await stage(<PracticeSoftwarePage />, { doctosync: texts });
  await screen.findByRole('heading', { level: 2, name: 'Kommt an' });
  return sent;
}
beforeEach(() => {
  shown = none;
  as('owner');
});
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

test('a missing set-up is stated plainly, with who can change it', async () => {
  shown = { ...none, settings: null };
  as('reception');
  await open();
  expect(
    screen.getByText(
      /^Abgelegte Dokumente werden nicht an die Praxissoftware übergeben\. Die Inhaberin/,
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Einrichten' })).toBeNull();
});

test('a stuck transfer shows person, content and reason, and is retried or done by hand', async () => {
  shown = stuck;
  const sent = await open();
  expect(screen.getByText('Auf dem Laufwerk ist kein Platz mehr.')).toBeTruthy();
  expect(screen.getByText('Die Patientennummer fehlt.')).toBeTruthy();
  await userEvent.click(
    screen.getByRole('button', { name: 'Noch einmal: Anamnese, Müller, Jörg' }),
  );
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLButtonElement>('button', {
        name: 'Von Hand erledigt: Anamnese, Müller, Jörg',
      }).disabled,
    ).toBe(false),
  );
  await userEvent.click(
    screen.getByRole('button', { name: 'Von Hand erledigt: Anamnese, Müller, Jörg' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Erledigt: X.GDT' }));
  await waitFor(() =>
    expect(
      sent.filter((one) => one.method === 'POST').map(({ path, body }) => [path, body]),
    ).toEqual([
      ['/doctosync/retry', { taskId: TASK, target: 'gdt' }],
      ['/doctosync/by-hand', { taskId: TASK, target: 'gdt' }],
      ['/doctosync/seen', { id: 'a'.repeat(64) }],
    ]),
  );
});

test('a rejected folder shows the reason at its field, and the input stays', async () => {
  const sent = await open(() =>
    errorAnswer(400, 'validation', { fields: { inFolder: 'is_link' } }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Einrichten' }));
  const field = screen.getByRole('textbox', { name: 'Ordner, aus dem gelesen wird' });
  await userEvent.type(field, '/mnt/pvs');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(
    await screen.findByText('Das ist ein Verweis. Bitte den Ordner selbst nennen.'),
  ).toBeTruthy();
  expect((field as HTMLInputElement).value).toBe('/mnt/pvs');
  expect(sent.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/doctosync/settings',
    body: { version: 3, settings: { inFolder: '/mnt/pvs' } },
  });
});

test('the lines for a workstation name the program that was typed in', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Einrichten' }));
  const program = screen.getByLabelText('Programm am Arbeitsplatz');
  await userEvent.clear(program);
  await userEvent.type(program, 'D:\\x.cmd');
  expect(document.querySelector('pre')?.textContent).toContain('PATDATIMPORT=D:\\x.cmd');
});
