// The vendor's page of invoices: what waits and why, and a cancellation with its reason.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { VendorInvoices } from '../../../shared/vendor/invoice.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import vertraege from '../contract/texts.de.json';
import rechnung from './texts.de.json';
import { VendorInvoicesPage } from './VendorInvoicesPage.tsx';

const LIST: VendorInvoices = {
  hasSeller: true,
  items: [
    {
      number: 'RE-2026-00001',
      source: 'in_1',
      kind: 'invoice',
      issuedOn: '2026-11-20',
      totalCents: 17_731,
      reference: null,
      hasFile: true,
      practiceName: 'Praxis Nord',
      buyer: 'Dr. Nord GmbH',
      isCancelled: false,
      creditedCents: 0,
    },
  ],
  waiting: [
    {
      source: 'in_2',
      practiceName: 'Praxis Süd',
      since: Date.UTC(2026, 10, 20),
      gaps: ['buyer_address'],
    },
  ],
};
const show = async (cancelled: { status?: number; body?: unknown }): Promise<Sent[]> => {
  const sent = fakeServer(({ path }) =>
    path === '/admin/invoices'
      ? { body: LIST }
      : path === '/admin/requests'
        ? { body: { items: [] } }
        : path.endsWith('/cancel') || path.endsWith('/refund')
          ? cancelled
          : path.endsWith('/check')
            ? { body: { isWhole: true, count: 1 } }
            : errorAnswer(404, 'not_found'),
  );
  await stage(
    <MemoryRouter>
      <VendorInvoicesPage />
    </MemoryRouter>,
    { rechnung, vertraege },
  );
  return sent;
};

test('a waiting charge says what it lacks, and the chain is checked on request', async () => {
  await show({ status: 204 });
  expect(
    (await screen.findByRole('region', { name: rechnung['vendor.waiting'] })).textContent,
  ).toContain(rechnung['gap.buyer_address']);
  await userEvent.click(screen.getByRole('button', { name: rechnung['vendor.check'] }));
  expect((await screen.findByRole('status')).textContent).toContain('Geprüfte Belege: 1');
});

test('an invoice is cancelled with a reason, and a paid one says why it stays', async () => {
  const sent = await show(errorAnswer(409, 'state_conflict'));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Rechnung RE-2026-00001 stornieren' }),
  );
  const submit = (): HTMLElement => screen.getByRole('button', { name: rechnung['vendor.cancel'] });
  await screen.findByRole('dialog');
  expect((submit() as HTMLButtonElement).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(rechnung['vendor.reason']), 'Anschrift falsch');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(submit());
  expect(await screen.findByText(rechnung['vendor.paid'])).toBeTruthy();
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/cancel'))?.body).toEqual({
      reason: 'Anschrift falsch',
      isReplaced: false,
    }),
  );
});

test('a refund is asked for with sum and reason, and never for more than was paid', async () => {
  const sent = await show({ status: 204 });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Geld zurück zu Rechnung RE-2026-00001' }),
  );
  await screen.findByRole('dialog');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: rechnung['refund.ask'] }),
    amount = screen.getByLabelText(rechnung['refund.amount']);
  await userEvent.type(screen.getByLabelText(rechnung['vendor.reason']), 'Doppelt gezahlt');
  await userEvent.clear(amount);
  await userEvent.type(amount, '177,32');
  expect(submit.disabled).toBe(true);
  await userEvent.clear(amount);
  await userEvent.type(amount, '50');
  await userEvent.click(submit);
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/refund'))?.body).toEqual({
      cents: 5000,
      reason: 'Doppelt gezahlt',
    }),
  );
});
