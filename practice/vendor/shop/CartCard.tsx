// The cart: numbers, what changed since it was filled, and the order with its last look.

import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { MOST_PIECES } from '../../../shared/vendor/shop/shop.ts';
import type { Shop } from '../../../shared/vendor/shop/shop.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { money } from '../../ui/wording/worth.ts';
import { nameIn } from './name-in.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { cartProblem, putInCart, reserve, takeOut, useFreshShop } from './shop-calls.ts';
import { useShopTexts } from './shop-texts.ts';

type Line = Shop['cart'][number];

function CartLine({
  line,
  name,
  isBusy,
  onSet,
}: {
  line: Line;
  name: string;
  isBusy: boolean;
  onSet: (quantity: number) => void;
}) {
  const t = useShopTexts(),
    language = useLanguage(),
    { quantity, free, netCents, wasCents, isShort } = line,
    step = (by: -1 | 1, Icon: typeof IconPlus, label: string) => (
      <ActionIcon
        variant="default"
        size={44}
        disabled={isBusy || quantity + by > MOST_PIECES}
        aria-label={label}
        onClick={() => onSet(quantity + by)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    );
  return (
    <li>
      <div className="i-who">
        <Text fw={600}>{name}</Text>
        <Text size="sm">
          {free > 0 && `${t('freeOf', { count: free })} · `}
          {t('net', { price: money(netCents, language) })}
        </Text>
        {wasCents !== null && (
          <Text size="sm" fw={600}>
            {t('priceWas', { price: money(wasCents, language) })}
          </Text>
        )}
        {isShort && (
          <Text size="sm" fw={600}>
            {t('short')}
          </Text>
        )}
      </div>
      <Group gap={8}>
        {quantity > 1
          ? step(-1, IconMinus, t('less', { name }))
          : step(-1, IconTrash, t('remove', { name }))}
        <Text className="p-tabular" aria-label={t('pieces', { name, count: quantity })}>
          {quantity}
        </Text>
        {step(1, IconPlus, t('more', { name }))}
      </Group>
    </li>
  );
}

export function CartCard({ shop }: { shop: Shop }) {
  const t = useShopTexts(),
    language = useLanguage(),
    fresh = useFreshShop(),
    { isBusy, failed, run } = useSubmit(),
    [isOpen, setOpen] = useState(false),
    problem = cartProblem(failed);
  const set = (sku: string, quantity: number): void =>
    void run(() => (quantity === 0 ? takeOut(sku) : putInCart(sku, quantity))).then(fresh);
  const check = (): void =>
    void run(async () => {
      await reserve();
      setOpen(true);
    }).then(fresh);
  return (
    <section className="p-card p-stack" aria-labelledby="st-cart">
      <Title order={2} id="st-cart">
        {t('cart')}
      </Title>
      <ul className="i-rows">
        {shop.cart.map((line) => (
          <CartLine
            key={line.sku}
            line={line}
            name={nameIn(shop, line.sku, language)}
            isBusy={isBusy}
            onSet={(quantity) => set(line.sku, quantity)}
          />
        ))}
      </ul>
      <Text className="p-tabular">
        {t('sums', {
          net: money(shop.sums.netCents, language),
          tax: money(shop.sums.taxCents, language),
          total: money(shop.sums.totalCents, language),
        })}
      </Text>
      {shop.refusal !== null && <Notice tone="warn">{t(`why.${shop.refusal}`)}</Notice>}
      {problem && (
        <Notice tone="bad" role="alert">
          {t(`cart.${problem}`)}
        </Notice>
      )}
      {failed !== null && !problem && <ErrorNotice error={failed} />}
      <Group>
        <Button loading={isBusy} disabled={shop.refusal !== null} onClick={check}>
          {t('check')}
        </Button>
      </Group>
      {isOpen && <OrderDialog shop={shop} onClose={() => setOpen(false)} />}
    </section>
  );
}
