// Icon and tone of each state of an order.

import {
  IconBan,
  IconCheck,
  IconClock,
  IconHourglass,
  IconPackage,
  IconReceipt,
  IconTruckDelivery,
  IconTruckReturn,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import type { Tone } from '../../ui/StateWord.tsx';

export const ORDER_LOOKS: Readonly<Record<OrderState, { tone: Tone; icon: Icon }>> = {
  draft: { tone: 'warn', icon: IconUserCheck },
  ordered: { tone: 'info', icon: IconReceipt },
  backorder: { tone: 'warn', icon: IconHourglass },
  confirmed: { tone: 'info', icon: IconClock },
  packed: { tone: 'info', icon: IconPackage },
  shipped: { tone: 'primary', icon: IconTruckDelivery },
  delivered: { tone: 'ok', icon: IconCheck },
  cancelled: { tone: 'off', icon: IconBan },
  returned: { tone: 'off', icon: IconTruckReturn },
};
