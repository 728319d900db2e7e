// Signs and colours of states of payment and of requests.

import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircleOff,
  IconHourglass,
  IconPlayerPause,
  IconRefresh,
  IconUserCheck,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { RequestState } from '../../../shared/vendor/contract/request.ts';
import type { PaymentState } from '../../../shared/vendor/payment.ts';
import type { Tone } from '../../ui/StateWord.tsx';

type Sign = Readonly<{ tone: Tone; icon: Icon }>;
export const PAYMENT_SHOWN: Readonly<Record<PaymentState, Sign>> = {
  none: { tone: 'off', icon: IconCircleOff },
  active: { tone: 'ok', icon: IconCheck },
  paused: { tone: 'info', icon: IconPlayerPause },
  open: { tone: 'warn', icon: IconAlertTriangle },
  reminded: { tone: 'warn', icon: IconAlertTriangle },
  dunned1: { tone: 'warn', icon: IconAlertTriangle },
  dunned2: { tone: 'bad', icon: IconAlertTriangle },
  restricted: { tone: 'bad', icon: IconBan },
  endedUnpaid: { tone: 'bad', icon: IconX },
  ended: { tone: 'off', icon: IconX },
};
export const REQUEST_SHOWN: Readonly<Record<RequestState, Sign>> = {
  open: { tone: 'warn', icon: IconUserCheck },
  approved: { tone: 'info', icon: IconRefresh },
  done: { tone: 'ok', icon: IconCheck },
  failed: { tone: 'bad', icon: IconX },
  refused: { tone: 'off', icon: IconBan },
  lapsed: { tone: 'off', icon: IconHourglass },
};
