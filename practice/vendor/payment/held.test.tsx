// Changes that wait, as owners see them: whose word is missing, the word itself, and the stop.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ERRORS } from '../../../shared/base/errors.ts';
import type { HeldChange } from '../../../shared/vendor/contract/held-change.schema.ts';
import type { ContractAnswer } from '../../../shared/vendor/payment.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { ChangeLink } from './ChangeLink.tsx';
import { HeldChanges } from './HeldChanges.tsx';
import vertrag from './texts.de.json';

const AT = Date.UTC(2026, 10, 20, 9);
const WAITS: HeldChange = {
  id: '019de000-0000-7000-8000-000000000001',
  kind: 'method',
  state: 'waiting',
  what: '···· 3002',
  at: AT,
  name: 'Özlem Yıldız',
  isOwn: false,
  dueAt: AT + 86_400_000,
  lapsesAt: AT + 7 * 86_400_000,
  needsSecond: true,
  approvedAt: null,
  needsReader: false,
  confirmedAt: null,
  mayApprove: true,
  endedAt: null,
};
const SHOWN: ContractAnswer = {
  state: 'active',
  contract: null,
  method: null,
  payer: { name: 'Praxis Nord', email: '', street: 'Am Markt 1', plz: '10585', city: 'Berlin' },
  announced: null,
  holdUntil: null,
  pausedUntil: null,
  owedCents: 0,
  isWaiting: false,
  changes: [WAITS],
  hasSecondOwner: true,
  asOf: null,
};
const show = async (
  more: Partial<ContractAnswer> = {},
  answer: { status?: number; body?: unknown } = { status: 204 },
): Promise<Sent[]> => {
  const sent = fakeServer(() => answer);
  await stage(
    <HeldChanges
      shown={{ ...SHOWN, ...more }}
      confirm={(work) => work()}
      onChanged={() => Promise.resolve()}
    />,
    { vertrag },
  );
  return sent;
};

test('a second owner agrees by one press', async () => {
  const sent = await show();
  const row = screen.getByRole('listitem');
  for (const text of ['3002', 'Özlem Yıldız', vertrag['held.needsSecond'], '21.11.2026'])
    expect(row.textContent).toContain(text);
  await userEvent.click(screen.getByRole('button', { name: /^Änderung zustimmen/ }));
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toEqual([`/api/stripe/changes/${WAITS.id}/approve`]),
  );
});

test('an owner stops a change after one question, and reads when another one was faster', async () => {
  const sent = await show({}, errorAnswer(409, 'state_conflict'));
  await userEvent.click(screen.getByRole('button', { name: /^Änderung stoppen/ }));
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: vertrag['held.stop'] }));
  expect(await screen.findByText(vertrag['held.late'])).toBeTruthy();
  expect(sent.map(({ path }) => path)).toEqual([`/api/stripe/changes/${WAITS.id}/stop`]);
});

test('a practice with one owner reads what that means', async () => {
  await show({
    hasSecondOwner: false,
    changes: [{ ...WAITS, state: 'lapsed', mayApprove: false, endedAt: AT }],
  });
  expect(screen.getByText(vertrag['held.single'])).toBeTruthy();
  expect(screen.getByText(vertrag['held.lapsed'])).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

const token = `lnk_${'a'.repeat(43)}`;

test('the link of a mail needs a press', async () => {
  const sent = fakeServer(({ path }) =>
    path === '/api/stripe/changes/stop' ? { body: { kind: 'method' } } : { body: {} },
  );
  await stage(<ChangeLink act="stop" token={token} />, { vertrag });
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: vertrag['link.stop.go'] }));
  expect(await screen.findByText(vertrag['link.stop.done'])).toBeTruthy();
  expect(sent.find(({ path }) => path === '/api/stripe/changes/stop')?.body).toEqual({ token });
});

test('a link that was used states this', async () => {
  fakeServer(() => errorAnswer(400, 'link_invalid'));
  await stage(<ChangeLink act="confirm" token={token} />, { vertrag });
  await userEvent.click(screen.getByRole('button', { name: vertrag['link.confirm.go'] }));
  expect(await screen.findByText(ERRORS.link_invalid.de)).toBeTruthy();
});
