/** Asks whether the practice has talked with the signer (§ 630e BGB). */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ActionTiles } from '../../ui/fields/ChoiceTiles.tsx';
import { Footer, Question, Screen } from '../../ui/Screen.tsx';

interface TalkPageProps {
  readonly header: ReactNode;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly onBack: () => void;
}

export function TalkPage({ header, onYes, onNo, onBack }: TalkPageProps) {
  const { t } = useTranslation('share');
  const { t: home } = useTranslation('home');
  return (
    <Screen
      header={header}
      footer={
        <Footer
          back={
            <Button icon="back" onPress={onBack}>
              {home('back')}
            </Button>
          }
        />
      }
      pageKey="talk"
      layout="split"
      question={<Question reason={t('sign.talkWhy')}>{t('sign.talk')}</Question>}
    >
      <ActionTiles
        label={t('sign.talk')}
        actions={[
          { id: 'yes', icon: 'check', label: t('sign.talkYes'), onPress: onYes },
          { id: 'no', icon: 'question', label: t('sign.talkNo'), onPress: onNo },
        ]}
      />
    </Screen>
  );
}
