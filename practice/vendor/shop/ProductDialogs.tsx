// Dialogs of the vendor's products: names, price and models; and the stock with its reason.

import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { SaveProduct, VendorProduct } from '../../../shared/vendor/shop/shop.schema.ts';
import { PRODUCT_KINDS } from '../../../shared/vendor/shop/shop.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { decimalSign } from '../../ui/wording/worth.ts';
import { saveProduct, setStock, useFreshShop } from './shop-calls.ts';
import { useShopTexts } from './shop-texts.ts';

const CENTS = 100,
  MOST_EUROS = 10_000,
  MOST_STOCK = 100_000,
  RATES = [19, 7] as const,
  SKU_SHAPE = /^[A-Z0-9][A-Z0-9-]{1,23}$/;
const NEW: SaveProduct = {
  nameDe: '',
  nameEn: '',
  kind: 'pen',
  fits: [],
  netCents: 0,
  vatPercent: 19,
  isOn: true,
};

function Frame({
  title,
  canSave,
  onSave,
  onClose,
  children,
}: {
  title: string;
  canSave: boolean;
  onSave: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useShopTexts(),
    fresh = useFreshShop(),
    { isBusy, failed, run } = useSubmit();
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await onSave();
            say(t('vendor.saved'));
            onClose();
          }).then(fresh);
        }}
      >
        {children}
        {failed !== null && <ErrorNotice error={failed} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!canSave}>
            {t('vendor.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function ProductFields({
  asked,
  set,
}: {
  asked: SaveProduct;
  set: (change: Partial<SaveProduct>) => void;
}) {
  const t = useShopTexts(),
    language = useLanguage();
  return (
    <>
      {(['nameDe', 'nameEn'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`vendor.${field}`)}
          maxLength={120}
          value={asked[field]}
          onChange={(event) => set({ [field]: event.currentTarget.value })}
        />
      ))}
      <Select
        label={t('vendor.kind')}
        allowDeselect={false}
        value={asked.kind}
        data={PRODUCT_KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        onChange={(value) => set({ kind: PRODUCT_KINDS.find((one) => one === value) ?? 'pen' })}
      />
      <NumberInput
        label={t('vendor.price')}
        min={0}
        max={MOST_EUROS}
        decimalScale={2}
        fixedDecimalScale
        decimalSeparator={decimalSign(language)}
        value={asked.netCents / CENTS}
        onChange={(value) => set({ netCents: Math.round(Number(value) * CENTS) })}
      />
      <Select
        label={t('vendor.vat')}
        allowDeselect={false}
        value={String(asked.vatPercent)}
        data={RATES.map((one) => ({ value: String(one), label: `${one} %` }))}
        onChange={(value) => set({ vatPercent: value === '7' ? 7 : 19 })}
      />
      <Checkbox
        label={t('vendor.isOn')}
        checked={asked.isOn}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
      />
    </>
  );
}

export function ProductDialog({
  product,
  onClose,
}: {
  /** Null: a new one. */
  product: VendorProduct | null;
  onClose: () => void;
}) {
  const t = useShopTexts(),
    [sku, setSku] = useState(product?.sku ?? ''),
    [models, setModels] = useState((product?.fits ?? []).join('\n')),
    [asked, setAsked] = useState<SaveProduct>(() => {
      if (!product) return NEW;
      const { nameDe, nameEn, kind, fits, netCents, vatPercent, isOn } = product;
      return { nameDe, nameEn, kind, fits, netCents, vatPercent: vatPercent === 7 ? 7 : 19, isOn };
    });
  const fits = models
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return (
    <Frame
      title={product ? `${t('vendor.edit')}: ${product.sku}` : t('vendor.new')}
      canSave={
        SKU_SHAPE.test(sku) &&
        asked.nameDe.trim() !== '' &&
        asked.nameEn.trim() !== '' &&
        asked.netCents > 0
      }
      onSave={() => saveProduct(sku, { ...asked, fits })}
      onClose={onClose}
    >
      {!product && (
        <TextInput
          label={t('vendor.sku')}
          description={t('vendor.skuHint')}
          maxLength={24}
          value={sku}
          onChange={(event) => setSku(event.currentTarget.value.toUpperCase())}
        />
      )}
      <ProductFields asked={asked} set={(change) => setAsked({ ...asked, ...change })} />
      <Textarea
        label={t('vendor.fits')}
        description={t('vendor.fitsHint')}
        autosize
        minRows={2}
        value={models}
        onChange={(event) => setModels(event.currentTarget.value)}
      />
    </Frame>
  );
}

export function StockDialog({
  product: { sku, stock },
  onClose,
}: {
  product: VendorProduct;
  onClose: () => void;
}) {
  const t = useShopTexts(),
    [to, setTo] = useState(stock),
    [reason, setReason] = useState('');
  return (
    <Frame
      title={`${t('vendor.setStock')}: ${sku}`}
      canSave={reason.trim().length > 2 && to !== stock}
      onSave={() => setStock(sku, { from: stock, to, reason: reason.trim() })}
      onClose={onClose}
    >
      <Text size="sm">{t('vendor.stockHint')}</Text>
      <NumberInput
        label={t('vendor.newStock')}
        min={0}
        max={MOST_STOCK}
        allowDecimal={false}
        value={to}
        onChange={(value) => setTo(Number(value))}
      />
      <TextInput
        label={t('vendor.reason')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Frame>
  );
}
