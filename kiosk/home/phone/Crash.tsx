/** Page after a render error: one way on. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Footer, Question, Screen } from '../../ui/Screen.tsx';

export default function Crash({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('home');
  return (
    <Screen
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={onAgain}>
              {t('crash.again')}
            </Button>
          }
        />
      }
    >
      <Question>{t('crash.title')}</Question>
    </Screen>
  );
}
