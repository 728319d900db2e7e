/** Home page of a questionnaire (R8): current page, the bar above it, and back navigation. */
import { lazy, useCallback, useEffect, useMemo, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoreBehind } from '../ui/drawnBehind.ts';
import { Notice } from '../ui/Notice.tsx';
import type { FormPageProps } from './form/FormPage.tsx';
import { titleIn } from './formTitle.ts';
import { HomeDialogs, HomeHeader, type Dialog } from './HomeHeader.tsx';
import { HomePage } from './HomePage.tsx';
import { useLock, usePhoneLook, usePhoneWay, type GoBack } from './phone/usePhonePage.ts';
import { hasPlain } from './plain.ts';
import type { Visit, VisitState } from './visit/visitState.ts';
import { directionOf, pageLanguage, speakWords } from './words.ts';

export interface HomeAppProps {
  readonly visit: Visit;
  readonly loadForm: () => Promise<{ readonly default: ComponentType<FormPageProps> }>;
  readonly now: () => number;
}

/** Whether there is data to delete. */
const canRemove = ({ screen, draft, found }: VisitState): boolean =>
  draft !== null ||
  screen === 'lock' ||
  screen === 'shut' ||
  screen === 'handing' ||
  (found.kind === 'kept' && (screen === 'start' || screen === 'failed'));

/** Errors that are the same on every page. */
function Banner({ state }: { readonly state: VisitState }) {
  const { t } = useTranslation('home');
  const { screen, hasTrouble, isLasting, draft, isLanguageMissing } = state;
  if (screen === 'start') return null;
  if (hasTrouble)
    return (
      <div className="home-banner">
        <Notice kind="warn" live title={t('open.trouble')} />
      </div>
    );
  if (!isLasting && draft !== null)
    return (
      <div className="home-banner">
        <Notice kind="warn" title={t('open.short')} />
      </div>
    );
  return isLanguageMissing ? (
    <div className="home-banner">
      <Notice kind="offline" live title={t('language.missing')} />
    </div>
  ) : null;
}

/** Texts around the page: language, text size, title of the window. */
function useWindow({ link, language, praxis, textScale }: VisitState, isCalm: boolean): void {
  const { t } = useTranslation('home');
  const page = pageLanguage(language);
  usePhoneLook({ language: page, direction: directionOf(page), textScale, isCalm }, speakWords);
  useEffect(() => {
    document.title = [
      titleIn(link, language)?.text ?? t('title'),
      ...(praxis ? [praxis.name] : []),
    ].join(' · ');
  }, [link, language, praxis, t]);
}

export function HomeApp({ visit, loadForm, now }: HomeAppProps) {
  const { t } = useTranslation('home');
  const state = useStoreBehind(visit.subscribe, visit.get);
  const { screen, draft, form, link, language } = state;
  const [dialog, setDialog] = useState<Dialog>(null);
  const [isCalm, setCalm] = useState(false);
  const [FormPage] = useState(() => lazy(loadForm));
  const closeDialog = useCallback(() => setDialog(null), []);
  const goBack = useCallback(
    (listener: GoBack): boolean => {
      if (!listener) return visit.back();
      listener();
      return true;
    },
    [visit],
  );
  const way = usePhoneWay(dialog, closeDialog, goBack);
  useLock(visit, now, closeDialog);
  useWindow(state, isCalm);

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
    way.stack?.forward();
    run(visit.begin());
  };
  const header = (
    <HomeHeader
      praxis={state.praxis?.name ?? ''}
      language={language}
      languages={screen === 'lock' || screen === 'handing' || screen === 'sent' ? [] : languages}
      canRemove={canRemove(state)}
      onOpen={setDialog}
      banner={<Banner state={state} />}
    />
  );
  return (
    <>
      <HomePage
        header={header}
        visit={visit}
        state={state}
        FormPage={FormPage}
        plain={plain}
        way={way}
        isPaused={dialog !== null}
        now={now}
        onOpen={setDialog}
        onBegin={begin}
      />
      <HomeDialogs
        open={dialog}
        onClose={closeDialog}
        language={language}
        languages={languages}
        onLanguage={(code) => run(visit.speak(code))}
        textScale={state.textScale}
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
