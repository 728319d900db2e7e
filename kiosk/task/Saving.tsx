/** Page while the signature is written to the disk, and the error when the disk refuses. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';

export interface SavingProps {
  readonly header: ReactNode;
}

export function Saving({ header }: SavingProps) {
  const { t } = useTranslation('task');
  return (
    <Screen header={header}>
      <div role="status">
        <Question reason={t('saving.body')}>{t('saving.title')}</Question>
      </div>
    </Screen>
  );
}

export interface UnsavedProps {
  readonly header: ReactNode;
  readonly onRetry: () => void;
  readonly onHelp: () => void;
}

export function Unsaved({ header, onRetry, onHelp }: UnsavedProps) {
  const { t } = useTranslation('task');
  return (
    <Screen
      header={header}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={onRetry}>
              {t('unsaved.retry')}
            </Button>
          }
        />
      }
    >
      <Question>{t('unsaved.title')}</Question>
      <Notice kind="warn" title={t('unsaved.safe')} live>
        <p>{t('unsaved.now')}</p>
      </Notice>
      <ActionTiles
        label={t('unsaved.help')}
        actions={[{ id: 'help', icon: 'help', label: t('unsaved.help'), onPress: onHelp }]}
      />
    </Screen>
  );
}
