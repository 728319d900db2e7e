// Contracts in the hands of administrators: the list, one contract with its acts, and requests for
// a second administrator.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { AdminContract, ContractList } from '../../../shared/vendor/contract/admin.schema.ts';
import type { VendorRequest } from '../../../shared/vendor/contract/request.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { ContractsPage } from './ContractsPage.tsx';
import ui from '../../ui/texts.de.json';
import vertraege from './texts.de.json';

const AT = Date.UTC(2026, 10, 20, 9),
  LINE: ContractList['items'][number] = {
    tenant: 'nord',
    practiceName: 'Praxis Nord',
    state: 'open',
    plan: 'praxis',
    isEnding: false,
    owedCents: 17_731,
    holdUntil: null,
    problems: ['noticeFailed'],
  },
  WELL = { ...LINE, tenant: 'sued', practiceName: 'Praxis Süd', state: 'active' as const };
const REST: ContractList = {
  items: [{ ...WELL, owedCents: 0, problems: [] }],
  cursor: null,
  hasAny: true,
};
const ONE: AdminContract = {
  ...LINE,
  shown: {
    state: 'open',
    contract: {
      plan: 'praxis',
      nextPlan: null,
      startedAt: AT,
      periodEnd: AT,
      isEnding: false,
      nextTotalCents: null,
    },
    method: { kind: 'sepa_debit', last4: '3001', mandate: 'M-1' },
    payer: { name: 'Praxis Nord', email: '', street: 'Weg 1', plz: '10115', city: 'Berlin' },
    announced: null,
    holdUntil: null,
    pausedUntil: null,
    owedCents: 17_731,
    isWaiting: false,
    changes: [],
    hasSecondOwner: false,
    asOf: AT,
  },
  invoices: [],
  holdReason: null,
  notice: { step: 1, at: AT, isTaken: false, isByHand: false, sent: 0, waiting: 0, failed: 1 },
  nextStepAt: AT,
  acts: [
    {
      id: 'a',
      kind: 'hold',
      detail: '2026-11-30',
      reason: 'In Klärung',
      at: AT,
      isDone: true,
      hasFailed: false,
    },
  ],
};
const request = (more: Partial<VendorRequest> = {}): VendorRequest =>
  ({
    id: '019de000-0000-7000-8000-000000000001',
    tenant: 'nord',
    practiceName: 'Praxis Nord',
    kind: 'plan',
    payload: { plan: 'praxisPlus' },
    reason: 'Am Telefon gewünscht',
    name: 'Vera Erste',
    isOwn: false,
    at: AT,
    endsAt: AT + 86_400_000,
    state: 'open',
    answeredBy: null,
    answeredAt: null,
    failure: null,
    ...more,
  }) as VendorRequest;
const PREVIEW = {
  previewId: `1234567890.${'a'.repeat(64)}`,
  plan: 'praxisPlus',
  isUpgrade: true,
  prorationCents: 1240,
  netCents: 21_140,
  taxCents: 4017,
  totalCents: 25_157,
  billedAt: AT,
};

const show = async (
  at: string,
  requests: VendorRequest[] = [],
  more: (one: Sent) => { status?: number; body?: unknown } | undefined = () => undefined,
): Promise<Sent[]> => {
  window.history.replaceState(null, '', at);
  const sent = fakeServer((one) => {
    const own = more(one);
    if (own) return own;
    if (one.path === '/admin/requests') return { body: { items: requests } };
    if (one.path === '/admin/contracts?view=needs')
      return { body: { items: [LINE], cursor: null, hasAny: true } };
    if (one.path === '/admin/contracts?view=all')
      return { body: { items: [LINE], cursor: 'nord', hasAny: true } };
    if (one.path === '/admin/contracts?view=all&cursor=nord') return { body: REST };
    if (one.path === '/admin/contracts/nord') return { body: ONE };
    if (one.path.endsWith('/preview')) return { body: PREVIEW };
    return one.method === 'POST' ? { status: 204 } : errorAnswer(404, 'not_found');
  });
  await stage(
    <MemoryRouter initialEntries={[at]}>
      <ContractsPage />
    </MemoryRouter>,
    { vertraege },
  );
  return sent;
};
const posted = (sent: readonly Sent[], end: string): unknown =>
  sent.find(({ method, path }) => method === 'POST' && path.endsWith(end))?.body;

