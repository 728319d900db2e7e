// Moves an order on: with a tracking number when it is sent, a day when it is late, a reason when it
// ends.

import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { VendorOrder } from '../../../shared/vendor/shop/shop.schema.ts';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { moveVendorOrder, useFreshShop } from './shop-calls.ts';
import { useShopTexts } from './shop-texts.ts';

/** A reason of one word explains nothing. */
const SHORTEST = 3;

export function MoveDialog({
  order: { id, number, practiceName },
  to,
  onClose,
}: {
  order: VendorOrder;
  to: OrderState;
  onClose: () => void;
}) {
  const t = useShopTexts(),
    fresh = useFreshShop(),
    { isBusy, failed, run, clear } = useSubmit(),
    [note, setNote] = useState(''),
    [expectedOn, setExpectedOn] = useState(''),
    [tracking, setTracking] = useState(''),
    endsIt = to === 'cancelled' || to === 'returned',
    lacks = (endsIt && note.trim().length < SHORTEST) || (to === 'backorder' && expectedOn === '');
  const submit = (): void =>
    void run(async () => {
      await moveVendorOrder(id, {
        to,
        note: note.trim(),
        expectedOn: to === 'backorder' ? expectedOn : null,
        tracking: tracking.trim() === '' ? null : tracking.trim(),
      });
      say(t('moved', { number, state: t(`state.${to}`) }));
      onClose();
    }).then(fresh);
  const field = (
    label: 'vendor.note' | 'vendor.reason' | 'vendor.expectedOn' | 'vendor.trackingNumber',
    value: string,
    set: (value: string) => void,
    type = 'text',
  ) => (
    <TextInput
      label={t(label)}
      type={type}
      maxLength={label === 'vendor.trackingNumber' ? 80 : 300}
      value={value}
      onChange={(event) => {
        clear();
        set(event.currentTarget.value);
      }}
    />
  );
  return (
    <Modal opened onClose={onClose} title={`${t(`act.${to}`)}: ${number}`}>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Text>{t(`told.${to}`, { practice: practiceName })}</Text>
        {to === 'backorder' && field('vendor.expectedOn', expectedOn, setExpectedOn, 'date')}
        {to === 'shipped' && field('vendor.trackingNumber', tracking, setTracking)}
        {field(endsIt ? 'vendor.reason' : 'vendor.note', note, setNote)}
        {failed !== null && <ErrorNotice error={failed} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={lacks} {...(endsIt && { color: 'bad' })}>
            {t(`act.${to}`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
