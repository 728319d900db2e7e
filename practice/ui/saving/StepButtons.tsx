// Undoes and redoes the changes of an editor.

import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useUiTexts } from '../ErrorNotice.tsx';
import type { useHistory } from './use-drafting.ts';

/** What the buttons need of a history (`useHistory`). */
type Steps = Pick<ReturnType<typeof useHistory<unknown>>, 'canUndo' | 'canRedo' | 'undo' | 'redo'>;

export function StepButtons({ canUndo, canRedo, undo, redo }: Steps) {
  const t = useUiTexts();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
        disabled={!canUndo}
        onClick={undo}
      >
        {t('undo')}
      </Button>
      <Button
        variant="default"
        aria-label={t('redo')}
        title={t('redo')}
        disabled={!canRedo}
        onClick={redo}
      >
        <IconArrowForwardUp size={18} stroke={1.75} aria-hidden />
      </Button>
    </>
  );
}
