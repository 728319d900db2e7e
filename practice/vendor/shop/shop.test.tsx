// The shop's pages: the cart with what changed, the last look before an order, and the vendor's moves.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Shop, ShopOrder, VendorOrder } from '../../../shared/vendor/shop/shop.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import stifte from './texts.de.json';
import { ShopPage } from './ShopPage.tsx';
import { VendorShopPage } from './VendorShopPage.tsx';

const SHOP: Shop = {
  products: [
    {
      sku: 'PEN-1',
      nameDe: 'Eingabestift',
      nameEn: 'Touch pen',
      kind: 'pen',
      fits: ['iPad (10. Generation)'],
      netCents: 4990,
      vatPercent: 19,
      isAvailable: true,
    },
  ],
  cart: [{ sku: 'PEN-1', quantity: 3, free: 2, netCents: 4990, wasCents: 4490, isShort: false }],
  sums: { netCents: 4990, taxCents: 948, totalCents: 5938 },
  reservedUntil: Date.UTC(2026, 10, 29, 12),
  freeLeft: 2,
  refusal: null,
  needsOwner: false,
  address: { name: 'Praxis Nord', street: 'Am Markt 1', plz: '10585', city: 'Berlin' },
};
const ORDER: ShopOrder = {
  id: '019b0000-0000-7000-8000-000000000001',
  number: 'B-2026-00001',
  state: 'ordered',
  at: Date.UTC(2026, 10, 29),
  by: 'Lena Groß',
  lines: [
    {
      sku: 'PEN-1',
      nameDe: 'Eingabestift',
      nameEn: 'Touch pen',
      kind: 'pen',
      quantity: 1,
      free: 1,
      netCents: 4990,
      vatPercent: 19,
    },
  ],
  netCents: 0,
  taxCents: 0,
  totalCents: 0,
  address: SHOP.address,
  note: '',
  expectedOn: null,
  tracking: null,
  moves: ['cancelled'],
};
const page = async (
  shop: Shop,
  answers: (path: string) => { status?: number; body?: unknown } | undefined = () => undefined,
): Promise<Sent[]> => {
  const sent = fakeServer(
    ({ path, method }) =>
      answers(path) ??
      (path === '/api/shop'
        ? { body: shop }
        : path === '/api/shop/orders' && method === 'GET'
          ? { body: { items: [ORDER] } }
          : { status: 204 }),
  );
  await stage(
    <MemoryRouter>
      <ShopPage />
    </MemoryRouter>,
    { stifte },
  );
  return sent;
};

test('a changed price and free pens are shown, and the order names the sum that was seen', async () => {
  const sent = await page(SHOP);
  const cart = await screen.findByRole('region', { name: stifte.cart });
  expect(cart.textContent).toContain('Vorher: 44,90');
  expect(cart.textContent).toContain('davon ohne Berechnung: 2');
  await userEvent.click(within(cart).getByRole('button', { name: stifte.check }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('gesamt 59,38');
  expect(dialog.textContent).toContain('Am Markt 1, 10585 Berlin');
  await userEvent.click(within(dialog).getByRole('button', { name: stifte.orderPaid }));
  await waitFor(() => {
    const placed = sent.find(
      ({ path, method }) => path === '/api/shop/orders' && method === 'POST',
    );
    expect(placed?.body).toMatchObject({ netCents: 4990 });
  });
});

test('a sum above the limit is submitted to an owner', async () => {
  await page({ ...SHOP, needsOwner: true });
  await userEvent.click(await screen.findByRole('button', { name: stifte.check }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: stifte.handOver })).toBeTruthy();
  expect(dialog.textContent).toContain(stifte.needsOwner);
});

test('a practice that may not order reads why', async () => {
  await page({ ...SHOP, refusal: 'address' });
  expect((await screen.findByText(stifte['why.address'])).textContent).toBeTruthy();
  expect(screen.getByRole('button', { name: stifte.check }).hasAttribute('disabled')).toBe(true);
});

test('pieces that are gone are named, and an order is cancelled by its number', async () => {
  const sent = await page(SHOP, (path) =>
    path === '/api/shop/reserve'
      ? { status: 409, body: { error: { code: 'state_conflict', fields: { cart: 'stock' } } } }
      : undefined,
  );
  await userEvent.click(await screen.findByRole('button', { name: stifte.check }));
  expect((await screen.findByRole('alert')).textContent).toContain(stifte['cart.stock']);
  await userEvent.click(screen.getByRole('button', { name: `${stifte.cancel}: B-2026-00001` }));
  await waitFor(() =>
    expect(sent.some(({ path }) => path === `/api/shop/orders/${ORDER.id}/move`)).toBe(true),
  );
});

test('the vendor moves an order on, and a delay needs a day', async () => {
  const order: VendorOrder = {
    ...ORDER,
    by: '',
    practiceName: 'Praxis Nord',
    billing: 'waits',
    moves: ['backorder', 'confirmed', 'cancelled'],
  };
  const sent = fakeServer(({ path }) =>
    path.startsWith('/admin/shop/orders?') || path === '/admin/shop/orders'
      ? { body: { items: [order] } }
      : path === '/admin/shop/products'
        ? { body: { items: [] } }
        : path.endsWith('/move')
          ? { status: 204 }
          : errorAnswer(404, 'not_found'),
  );
  await stage(
    <MemoryRouter>
      <VendorShopPage />
    </MemoryRouter>,
    { stifte },
  );
  expect(await screen.findByText(stifte['billing.waits'])).toBeTruthy();
  await userEvent.click(
    screen.getByRole('button', { name: `${stifte['act.backorder']}: B-2026-00001` }),
  );
  const dialog = await screen.findByRole('dialog'),
    go = within(dialog).getByRole('button', { name: stifte['act.backorder'] });
  expect(go.hasAttribute('disabled')).toBe(true);
  await userEvent.type(within(dialog).getByLabelText(stifte['vendor.expectedOn']), '2027-01-11');
  await userEvent.click(go);
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/move'))?.body).toMatchObject({
      to: 'backorder',
      expectedOn: '2027-01-11',
    }),
  );
});
