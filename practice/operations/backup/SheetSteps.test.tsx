// Tests of the recovery sheet: requires the password, confirmed from paper, and cleared afterwards.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import jsQR from 'jsqr';
import { afterEach, expect, test, vi } from 'vitest';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { details, sheet, status } from './backup.fixture.ts';
import { qrPath } from '../../ui/QrPicture.tsx';
import { SheetSteps } from './SheetSteps.tsx';
import texts from './texts.de.json';

const last = sheet().recovery.groups[12] ?? '';
const isShown = (): boolean => document.body.innerHTML.includes(sheet().recovery.groups[0] ?? '-');

async function show(onDone = vi.fn(), inForce = ''): Promise<Sent[]> {
  const sent = fakeServer(({ path, body }) => {
    if (path === '/auth/createMidSessionToken') return { body: { stepUpUntil: 1 } };
    if (path === '/api/backup/sheet') return { body: sheet() };
    if (path === '/api/backup')
      return {
        body: status({
          details: details({ sheet: { fingerprint: inForce, createdAt: 0, confirmedAt: 0 } }),
        }),
      };
    if (path === '/api/backup/sheet/confirm' && inForce !== '')
      return errorAnswer(409, 'state_conflict');
    if (path === '/api/backup/sheet/confirm')
      return (body as { group: string }).group === last
        ? { body: status() }
        : errorAnswer(400, 'validation', { fields: { group: 'wrong' } });
    throw new Error(`nobody answers ${path}`);
  });
  await stage(
    <SheetSteps
      isRenewal={false}
      cancelLabel="Später"
      onCancel={() => undefined}
      onDone={onDone}
    />,
    { backup: texts },
  );
  return sent;
}
async function makeOne(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  await userEvent.type(await screen.findByLabelText('Passwort'), 'geheim');
  await userEvent.click(screen.getByRole('button', { name: 'Blatt machen' }));
  await waitFor(() => expect(isShown()).toBe(true));
}
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.print;
});

test('the sheet is made only after the password', async () => {
  const sent = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  await screen.findByLabelText('Passwort');
  expect(sent.filter((one) => one.method === 'POST')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Passwort'), 'geheim');
  await userEvent.click(screen.getByRole('button', { name: 'Blatt machen' }));
  await waitFor(() =>
    expect(sent.filter((one) => one.method === 'POST').map((one) => one.path)).toEqual([
      '/auth/createMidSessionToken',
      '/api/backup/sheet',
    ]),
  );
});

test('the last group is typed from paper: keys are hidden, a wrong one is reported, the right confirms', async () => {
  const onDone = vi.fn();
  const sent = await show(onDone);
  await makeOne();
  await userEvent.click(screen.getByRole('button', { name: 'Es ist gedruckt' }));
  expect(isShown()).toBe(false);
  await userEvent.keyboard('r9999{Enter}');
  expect(await screen.findByText(/stimmt nicht mit dem Blatt überein/)).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByLabelText('Gruppe 13'));
  await userEvent.type(screen.getByLabelText('Gruppe 13'), `${last.toLowerCase()}{Enter}`);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent.at(-1)?.body).toEqual({ sheetId: sheet().sheetId, group: last });
});

test.each([
  ['an answer that got lost does not undo a confirmed sheet', sheet().recovery.fingerprint, true],
  ['the page asks to destroy a sheet that a newer one replaced', 'ffff ffff', false],
])('%s', async (_title, inForce, isDone) => {
  const onDone = vi.fn();
  await show(onDone, inForce);
  await makeOne();
  await userEvent.click(screen.getByRole('button', { name: 'Es ist gedruckt' }));
  await userEvent.keyboard(`${last}{Enter}`);
  if (isDone) await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  else expect(await screen.findByText(/dieses gilt nicht/)).toBeTruthy();
  expect(onDone).toHaveBeenCalledTimes(isDone ? 1 : 0);
});

test('the keys are nowhere after leaving: no cache, no storage, no address, no document', async () => {
  await show();
  await makeOne();
  dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(isShown()).toBe(false));
  const kept = JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    location.href,
    document.cookie,
    history.state,
  ]);
  for (const group of sheet().recovery.groups) expect(kept).not.toContain(group);
  expect(document.documentElement.dataset.print).toBeUndefined();
});

test('the printed QR code decodes to its text', () => {
  const text = sheet().recovery.qr,
    { size, path } = qrPath(text),
    scale = 4,
    width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let py = Number(y) * scale; py < (Number(y) + 1) * scale; py++) {
      for (let px = Number(x) * scale; px < (Number(x) + Number(run)) * scale; px++)
        pixels.fill(0, (py * width + px) * 4, (py * width + px) * 4 + 3);
    }
  }
  expect(jsQR(pixels, width, width)?.data).toBe(text);
});
