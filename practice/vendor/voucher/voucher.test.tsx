// A code on the owner's page, and the codes of a batch.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Batches } from '../../../shared/vendor/voucher.schema.ts';
import { codeOf, showCode } from '../../../shared/vendor/voucher.ts';
import { errorAnswer, fakeServer, stage } from '../../ui/stage.fixture.tsx';
import gutschein from './texts.de.json';
import { VoucherCard } from './VoucherCard.tsx';
import { VouchersPage } from './VouchersPage.tsx';

const draws = Array.from({ length: 9 }, (_, at) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 + at]);
const CODE = showCode(draws.map(codeOf).find((one) => one !== undefined)!);

test('a typing error is noticed before anything is sent, and a used code is named', async () => {
  const sent = fakeServer(({ method }) =>
    method === 'POST'
      ? errorAnswer(400, 'validation', { fields: { gutscheincode: 'used' } })
      : { body: { items: [] } },
  );
  await stage(<VoucherCard confirm={(work) => work()} onChanged={() => Promise.resolve()} />, {
    gutschein,
  });
  const field = await screen.findByLabelText(gutschein.code),
    press = () => userEvent.click(screen.getByRole('button', { name: gutschein.redeem }));
  await userEvent.type(field, 'K7QM');
  await press();
  expect(await screen.findByText(gutschein['why.typo'])).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, CODE.toLowerCase());
  await press();
  expect(await screen.findByText(gutschein['why.used'])).toBeTruthy();
});

const BATCH: Batches['items'][number] = {
  id: 'b1',
  sponsor: 'Kammer Nord',
  effect: 'months',
  value: 100,
  months: 3,
  plans: ['praxis'],
  validFrom: Date.UTC(2026, 10, 1),
  validUntil: Date.UTC(2027, 10, 1),
  count: 2,
  perCode: 1,
  redeemed: 1,
  state: 'ready',
  showsCodes: false,
  isOwn: true,
};

test('codes stay until they are closed, can be shown again, and the own large batch cannot be approved', async () => {
  fakeServer(({ path }) =>
    path === '/admin/vouchers'
      ? {
          body: {
            items: [
              BATCH,
              { ...BATCH, id: 'b2', sponsor: 'Bund', state: 'approval', count: 500 },
              { ...BATCH, id: 'b3', sponsor: 'Verband', state: 'made', showsCodes: true },
            ],
          },
        }
      : path.endsWith('/codes')
        ? { body: { codes: [CODE, CODE] } }
        : { body: { items: [] } },
  );
  await stage(
    <MemoryRouter>
      <VouchersPage />
    </MemoryRouter>,
    { gutschein },
  );
  expect((await screen.findAllByRole('listitem'))[0]?.textContent).toContain('3 Monate frei');
  expect(screen.queryByRole('button', { name: /^Freigeben/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Codes erzeugen: Kammer Nord' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(gutschein.codesOnce);
  expect(dialog.querySelector('textarea')?.value).toContain(CODE);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: gutschein.close }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: `${gutschein.codesAgain}: Verband` }));
  expect((await screen.findByRole('dialog')).querySelector('textarea')?.value).toContain(CODE);
});
