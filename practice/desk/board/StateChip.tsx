// State of a tablet, Mappe or task as icon, word and colour (the only table of states).

import {
  IconAlertTriangle,
  IconArmchair,
  IconBan,
  IconBellRinging,
  IconCircle,
  IconCircleCheck,
  IconClock,
  IconCloudUpload,
  IconFileText,
  IconHelpCircle,
  IconHourglass,
  IconMessages,
  IconPencil,
  IconPlayerPause,
  IconPlugConnectedX,
  IconPrinter,
  IconSignature,
  IconThumbDown,
  IconUserCheck,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import type { StateKey, StateView } from './view/state.ts';
import { stateText, useBoardTexts } from './board-texts.ts';

const LOOK: Record<StateKey, { tone: Tone; icon: ComponentType<IconProps> }> = {
  free: { tone: 'off', icon: IconCircle },
  created: { tone: 'off', icon: IconFileText },
  assigned: { tone: 'info', icon: IconHourglass },
  filling: { tone: 'primary', icon: IconPencil },
  signing: { tone: 'primary', icon: IconSignature },
  talk: { tone: 'info', icon: IconMessages },
  submitted: { tone: 'ok-outline', icon: IconCloudUpload },
  sealed: { tone: 'ok-outline', icon: IconCloudUpload },
  filed: { tone: 'ok', icon: IconCircleCheck },
  help: { tone: 'bad', icon: IconBellRinging },
  question: { tone: 'warn', icon: IconHelpCircle },
  declined: { tone: 'text', icon: IconThumbDown },
  partSigned: { tone: 'info', icon: IconSignature },
  paper: { tone: 'warn', icon: IconPrinter },
  interrupted: { tone: 'warn', icon: IconPlayerPause },
  unreached: { tone: 'off', icon: IconPlugConnectedX },
  attention: { tone: 'bad', icon: IconAlertTriangle },
  cancelled: { tone: 'off', icon: IconBan },
  expired: { tone: 'off', icon: IconClock },
  revoked: { tone: 'off', icon: IconBan },
  there: { tone: 'info', icon: IconUserCheck },
  inRoom: { tone: 'primary', icon: IconArmchair },
  treated: { tone: 'ok', icon: IconCircleCheck },
  blank: { tone: 'primary', icon: IconPencil },
};

/**
 * Returns the tone of a state; a lost connection turns to warn after 15 min, but only with a Mappe
 * on the tablet.
 */
function toneOf(state: StateView, hasMappe: boolean): Tone {
  return state.key === 'unreached' && state.isLong === true && hasMappe
    ? 'warn'
    : LOOK[state.key].tone;
}

export function StateChip({ state, hasMappe = true }: { state: StateView; hasMappe?: boolean }) {
  const t = useBoardTexts();
  return (
    <StateWord tone={toneOf(state, hasMappe)} icon={LOOK[state.key].icon}>
      {stateText(t, state)}
    </StateWord>
  );
}
