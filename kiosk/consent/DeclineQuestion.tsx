/**
 * Confirmation of a refusal, which is final: two equal tiles and the sentence that it is the
 * person's right.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { useReadOn } from '../ui/readOn.tsx';

export interface DeclineQuestionProps {
  readonly header: ReactNode;
  /** Not agreeing means paying the practice directly. */
  readonly isBilling: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

export function DeclineQuestion({ header, isBilling, onConfirm, onBack }: DeclineQuestionProps) {
  const { t } = useTranslation('consent');
  const { foot, button } = useReadOn('decline', t('read'));
  return (
    <Screen
      header={header}
      footer={button !== null && <Footer primary={button} />}
      layout="split"
      question={
        isBilling ? (
          <Question reason={t('direct.right')}>{t('direct.title')}</Question>
        ) : (
          <Question reason={t('decline.right')}>{t('decline.title')}</Question>
        )
      }
    >
      <ActionTiles
        label={t('decline.label')}
        actions={[
          isBilling
            ? { id: 'yes', icon: 'document', label: t('direct.yes'), onPress: onConfirm }
            : { id: 'yes', icon: 'close', label: t('decline.yes'), onPress: onConfirm },
          { id: 'back', icon: 'back', label: t('decline.back'), onPress: onBack },
        ]}
      />
      {foot}
    </Screen>
  );
}
