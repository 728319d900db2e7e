// The last look at an order: what, for how much, where to, and until when the pieces are held.

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Shop } from '../../../shared/vendor/shop/shop.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { nameIn } from './name-in.ts';
import { cartProblem, placeOrder, useFreshShop } from './shop-calls.ts';
import { useShopTexts } from './shop-texts.ts';

export function OrderDialog({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const t = useShopTexts(),
    language = useLanguage(),
    fresh = useFreshShop(),
    { isBusy, failed, run } = useSubmit(),
    // One id for all attempts: a lost answer makes no second order.
    [id] = useState(() => uuidv7()),
    problem = cartProblem(failed),
    { address, sums, reservedUntil, needsOwner } = shop;
  const order = (): void =>
    void run(async () => {
      await placeOrder({ id, netCents: sums.netCents });
      say(t(needsOwner ? 'handedOver' : 'ordered'));
      onClose();
    }).then(fresh);
  return (
    <Modal opened onClose={onClose} title={t('check')}>
      <div className="p-stack">
        <ul className="i-rows">
          {shop.cart.map(({ sku, quantity, free, netCents }) => (
            <li key={sku}>
              <Text className="i-who">
                {quantity} × {nameIn(shop, sku, language)}
                {free > 0 && ` (${t('freeOf', { count: free })})`}
              </Text>
              <Text className="p-tabular">{money((quantity - free) * netCents, language)}</Text>
            </li>
          ))}
        </ul>
        <Text className="p-tabular">
          {t('sums', {
            net: money(sums.netCents, language),
            tax: money(sums.taxCents, language),
            total: money(sums.totalCents, language),
          })}
        </Text>
        {sums.netCents > 0 && <Text size="sm">{t('billed')}</Text>}
        <Text size="sm">
          {t('to', {
            address: [address.name, address.street, `${address.plz} ${address.city}`].join(', '),
          })}
        </Text>
        {reservedUntil !== null && (
          <Text size="sm">{t('held', { at: showInstant(reservedUntil, language) })}</Text>
        )}
        {needsOwner && <Notice tone="info">{t('needsOwner')}</Notice>}
        {problem && (
          <Notice tone="bad" role="alert">
            {t(`cart.${problem}`)}
          </Notice>
        )}
        {failed !== null && !problem && <ErrorNotice error={failed} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button loading={isBusy} onClick={order}>
            {t(needsOwner ? 'handOver' : sums.netCents > 0 ? 'orderPaid' : 'orderFree')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
