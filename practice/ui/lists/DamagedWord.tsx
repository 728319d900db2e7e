// Word for an entry whose stored values were damaged.

import { IconAlertTriangle } from '@tabler/icons-react';
import { useUiTexts } from '../ErrorNotice.tsx';
import { StateWord } from '../StateWord.tsx';

export function DamagedWord() {
  const t = useUiTexts();
  return (
    <StateWord tone="bad" icon={IconAlertTriangle}>
      {t('damaged')}
    </StateWord>
  );
}
