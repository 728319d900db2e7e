/** A questionnaire of a share: the questions as at home, sending, sent; then back to the list. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackStack } from '../home/phone/backstack.ts';
import { HandingPage, SentPage } from '../home/EndPages.tsx';
import FormPage from '../home/form/FormPage.tsx';
import { Button } from '../ui/Button.tsx';
import { useStoreBehind } from '../ui/drawnBehind.ts';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import type { FormItem } from './formItem.ts';

export interface FormItemPageProps {
  readonly header: ReactNode;
  readonly item: FormItem;
  /** Language of the page; the form follows where it has it. */
  readonly language: string;
  readonly stack: BackStack;
  /** A back step notifies the listener. */
  readonly listen: (goBack: (() => void) | null) => void;
  readonly isPaused: boolean;
  readonly now: () => number;
  readonly onLeave: () => void;
}

export default function FormItemPage({
  header: bar,
  item,
  language,
  stack,
  listen,
  isPaused,
  now,
  onLeave,
}: FormItemPageProps) {
  const { t } = useTranslation('share');
  const { t: home } = useTranslation('home');
  const { visit } = item,
    state = useStoreBehind(visit.subscribe, visit.get);
  const { screen, draft, form, hasTrouble, isLasting } = state;
  useEffect(() => {
    const { link, language: spoken } = visit.get();
    if (language !== spoken && link?.languages.includes(language))
      visit.speak(language).catch(() => undefined);
  }, [visit, language]);
  // The list precedes the first question.
  const inside = useMemo(
    () => ({
      ...visit,
      back: () => {
        onLeave();
        return true;
      },
    }),
    [visit, onLeave],
  );
  // The person was identified at sign-in.
  useEffect(() => {
    if (screen === 'lock') visit.unlock(item.content.person.geburtsdatum).catch(() => undefined);
  }, [screen, visit, item]);
  const warning = hasTrouble
    ? home('open.trouble')
    : !isLasting && draft !== null
      ? home('open.short')
      : null;
  const header = (
    <>
      {bar}
      {warning !== null && (
        <div className="home-banner">
          <Notice kind="warn" live={hasTrouble} title={warning} />
        </div>
      )}
    </>
  );
  const leave = (
    <Footer
      primary={
        <Button kind="primary" grow onPress={onLeave}>
          {t('list.back')}
        </Button>
      }
    />
  );
  if (screen === 'form' && draft && form) {
    return (
      <FormPage
        header={header}
        visit={inside}
        state={state}
        draft={draft}
        form={form}
        stack={stack}
        listen={listen}
        isPaused={isPaused}
        isPersonFixed
        now={now}
      />
    );
  }
  if (screen === 'handing')
    return (
      <HandingPage
        header={header}
        state={state}
        footer={leave}
        onAgain={() => visit.again()}
        onMend={() => visit.mend()}
        onShow={() => visit.show()}
      />
    );
  // The link itself stays on the device while the page is used.
  if (screen === 'sent')
    return <SentPage header={header} state={{ ...state, isLasting: false }} footer={leave} />;
  return (
    <Screen
      header={header}
      footer={leave}
      question={<Question>{home(screen === 'elsewhere' ? 'elsewhere.title' : 'loading')}</Question>}
    >
      {screen === 'elsewhere' && <p>{home('elsewhere.body')}</p>}
    </Screen>
  );
}
