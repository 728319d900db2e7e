// Orders of all practices for the vendor's staff, and the products with their stock.

import '../invoice/invoice.css';
import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconReceiptRefund } from '@tabler/icons-react';
import { useState } from 'react';
import type { VendorOrder, VendorProduct } from '../../../shared/vendor/shop/shop.schema.ts';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { money } from '../../ui/wording/worth.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { OrderLine } from './OrderLine.tsx';
import { ProductDialog, StockDialog } from './ProductDialogs.tsx';
import { useProducts, useVendorOrders } from './shop-calls.ts';
import { useShopTexts } from './shop-texts.ts';

const VIEWS = ['open', 'all'] as const;
type View = (typeof VIEWS)[number];
const BILLING = {
  later: { tone: 'off', icon: IconClock },
  waits: { tone: 'bad', icon: IconAlertTriangle },
  done: { tone: 'ok-outline', icon: IconCheck },
  credited: { tone: 'off', icon: IconReceiptRefund },
} as const;

function Orders({ onMove }: { onMove: (order: VendorOrder, to: OrderState) => void }) {
  const t = useShopTexts(),
    [view, setView] = useState<View>('open'),
    list = useVendorOrders(view);
  return (
    <section className="p-card p-stack" aria-labelledby="st-vendor-orders">
      <Title order={2} id="st-vendor-orders">
        {t('vendor.orders')}
      </Title>
      <Group>
        <SegmentedControl
          aria-label={t('vendor.view')}
          value={view}
          data={VIEWS.map((one) => ({ value: one, label: t(`vendor.view.${one}`) }))}
          onChange={(value) => setView(value === 'all' ? 'all' : 'open')}
        />
      </Group>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.items.length === 0 && <Text size="sm">{t('noOrders')}</Text>}
      <ul className="i-rows">
        {(list.data?.items ?? []).map((one) => (
          <OrderLine
            key={one.id}
            order={one}
            title={one.practiceName}
            extra={
              one.billing !== 'none' && (
                <StateWord {...BILLING[one.billing]}>{t(`billing.${one.billing}`)}</StateWord>
              )
            }
          >
            {one.moves.map((to) => (
              <Button
                key={to}
                size="xs"
                variant="default"
                aria-label={`${t(`act.${to}`)}: ${one.number}`}
                onClick={() => onMove(one, to)}
              >
                {t(`act.${to}`)}
              </Button>
            ))}
          </OrderLine>
        ))}
      </ul>
    </section>
  );
}

function Products({
  onEdit,
  onStock,
}: {
  onEdit: (product: VendorProduct | null) => void;
  onStock: (product: VendorProduct) => void;
}) {
  const t = useShopTexts(),
    language = useLanguage(),
    list = useProducts();
  return (
    <section className="p-card p-stack" aria-labelledby="st-vendor-products">
      <Title order={2} id="st-vendor-products">
        {t('products')}
      </Title>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.items.length === 0 && <Empty>{t('vendor.noProducts')}</Empty>}
      <ul className="i-rows">
        {(list.data?.items ?? []).map((one) => (
          <li key={one.sku}>
            <div className="i-who">
              <Text fw={600}>{language === 'de' ? one.nameDe : one.nameEn}</Text>
              <Text size="sm">
                {[
                  one.sku,
                  t('net', { price: money(one.netCents, language) }),
                  t('vendor.stock', { count: one.stock }),
                  ...(one.reserved > 0 ? [t('vendor.reserved', { count: one.reserved })] : []),
                  ...(one.isOn ? [] : [t('vendor.off')]),
                ].join(' · ')}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={`${t('vendor.setStock')}: ${one.sku}`}
              onClick={() => onStock(one)}
            >
              {t('vendor.setStock')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`${t('vendor.edit')}: ${one.sku}`}
              onClick={() => onEdit(one)}
            >
              {t('vendor.edit')}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => onEdit(null)}>
          {t('vendor.new')}
        </Button>
      </div>
    </section>
  );
}

export function VendorShopPage() {
  const t = useShopTexts(),
    [moving, setMoving] = useState<{ order: VendorOrder; to: OrderState } | null>(null),
    [edited, setEdited] = useState<{ product: VendorProduct | null } | null>(null),
    [counted, setCounted] = useState<VendorProduct | null>(null);
  return (
    <Page title={t('vendor.title')}>
      <div className="p-narrow p-stack">
        <Orders onMove={(order, to) => setMoving({ order, to })} />
        <Products onEdit={(product) => setEdited({ product })} onStock={setCounted} />
      </div>
      {moving && <MoveDialog {...moving} onClose={() => setMoving(null)} />}
      {edited && <ProductDialog {...edited} onClose={() => setEdited(null)} />}
      {counted && <StockDialog product={counted} onClose={() => setCounted(null)} />}
    </Page>
  );
}
