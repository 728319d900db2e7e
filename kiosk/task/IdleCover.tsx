/**
 * T3: the opaque question "Sind Sie noch da?" with its 30 seconds; nothing of the page is visible
 * through it.
 */
import { useTranslation } from 'react-i18next';
import { IDLE_WARNING_MS } from '../../shared/desk/tablet.ts';
import { OpaqueCover } from '../ui/OpaqueCover.tsx';

export interface IdleCoverProps {
  readonly open: boolean;
  /** Whole seconds left; the machine counts, this only displays. */
  readonly secondsLeft: number;
  readonly onContinue: () => void;
  /** Ends at once, like the timeout: the draft stays for later. */
  readonly onPause?: () => void;
}

export function IdleCover({ open, secondsLeft, onContinue, onPause }: IdleCoverProps) {
  const { t } = useTranslation('task');
  return (
    <OpaqueCover
      open={open}
      title={t('idle.title')}
      countdown={{ left: secondsLeft, total: IDLE_WARNING_MS / 1000 }}
      action={{ label: t('idle.yes'), onPress: onContinue }}
      {...(onPause && { secondary: { label: t('idle.pause'), onPress: onPause } })}
    >
      <p>{t('idle.why')}</p>
      <p>{t('idle.later')}</p>
    </OpaqueCover>
  );
}
