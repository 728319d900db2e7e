/** Page of a share (R3, R4): current page, the bar above it, back navigation, and the lock. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HomeDialogs, HomeHeader, type Dialog } from '../home/HomeHeader.tsx';
import { useLock, usePhoneLook, usePhoneWay, type GoBack } from '../home/phone/usePhonePage.ts';
import type { TextScale } from '../ui/comfort.ts';
import { useStoreBehind } from '../ui/drawnBehind.ts';
import { SharePage } from './SharePage.tsx';
import type { ShareVisit } from './visit/shareState.ts';
import { directionOf, LANGUAGES, pageLanguage, speakWords } from './words.ts';

export interface ShareAppProps {
  readonly visit: ShareVisit;
  /** Language of the browser. */
  readonly language: string;
  readonly now: () => number;
}

/** Goes one step back; see `usePhoneWay`. */
function backIn(visit: ShareVisit, listener: GoBack): boolean | 'stay' {
  const { screen, item } = visit.get();
  if (screen === 'item') {
    // Prevents leaving by accident while something is being sent.
    if (item?.isHanded()) return 'stay';
    if (listener) listener();
    else if (item?.kind !== 'sign' || !item.back()) visit.close().catch(() => undefined);
    return true;
  }
  if (screen === 'code') {
    visit.relogin();
    return true;
  }
  return false;
}

export function ShareApp({ visit, language: first, now }: ShareAppProps) {
  const { t } = useTranslation('share');
  const state = useStoreBehind(visit.subscribe, visit.get);
  const { screen, praxis, contents } = state;
  const [dialog, setDialog] = useState<Dialog>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [textScale, setTextScale] = useState<TextScale>(100);
  const [isCalm, setCalm] = useState(false);
  // Shared content uses the person's language, unless they choose another one.
  const language = pageLanguage(chosen ?? contents?.language ?? first);
  const closeDialog = useCallback(() => setDialog(null), []);
  const goBack = useCallback((listener: GoBack) => backIn(visit, listener), [visit]);
  const way = usePhoneWay(dialog, closeDialog, goBack);
  useLock(visit, now, closeDialog);
  usePhoneLook({ language, direction: directionOf(language), textScale, isCalm }, speakWords);
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
  return (
    <>
      <SharePage
        header={header}
        state={state}
        visit={visit}
        language={language}
        textScale={textScale}
        way={way}
        isPaused={dialog !== null}
        now={now}
      />
      <HomeDialogs
        open={dialog}
        onClose={closeDialog}
        language={language}
        languages={LANGUAGES}
        onLanguage={setChosen}
        textScale={textScale}
        onTextScale={setTextScale}
        isCalm={isCalm}
        onCalm={setCalm}
        plain={undefined}
        isHanded={state.item?.isHanded() ?? false}
        onRemove={() => {
          visit.remove().catch(() => undefined);
        }}
        onAfresh={() => undefined}
      />
    </>
  );
}
