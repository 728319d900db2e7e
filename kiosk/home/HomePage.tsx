/** Current page of a questionnaire at home. */
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Question, Screen } from '../ui/Screen.tsx';
import type { SwitchProps } from '../ui/TextSizeMenu.tsx';
import type { FormPageProps } from './form/FormPage.tsx';
import type { Dialog } from './HomeHeader.tsx';
import { HandingPage, LockPage, SentPage } from './later.ts';
import { PersonPage } from './PersonPage.tsx';
import type { PhoneWay } from './phone/usePhonePage.ts';
import { StartPage } from './StartPage.tsx';
import { ElsewherePage, FailedPage, GonePage, RemovedPage, ShutPage } from './StopPages.tsx';
import type { Visit, VisitState } from './visit/visitState.ts';

export interface HomePageProps {
  readonly header: ReactNode;
  readonly visit: Visit;
  readonly state: VisitState;
  /** Lazy-loaded. */
  readonly FormPage: ComponentType<FormPageProps>;
  /** Einfache Sprache, only where the form has it. */
  readonly plain: SwitchProps | undefined;
  readonly way: PhoneWay;
  readonly isPaused: boolean;
  readonly now: () => number;
  readonly onOpen: (dialog: Dialog) => void;
  readonly onBegin: () => void;
}

const run = (work: Promise<void>): void => {
  work.catch(() => undefined);
};

function LoadingPage({ header }: { readonly header: ReactNode }) {
  const { t } = useTranslation('home');
  return (
    <Screen header={header} question={<Question>{t('loading')}</Question>}>
      {null}
    </Screen>
  );
}

/** The page of the current state; a part that is still on its way shows that it is loading. */
export function HomePage(props: HomePageProps) {
  return (
    <Suspense fallback={<LoadingPage header={props.header} />}>
      <CurrentPage {...props} />
    </Suspense>
  );
}

function CurrentPage({
  header,
  visit,
  state,
  FormPage,
  plain,
  way,
  isPaused,
  now,
  onOpen,
  onBegin,
}: HomePageProps) {
  const { screen, draft, form } = state;
  switch (screen) {
    case 'loading':
      return <LoadingPage header={header} />;
    case 'failed':
      return <FailedPage header={header} state={state} onAgain={() => run(visit.start())} />;
    case 'gone':
      return <GonePage header={header} state={state} onRemove={() => onOpen('remove')} />;
    case 'start':
      return (
        <StartPage
          header={header}
          state={state}
          plain={plain}
          onLanguage={(code) => run(visit.speak(code))}
          onLanguages={() => onOpen('language')}
          onBegin={onBegin}
          onResume={() => {
            way.stack?.forward();
            run(visit.resume());
          }}
          onAfresh={() => onOpen('afresh')}
        />
      );
    case 'person':
      return (
        draft && (
          <PersonPage
            header={header}
            person={draft.person}
            isConfirmed={draft.isConfirmed}
            now={now()}
            isRefused={state.sending?.kind === 'refused'}
            onPerson={visit.type}
            onBack={() => way.stack?.back()}
            onNext={() => {
              way.stack?.forward();
              run(visit.toForm());
            }}
          />
        )
      );
    case 'form':
      return (
        draft &&
        form &&
        way.stack && (
          <FormPage
            header={header}
            visit={visit}
            state={state}
            draft={draft}
            form={form}
            stack={way.stack}
            listen={way.listen}
            isPaused={isPaused}
            now={now}
          />
        )
      );
    case 'handing':
      return (
        <HandingPage
          header={header}
          state={state}
          onAgain={() => visit.again()}
          onMend={() => visit.mend()}
          onShow={() => visit.show()}
        />
      );
    case 'sent':
      return <SentPage header={header} state={state} />;
    case 'lock':
      return <LockPage header={header} state={state} onDay={(day) => run(visit.unlock(day))} />;
    case 'shut':
      return <ShutPage header={header} state={state} onAfresh={onBegin} />;
    case 'removed':
      return <RemovedPage header={header} state={state} onAfresh={onBegin} />;
    case 'elsewhere':
      return <ElsewherePage header={header} state={state} />;
  }
}
