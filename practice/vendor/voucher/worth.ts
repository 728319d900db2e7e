// What a voucher is worth, in words.

import type { VoucherWorth } from '../../../shared/vendor/voucher.ts';
import { money } from '../../ui/wording/worth.ts';
import type { useVoucherTexts } from './voucher-texts.ts';

export const worthText = (
  { effect, value, months }: VoucherWorth,
  t: ReturnType<typeof useVoucherTexts>,
  language: string,
): string =>
  t(`worth.${effect}`, {
    months,
    count: months,
    value,
    amount: money(value, language),
  });
