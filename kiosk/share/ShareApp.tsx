/** Page of a share (R3, R4): current page, the bar above it, back navigation, and the lock. */
import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { createBackStack, type BackStack } from '../home/backstack.ts';
import { HomeDialogs, HomeHeader, type Dialog } from '../home/HomeHeader.tsx';
import { LOCK_MS } from '../home/keeper.ts';
import { watchPerson } from '../home/watch.ts';
import type { ShareAddress } from '../../shared/exchange/share.ts';
import { applyComfort, type TextScale } from '../ui/comfort.ts';
import { Question, Screen } from '../ui/Screen.tsx';
import { CodePage, EnterPage, LoginPage } from './FirstPages.tsx';
import { ListPage } from './ListPage.tsx';
import { DocumentPage, FormItemPage, SignItemPage } from './parts.ts';
import type { Portal, PortalState } from './share.ts';
import {
  AskedPage,
  FinishedPage,
  GonePage,
  LockedPage,
  ResetEndPage,
  ResetPage,
} from './StopPages.tsx';
import { directionOf, LANGUAGES, pageLanguage, speakWords } from './words.ts';
import { useStoreBehind } from '../ui/drawnBehind.ts';

export interface PortalAppProps {
  readonly portal: Portal;
  /** Language of the browser. */
  readonly language: string;
  readonly now: () => number;
}

export function PortalApp({ portal, language: first, now }: PortalAppProps) {
  const { t } = useTranslation('share');
  const state = useStoreBehind(portal.subscribe, portal.get);
  const { screen, praxis, contents } = state;
  const [dialog, setDialog] = useState<Dialog>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [textScale, setTextScale] = useState<TextScale>(100);
  const [isCalm, setCalm] = useState(false);
  const [stack, setStack] = useState<BackStack | null>(null);
  // Shared content uses the person's language, unless they choose another one.
  const language = pageLanguage(chosen ?? contents?.language ?? first);
  const refs = useRef<{ dialog: Dialog; goBack: (() => void) | null }>({
    dialog: null,
    goBack: null,
  });
  useLayoutEffect(() => {
    refs.current.dialog = dialog;
  });
  const listen = useCallback((goBack: (() => void) | null) => {
    refs.current.goBack = goBack;
  }, []);
  const run = useCallback((work: Promise<unknown>): void => {
    work.catch(() => undefined);
  }, []);

  useEffect(() => {
    const made = createBackStack(window, () => {
      if (refs.current.dialog !== null) {
        setDialog(null);
        return 'stay';
      }
      const { screen: at, item } = portal.get();
      if (at === 'item') {
        // Prevents leaving by accident while something is being sent.
        if (item?.isHanded()) return 'stay';
        if (refs.current.goBack) {
          refs.current.goBack();
          return true;
        }
        if (item?.kind === 'sign' && item.back()) return true;
        run(portal.close());
        return true;
      }
      if (at === 'code') {
        portal.relogin();
        return true;
      }
      return false;
    });
    setStack(made);
    return () => made.stop();
  }, [portal, run]);
  useEffect(
    () =>
      watchPerson({
        win: window,
        now,
        afterMs: LOCK_MS,
        onIdle: () => {
          setDialog(null);
          portal.lock();
        },
        onHidden: () => run(portal.flush()),
        onHere: () => portal.again(),
      }),
    [portal, now, run],
  );
  useEffect(() => {
    applyComfort({
      lang: language,
      dir: directionOf(language),
      posture: 'hand',
      textScale,
      theme: 'system',
      calm: isCalm,
    });
    run(speakWords(language));
  }, [language, textScale, isCalm, run]);
  useEffect(() => {
    document.title = [t('title'), ...(praxis ? [praxis.name] : [])].join(' · ');
  }, [praxis, t]);

  const header = (
    <HomeHeader
      praxis={praxis?.name ?? ''}
      language={language}
      languages={LANGUAGES}
      canRemove={screen === 'item' && state.item?.kind === 'form'}
      onOpen={setDialog}
      banner={null}
    />
  );
  const page = (): ReactNode => {
    switch (screen) {
      case 'enter':
        return (
          <EnterPage
            header={header}
            state={state}
            onEnter={(address: ShareAddress) => run(portal.enter(address))}
          />
        );
      case 'login':
        return (
          <LoginPage
            header={header}
            state={state}
            onLogin={(firstName, birth) => run(portal.login(firstName, birth))}
            onType={portal.forgive}
          />
        );
      case 'code':
        return (
          <CodePage
            header={header}
            state={state}
            onSend={() => run(portal.requestCode())}
            onCode={(code) => run(portal.secondStep(code))}
            onBack={portal.relogin}
            onType={portal.forgive}
          />
        );
      case 'list':
        return (
          contents && (
            <ListPage
              header={header}
              state={state}
              contents={contents}
              onOpen={(item) =>
                run(
                  portal.open(item).then(() => {
                    if (portal.get().screen === 'item') stack?.forward();
                  }),
                )
              }
              onDownload={portal.download}
              onFinish={() => run(portal.finish())}
            />
          )
        );
      case 'item':
        return (
          <Suspense
            fallback={
              <Screen header={header} question={<Question>{t('list.opening')}</Question>}>
                {null}
              </Screen>
            }
          >
            <ItemPage
              header={header}
              state={state}
              portal={portal}
              language={language}
              textScale={textScale}
              stack={stack}
              listen={listen}
              isPaused={dialog !== null}
              now={now}
            />
          </Suspense>
        );
      case 'gone':
        return <GonePage header={header} state={state} onAsk={() => run(portal.renew())} />;
      case 'asked':
        return <AskedPage header={header} state={state} />;
      case 'locked':
        return <LockedPage header={header} state={state} />;
      case 'finished':
        return <FinishedPage header={header} state={state} />;
      case 'reset':
        return (
          <ResetPage
            header={header}
            state={state}
            onSave={(code) => run(portal.reset(code))}
            onType={portal.forgive}
          />
        );
      case 'resetDone':
      case 'resetOver':
        return <ResetEndPage header={header} state={state} isOver={screen === 'resetOver'} />;
    }
  };
  return (
    <>
      {page()}
      <HomeDialogs
        open={dialog}
        onClose={() => setDialog(null)}
        language={language}
        languages={LANGUAGES}
        onLanguage={setChosen}
        textScale={textScale}
        onTextScale={setTextScale}
        isCalm={isCalm}
        onCalm={setCalm}
        plain={undefined}
        isHanded={state.item?.isHanded() ?? false}
        onRemove={() => run(portal.remove())}
        onAfresh={() => undefined}
      />
    </>
  );
}

