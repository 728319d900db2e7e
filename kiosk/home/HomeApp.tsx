/** Home page of a questionnaire (R8): current page, the bar above it, and back navigation. */
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
} from 'react';
import { useTranslation } from 'react-i18next';
import { applyComfort } from '../ui/comfort.ts';
import { Notice } from '../ui/Notice.tsx';
import { useStoreBehind } from '../ui/drawnBehind.ts';
import { Question, Screen } from '../ui/Screen.tsx';
import { createBackStack, type BackStack } from './backstack.ts';
import { HandingPage, SentPage } from './EndPages.tsx';
import type { FormPageProps } from './FormPage.tsx';
import { titleIn } from './formTitle.ts';
import { HomeDialogs, HomeHeader, type Dialog } from './HomeHeader.tsx';
import { LOCK_MS } from './keeper.ts';
import { hasPlain } from './plain.ts';
import { PersonPage } from './PersonPage.tsx';
import { StartPage } from './StartPage.tsx';
import {
  ElsewherePage,
  FailedPage,
  GonePage,
  LockPage,
  RemovedPage,
  ShutPage,
} from './StopPages.tsx';
import type { Visit } from './visit.ts';
import { watchPerson } from './watch.ts';
import { directionOf, pageLanguage, speakWords } from './words.ts';

export interface HomeAppProps {
  readonly visit: Visit;
  readonly loadForm: () => Promise<{ readonly default: ComponentType<FormPageProps> }>;
  readonly now: () => number;
}

export function HomeApp({ visit, loadForm, now }: HomeAppProps) {
  const { t } = useTranslation('home');
  const state = useStoreBehind(visit.subscribe, visit.get);
  const { screen, draft, form, link, praxis, language, textScale, isLasting, hasTrouble } = state;
  const [dialog, setDialog] = useState<Dialog>(null);
  const [isCalm, setCalm] = useState(false);
  const [FormPage] = useState(() => lazy(loadForm));
  const refs = useRef<{ dialog: Dialog; goBack: (() => void) | null }>({
    dialog: null,
    goBack: null,
  });
  useLayoutEffect(() => {
    refs.current.dialog = dialog;
  });
  const [stack, setStack] = useState<BackStack | null>(null);
  const listen = useCallback((goBack: (() => void) | null) => {
    refs.current.goBack = goBack;
  }, []);

  useEffect(() => {
    const made = createBackStack(window, () => {
      if (refs.current.dialog !== null) {
        setDialog(null);
        return 'stay';
      }
      if (refs.current.goBack) {
        refs.current.goBack();
        return true;
      }
      return visit.back();
    });
    setStack(made);
    return () => made.stop();
  }, [visit]);
  useEffect(
    () =>
      watchPerson({
        win: window,
        now,
        afterMs: LOCK_MS,
        onIdle: () => {
          setDialog(null);
          visit.lock();
        },
        onHidden: () => {
          visit.flush().catch(() => undefined);
        },
        onHere: () => visit.again(),
      }),
    [visit, now],
  );
  useEffect(() => {
    applyComfort({
      lang: pageLanguage(language),
      dir: directionOf(pageLanguage(language)),
      posture: 'hand',
      textScale,
      theme: 'system',
      calm: isCalm,
    });
    speakWords(language).catch(() => undefined);
  }, [language, textScale, isCalm]);
  useEffect(() => {
    document.title = [
      titleIn(link, language)?.text ?? t('title'),
      ...(praxis ? [praxis.name] : []),
    ].join(' · ');
  }, [link, language, praxis, t]);

  const run = (work: Promise<void>): void => {
    work.catch(() => undefined);
  };
  const languages = link?.languages ?? [],
    questionnaire = form?.questionnaire ?? link?.questionnaire;
  const isPlainThere = useMemo(() => hasPlain(questionnaire), [questionnaire]);
  const plain = isPlainThere
    ? {
        isOn: state.isPlain,
        onChange: visit.plain,
        label: t('size.plain'),
        hint: t('size.plainHint'),
      }
    : undefined;
  const begin = (): void => {
    stack?.forward();
    run(visit.begin());
  };
  const canRemove =
    draft !== null ||
    screen === 'lock' ||
    screen === 'shut' ||
    screen === 'handing' ||
    (state.found.kind === 'kept' && (screen === 'start' || screen === 'failed'));
  const banner =
    screen === 'start' ? null : hasTrouble ? (
      <div className="home-banner">
        <Notice kind="warn" live title={t('open.trouble')} />
      </div>
    ) : !isLasting && draft !== null ? (
      <div className="home-banner">
        <Notice kind="warn" title={t('open.short')} />
      </div>
    ) : state.isLanguageMissing ? (
      <div className="home-banner">
        <Notice kind="offline" live title={t('language.missing')} />
      </div>
    ) : null;
  const header = (
    <HomeHeader
      praxis={praxis?.name ?? ''}
      language={language}
      languages={screen === 'lock' || screen === 'handing' || screen === 'sent' ? [] : languages}
      canRemove={canRemove}
      onOpen={setDialog}
      banner={banner}
    />
  );

  const page = () => {
    switch (screen) {
      case 'loading':
        return (
          <Screen header={header} question={<Question>{t('loading')}</Question>}>
            {null}
          </Screen>
        );
      case 'failed':
        return <FailedPage header={header} state={state} onAgain={() => run(visit.start())} />;
      case 'gone':
        return <GonePage header={header} state={state} onRemove={() => setDialog('remove')} />;
      case 'start':
        return (
          <StartPage
            header={header}
            state={state}
            plain={plain}
            onLanguage={(code) => run(visit.speak(code))}
            onLanguages={() => setDialog('language')}
            onBegin={begin}
            onResume={() => {
              stack?.forward();
              run(visit.resume());
            }}
            onAfresh={() => setDialog('afresh')}
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
              onBack={() => stack?.back()}
              onNext={() => {
                stack?.forward();
                run(visit.toForm());
              }}
            />
          )
        );
      case 'form':
        return (
          draft &&
          form &&
          stack && (
            <Suspense
              fallback={
                <Screen header={header} question={<Question>{t('loading')}</Question>}>
                  {null}
                </Screen>
              }
            >
              <FormPage
                header={header}
                visit={visit}
                state={state}
                draft={draft}
                form={form}
                stack={stack}
                listen={listen}
                isPaused={dialog !== null}
                now={now}
              />
            </Suspense>
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
        return <ShutPage header={header} state={state} onAfresh={begin} />;
      case 'removed':
        return <RemovedPage header={header} state={state} onAfresh={begin} />;
      case 'elsewhere':
        return <ElsewherePage header={header} state={state} />;
    }
  };
  return (
    <>
      {page()}
      <HomeDialogs
        open={dialog}
        onClose={() => setDialog(null)}
        language={language}
        languages={languages}
        onLanguage={(code) => run(visit.speak(code))}
        textScale={textScale}
        onTextScale={visit.scale}
        isCalm={isCalm}
        onCalm={setCalm}
        plain={plain}
        isHanded={state.sending !== null || draft?.handed != null}
        onRemove={() => run(visit.remove())}
        onAfresh={begin}
      />
    </>
  );
}
