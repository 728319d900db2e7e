// The page of contract and payment: plan, hosted page, open invoices, and a server without payment.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { ContractAnswer } from '../../../shared/vendor/payment.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import rechnung from '../invoice/texts.de.json';
import gutschein from '../voucher/texts.de.json';
import vertrag from './texts.de.json';

const NONE: ContractAnswer = {
  state: 'none',
  contract: null,
  method: null,
  payer: { name: 'Praxis Nord', email: '', street: 'Am Markt 1', plz: '10585', city: 'Berlin' },
  announced: null,
  holdUntil: null,
  pausedUntil: null,
  owedCents: 0,
  isWaiting: false,
  changes: [],
  hasSecondOwner: false,
  asOf: null,
};
const RUNS: ContractAnswer = {
  ...NONE,
  state: 'active',
  contract: {
    plan: 'praxis',
    nextPlan: null,
    startedAt: Date.UTC(2026, 10, 1),
    periodEnd: Date.UTC(2026, 11, 1, 9),
    isEnding: false,
    nextTotalCents: 17_731,
  },
  method: { kind: 'sepa_debit', last4: '3000', mandate: 'MOLAR-7F2K' },
  asOf: Date.UTC(2026, 10, 20),
};
const PLANS = {
  items: [
    { id: 'praxis', netCents: 14_900 },
    { id: 'praxisPlus', netCents: 19_900 },
  ],
};
const PREVIEW = {
  previewId: `1234567890.${'a'.repeat(64)}`,
  plan: 'praxisPlus',
  isUpgrade: true,
  prorationCents: 1240,
  netCents: 21_140,
  taxCents: 4017,
  totalCents: 25_157,
  billedAt: Date.UTC(2026, 11, 1, 9),
};
const DOCUMENTS = [
  {
    number: 'RE-2026-00001',
    source: 'in_1',
    kind: 'invoice',
    issuedOn: '2026-11-20',
    totalCents: 17_731,
    reference: null,
    hasFile: true,
  },
];
const show = async (
  contract: ContractAnswer | 'off',
  more: (one: Sent) => { status?: number; body?: unknown } | undefined = () => undefined,
): Promise<Sent[]> => {
  const sent = fakeServer((one) => {
    const own = more(one);
    if (own) return own;
    if (one.path === '/api/invoices') return { body: { items: DOCUMENTS } };
    if (one.path === '/api/licence') return { body: { state: 'off', licence: null } };
    if (contract === 'off') return errorAnswer(404, 'payment_off');
    if (one.path === '/api/stripe/contract') return { body: contract };
    if (one.path === '/api/stripe/voucher') return { body: { items: [] } };
    if (one.path === '/api/stripe/plans') return { body: PLANS };
    if (one.path === '/api/stripe/invoices')
      return {
        body: {
          items: [
            {
              id: 'in_1',
              number: 'MOLAR-0001',
              at: RUNS.asOf,
              totalCents: 17_731,
              taxCents: 2831,
              state: 'submitted',
            },
          ],
        },
      };
    return errorAnswer(404, 'not_found');
  });
  await stage(
    <MemoryRouter>
      <PaymentPage />
    </MemoryRouter>,
    { vertrag, rechnung, gutschein },
  );
  return sent;
};
const paths = (sent: readonly Sent[]): string[] =>
  sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
afterEach(() => vi.restoreAllMocks());

test('a server without payment states this in plain words and offers nothing to press', async () => {
  const sent = await show('off');
  expect(await screen.findByText(vertrag.off)).toBeTruthy();
  expect(screen.getByText(vertrag.offHint)).toBeTruthy();
  // Invoices of before stay there to be downloaded.
  expect((await screen.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'RE-2026-00001',
    rechnung.all,
  ]);
  expect(sent.filter(({ path }) => path.endsWith('/plans'))).toEqual([]);
});

test('an owner sees the sum before a plan is changed, and the change sends the shown sum', async () => {
  const sent = await show(RUNS, ({ path }) =>
    path === '/api/stripe/preview'
      ? { body: PREVIEW }
      : path === '/api/stripe/subscription'
        ? { body: { url: null } }
        : undefined,
  );
  expect((await screen.findByRole('region', { name: vertrag.plan })).textContent).toContain(
    '177,31',
  );
  expect(screen.getByRole('region', { name: vertrag.method }).textContent).toContain('MOLAR-7F2K');
  expect(await screen.findByRole('button', { name: /RE-2026-00001/ })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Zu Praxis Plus wechseln' }));
  const dialog = await screen.findByRole('dialog');
  for (const text of ['211,40', '40,17', '251,57', '12,40'])
    expect(dialog.textContent).toContain(text);
  await userEvent.click(screen.getByRole('button', { name: vertrag.buyChange }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ path }) => path === '/api/stripe/subscription')?.body).toEqual({
    previewId: PREVIEW.previewId,
    plan: 'praxisPlus',
  });
});

test('a new contract leads to the page of the payment service', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await show(NONE, ({ path }) =>
    path === '/api/stripe/preview'
      ? { body: { ...PREVIEW, prorationCents: null } }
      : path === '/api/stripe/subscription'
        ? { body: { url: 'https://pay.example/c/1' } }
        : undefined,
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Tarif Praxis wählen/ }));
  await userEvent.click(await screen.findByRole('button', { name: vertrag.buy }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/c/1'));
});

test('open invoices say what goes on working, and can be debited now', async () => {
  const sent = await show({ ...RUNS, state: 'restricted', owedCents: 35_462 }, ({ path }) =>
    path === '/api/stripe/pay' ? { status: 204 } : undefined,
  );
  expect(await screen.findByText(vertrag.restricted)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^354,62.*jetzt abbuchen$/ }));
  await waitFor(() => expect(paths(sent)).toEqual(['/api/stripe/pay']));
});

test('changed invoice details send only what changed, and a wrong one is marked', async () => {
  const sent = await show(RUNS, ({ path }) =>
    path === '/api/stripe/address'
      ? errorAnswer(400, 'validation', { fields: { plz: 'invalid' } })
      : path === '/api/stripe/name'
        ? { body: { state: 'waiting' } }
        : undefined,
  );
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: vertrag.payerSave });
  expect(save.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(vertrag['payer.name']), ' GmbH');
  await userEvent.clear(screen.getByLabelText(vertrag['payer.plz']));
  await userEvent.click(save);
  expect(await screen.findByText(vertrag.payerWrong)).toBeTruthy();
  expect(paths(sent)).toEqual(['/api/stripe/name', '/api/stripe/address']);
});

test('the end of a contract is asked once more, and can be taken back', async () => {
  const sent = await show(RUNS, ({ path }) =>
    path === '/api/stripe/cancel' ? { status: 204 } : undefined,
  );
  await userEvent.click(await screen.findByRole('button', { name: vertrag.end }));
  expect(paths(sent)).toEqual([]);
  const ask = screen.getByRole('alert');
  await userEvent.click(
    [...ask.querySelectorAll('button')].find(({ textContent }) => textContent === vertrag.end)!,
  );
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/api/stripe/cancel')?.body).toEqual({
      isEnding: true,
    }),
  );
});

test('an answer of the provider that does not come is an error with a way on', async () => {
  await show(RUNS, ({ path }) =>
    path === '/api/stripe/plans' ? errorAnswer(503, 'payment_away') : undefined,
  );
  expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain(
    'Zahlungsdienst',
  );
});
