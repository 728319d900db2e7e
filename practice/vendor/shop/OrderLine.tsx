// One order in a list: number, state, lines, and the moves of its reader.

import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShopOrder } from '../../../shared/vendor/shop/shop.schema.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { ORDER_LOOKS } from './order-states.ts';
import { useShopTexts } from './shop-texts.ts';

export function OrderLine({
  order,
  title,
  extra,
  children,
}: {
  order: ShopOrder;
  /** Words after the number, e.g. the practice. */
  title?: string;
  extra?: ReactNode;
  children?: ReactNode;
}) {
  const t = useShopTexts(),
    language = useLanguage(),
    { number, state, lines, address, expectedOn, tracking, note, by, totalCents } = order;
  const facts = [
    t('orderedOn', { day: showDay(order.at, language) }),
    ...(by === '' ? [] : [by]),
    totalCents === 0 ? t('free') : t('gross', { sum: money(totalCents, language) }),
    ...(expectedOn === null
      ? []
      : [t('expected', { day: showDay(Date.parse(expectedOn), language) })]),
    ...(tracking === null ? [] : [t('tracking', { number: tracking })]),
  ];
  return (
    <li>
      <div className="i-who">
        <Text fw={600}>{title === undefined ? number : `${number} · ${title}`}</Text>
        <Text size="sm">
          {lines
            .map((one) => `${one.quantity} × ${language === 'de' ? one.nameDe : one.nameEn}`)
            .join(', ')}
        </Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {[address.name, address.street, `${address.plz} ${address.city}`].join(', ')}
        </Text>
        {note !== '' && <Text size="sm">{note}</Text>}
      </div>
      <StateWord {...ORDER_LOOKS[state]}>{t(`state.${state}`)}</StateWord>
      {extra}
      {children !== undefined && <Group gap={8}>{children}</Group>}
    </li>
  );
}
