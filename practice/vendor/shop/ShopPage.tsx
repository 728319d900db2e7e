// Touch pens for the practice: products, the own cart, and orders with their state.

import '../invoice/invoice.css';
import { Button, Text, Title } from '@mantine/core';
import { IconShoppingCartPlus } from '@tabler/icons-react';
import type { Shop, ShopOrder } from '../../../shared/vendor/shop/shop.schema.ts';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { money } from '../../ui/wording/worth.ts';
import { CartCard } from './CartCard.tsx';
import { OrderLine } from './OrderLine.tsx';
import { moveOrder, putInCart, useFreshShop, useOrders, useShop } from './shop-calls.ts';
import { useShopTexts } from './shop-texts.ts';

type Product = Shop['products'][number];

function ProductLine({
  one,
  inCart,
  isBusy,
  onAdd,
}: {
  one: Product;
  inCart: number;
  isBusy: boolean;
  onAdd: () => void;
}) {
  const t = useShopTexts(),
    language = useLanguage(),
    name = language === 'de' ? one.nameDe : one.nameEn;
  return (
    <li>
      <div className="i-who">
        <Text fw={600}>{name}</Text>
        {one.fits.length > 0 && <Text size="sm">{t('fits', { models: one.fits.join(', ') })}</Text>}
        {!one.isAvailable && <Text size="sm">{t('soldOut')}</Text>}
      </div>
      <Text className="p-tabular">{t('net', { price: money(one.netCents, language) })}</Text>
      <Button
        variant="default"
        leftSection={<IconShoppingCartPlus size={18} aria-hidden />}
        disabled={isBusy || (!one.isAvailable && inCart === 0)}
        aria-label={t('addOf', { name })}
        onClick={onAdd}
      >
        {t('add')}
      </Button>
    </li>
  );
}

const ACTS: Readonly<Partial<Record<OrderState, 'release' | 'cancel' | 'arrived'>>> = {
  ordered: 'release',
  cancelled: 'cancel',
  delivered: 'arrived',
};
function Orders({ items }: { items: readonly ShopOrder[] }) {
  const t = useShopTexts(),
    fresh = useFreshShop(),
    { isBusy, failed, run } = useSubmit();
  const act = (order: ShopOrder, to: OrderState): void =>
    void run(async () => {
      await moveOrder(order.id, to);
      say(t('moved', { number: order.number, state: t(`state.${to}`) }));
    }).then(fresh);
  return (
    <section className="p-card p-stack" aria-labelledby="st-orders">
      <Title order={2} id="st-orders">
        {t('orders')}
      </Title>
      {failed !== null && <ErrorNotice error={failed} />}
      {items.length === 0 && <Text size="sm">{t('noOrders')}</Text>}
      <ul className="i-rows">
        {items.map((one) => (
          <OrderLine key={one.id} order={one}>
            {one.moves.map((to) => {
              const word = ACTS[to];
              return (
                word && (
                  <Button
                    key={to}
                    size="xs"
                    variant={to === 'ordered' ? 'filled' : 'default'}
                    disabled={isBusy}
                    aria-label={`${t(word)}: ${one.number}`}
                    onClick={() => act(one, to)}
                  >
                    {t(word)}
                  </Button>
                )
              );
            })}
          </OrderLine>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {t('returns')}
      </Text>
    </section>
  );
}

export function ShopPage() {
  const t = useShopTexts(),
    shop = useShop(),
    orders = useOrders(),
    fresh = useFreshShop(),
    { isBusy, failed, run } = useSubmit();
  const inCart = (sku: string): number =>
    shop.data?.cart.find((one) => one.sku === sku)?.quantity ?? 0;
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <Text>{t('lead')}</Text>
        {(shop.isPending || orders.isPending) && <Loading />}
        {shop.isError && <ErrorNotice error={shop.error} onRetry={() => void shop.refetch()} />}
        {orders.isError && (
          <ErrorNotice error={orders.error} onRetry={() => void orders.refetch()} />
        )}
        {failed !== null && <ErrorNotice error={failed} />}
        {shop.data && shop.data.products.length === 0 && <Empty>{t('nothing')}</Empty>}
        {shop.data && shop.data.products.length > 0 && (
          <section className="p-card p-stack" aria-labelledby="st-products">
            <Title order={2} id="st-products">
              {t('products')}
            </Title>
            {shop.data.freeLeft > 0 && (
              <Text size="sm">{t('freeLeft', { count: shop.data.freeLeft })}</Text>
            )}
            <ul className="i-rows">
              {shop.data.products.map((one) => (
                <ProductLine
                  key={one.sku}
                  one={one}
                  inCart={inCart(one.sku)}
                  isBusy={isBusy}
                  onAdd={() => void run(() => putInCart(one.sku, inCart(one.sku) + 1)).then(fresh)}
                />
              ))}
            </ul>
          </section>
        )}
        {shop.data && shop.data.cart.length > 0 && <CartCard shop={shop.data} />}
        {orders.data && <Orders items={orders.data.items} />}
      </div>
    </Page>
  );
}
