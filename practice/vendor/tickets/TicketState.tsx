// State of a request as icon, word and colour.

import {
  IconCircleCheck,
  IconClockHour4,
  IconHourglass,
  IconLock,
  IconMessageReply,
  IconSparkles,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { TicketState as State } from '../../../shared/vendor/tickets.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useTicketTexts } from './ticket-texts.ts';

const LOOKS: Readonly<Record<State, readonly [Tone, ComponentType<IconProps>]>> = {
  new: ['info', IconSparkles],
  open: ['primary', IconClockHour4],
  waits_practice: ['warn', IconMessageReply],
  waits_third: ['off', IconHourglass],
  solved: ['ok', IconCircleCheck],
  closed: ['off', IconLock],
};

/** @param isVendor the viewer works for the vendor */
export function TicketState({ state, isVendor = false }: { state: State; isVendor?: boolean }) {
  const t = useTicketTexts(),
    [tone, icon] = LOOKS[state];
  return (
    <StateWord tone={tone} icon={icon}>
      {t(isVendor && state === 'waits_practice' ? 'vendor.waits_practice' : `state.${state}`)}
    </StateWord>
  );
}