test('the list shows what needs attention first, and the rest page by page on request', async () => {
  await show('/betrieb/vertraege');
  const list = await screen.findByRole('region', { name: vertraege.title });
  expect(list.textContent).toContain(vertraege['problem.noticeFailed']);
  expect(list.textContent).not.toContain('Praxis Süd');
  await userEvent.click(screen.getByText(vertraege['view.all']));
  await userEvent.click(await screen.findByRole('button', { name: ui.more }));
  expect(await screen.findByText('Praxis Süd')).toBeTruthy();
  expect(screen.queryByRole('button', { name: ui.more })).toBeNull();
});

test('an act needs a reason, and one that moves money asks for approval', async () => {
  const sent = await show('/betrieb/vertraege?praxis=nord');
  expect((await screen.findByRole('region', { name: 'Praxis Nord' })).textContent).toContain(
    '177,31',
  );
  expect(screen.getByText(/Mahnungen ruhen bis 30.11.2026/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: vertraege['act.cancel'] }));
  let dialog = await screen.findByRole('dialog');
  const go = within(dialog).getByRole<HTMLButtonElement>('button', { name: vertraege['act.go'] });
  expect(go.disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText(vertraege.reason), 'Am Telefon gewünscht');
  await userEvent.click(go);
  await waitFor(() =>
    expect(posted(sent, '/nord/end')).toEqual({ isEnding: true, reason: 'Am Telefon gewünscht' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: vertraege['act.plan'] }));
  dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(vertraege['act.second']);
  await userEvent.type(within(dialog).getByLabelText(vertraege.reason), 'Am Telefon gewünscht');
  await userEvent.click(within(dialog).getByRole('button', { name: vertraege['act.ask'] }));
  await waitFor(() =>
    expect(posted(sent, '/nord/plan')).toEqual({
      plan: 'praxisPlus',
      reason: 'Am Telefon gewünscht',
    }),
  );
});

test('a mail that reached no owner can be sent again or noted as known', async () => {
  await show('/betrieb/vertraege?praxis=nord');
  expect(await screen.findByRole('button', { name: vertraege['act.noticeAgain'] })).toBeTruthy();
  expect(screen.getByRole('button', { name: vertraege['act.noticeByHand'] })).toBeTruthy();
  expect(screen.getByText(/0 zugestellt, 0 wartend, 1 gescheitert/)).toBeTruthy();
});

test('a second administrator sees the sum of a plan before the approval', async () => {
  const sent = await show('/betrieb/vertraege', [request()]);
  await userEvent.click(await screen.findByRole('button', { name: /^Freigeben: Praxis Nord/ }));
  const dialog = await screen.findByRole('dialog');
  for (const text of ['251,57', '12,40']) expect(dialog.textContent).toContain(text);
  expect(posted(sent, '/approve')).toBeUndefined();
  await userEvent.click(within(dialog).getByRole('button', { name: vertraege['request.approve'] }));
  await waitFor(() => expect(posted(sent, '/approve')).toEqual({ previewId: PREVIEW.previewId }));
});

test('the own request can be withdrawn only, and a late answer states why', async () => {
  await show('/betrieb/vertraege', [request({ isOwn: true })], ({ path }) =>
    path.endsWith('/refuse') ? errorAnswer(409, 'state_conflict') : undefined,
  );
  await screen.findByText('Am Telefon gewünscht');
  expect(screen.queryByRole('button', { name: /^Freigeben/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Zurückziehen/ }));
  expect(await screen.findByText(vertraege['request.late'])).toBeTruthy();
});

test('a server without payment states this in plain words', async () => {
  await show('/betrieb/vertraege', [], ({ path }) =>
    path.startsWith('/admin/contracts') ? errorAnswer(404, 'payment_off') : undefined,
  );
  expect(await screen.findByText(vertraege.off)).toBeTruthy();
});