interface ItemPageProps {
  readonly header: ReactNode;
  readonly state: PortalState;
  readonly portal: Portal;
  readonly language: string;
  readonly textScale: TextScale;
  readonly stack: BackStack | null;
  readonly listen: (goBack: (() => void) | null) => void;
  readonly isPaused: boolean;
  readonly now: () => number;
}

function ItemPage({
  header,
  state: { item, praxis },
  portal,
  language,
  textScale,
  stack,
  listen,
  isPaused,
  now,
}: ItemPageProps) {
  const leave = useCallback(() => {
    portal.close().catch(() => undefined);
  }, [portal]);
  if (!item || !stack) return null;
  switch (item.kind) {
    case 'document':
      return (
        <DocumentPage
          header={header}
          content={item.content}
          language={language}
          onDownload={portal.download}
          onBack={() => stack.back()}
        />
      );
    case 'form':
      return (
        <FormItemPage
          header={header}
          item={item}
          language={language}
          stack={stack}
          listen={listen}
          isPaused={isPaused}
          now={now}
          onLeave={leave}
        />
      );
    case 'sign':
      return (
        <SignItemPage
          header={header}
          item={item}
          praxis={praxis}
          language={language}
          textScale={textScale}
          isPaused={isPaused}
          onDownload={portal.download}
          onForward={() => stack.forward()}
          onBack={() => stack.back()}
          onLeave={leave}
        />
      );
  }
}
