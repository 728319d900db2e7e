// On/off state as a word with a sign.

import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { StateWord } from '../../ui/StateWord.tsx';
import { useProfileTexts } from './profile-texts.ts';

export function OnOff({ isOn }: { isOn: boolean }) {
  const t = useProfileTexts();
  return (
    <StateWord tone={isOn ? 'ok' : 'off'} icon={isOn ? IconCircleCheck : IconCircleOff}>
      {isOn ? t('on') : t('off')}
    </StateWord>
  );
}
