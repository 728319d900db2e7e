// Sign and colour of a licence's state.

import {
  IconAlertTriangle,
  IconCheck,
  IconCircleOff,
  IconClock,
  IconLock,
  type Icon,
} from '@tabler/icons-react';
import type { LicenceState } from '../../../shared/vendor/licence.ts';
import type { Tone } from '../../ui/StateWord.tsx';

export const LICENCE_SHOWN: Readonly<Record<LicenceState, { tone: Tone; icon: Icon }>> = {
  off: { tone: 'off', icon: IconCircleOff },
  none: { tone: 'warn', icon: IconClock },
  prepared: { tone: 'info', icon: IconClock },
  active: { tone: 'ok', icon: IconCheck },
  ending: { tone: 'warn', icon: IconClock },
  grace: { tone: 'warn', icon: IconAlertTriangle },
  expired: { tone: 'bad', icon: IconAlertTriangle },
  blocked: { tone: 'bad', icon: IconLock },
};
