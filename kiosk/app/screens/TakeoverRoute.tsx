// The address of a takeover code opened in a browser (R7): nothing is started or used up before the press; then this browser runs the papers.

import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { takeoverCode } from '../../../shared/exchange/takeover.ts';
import de from '../../takeover/texts.de.json';
import en from '../../takeover/texts.en.json';
import { TakeoverPage, type TakeoverProblem } from '../../takeover/TakeoverPage.tsx';
import { applyComfort } from '../../ui/comfort.ts';
import { startTablet } from '../boot.ts';
import { addTexts, directionOf, screenLanguage, speak } from '../i18n.ts';
import { takeOver } from '../effects/takeover.ts';

addTexts({ takeover: { de, en } });

/** Every part of a run, so that a cut right after the takeover stops nobody. */
const loadRun = (): Promise<unknown> =>
  Promise.all([
    import('./TaskScreens.tsx'),
    import('./GuestScreens.tsx'),
    import('./Overlays.tsx'),
    import('./FormScreens.tsx'),
    import('../../signature/SignatureStep.tsx'),
    import('../effects/effects.ts'),
    import('../loops.ts'),
    import('../../outbox/carried.ts'),
    import('../../sync/direct.ts'),
  ]);

export default function TakeoverRoute() {
  const [code] = useState(() => takeoverCode(globalThis.location.pathname));
  const [problem, setProblem] = useState<TakeoverProblem | null>(
    code
      ? null
      : globalThis.location.pathname.replace(/\/$/, '') === '/takeover'
        ? 'none'
        : 'wrong',
  );
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    const language = screenLanguage(null, null);
    applyComfort({
      lang: language,
      dir: directionOf(language),
      posture: 'hand',
      textScale: 100,
      theme: 'light',
    });
    speak(language);
  }, []);
  const go = (): void => {
    if (!code || isBusy) return;
    setBusy(true);
    // Before anything is used up: from here on the network may go away, and the worker keeps nothing yet.
    loadRun()
      .then(() => takeOver(code))
      .then((result) => {
        setBusy(false);
        if (result === 'offline') {
          setProblem('offline');
          return;
        }
        // The secret stays in no history.
        globalThis.history.replaceState(null, '', '/takeover');
        if (result !== 'taken') {
          setProblem(result);
          return;
        }
        startTablet();
        navigate('/', { replace: true });
      })
      .catch(() => {
        setBusy(false);
        setProblem('offline');
      });
  };
  return <TakeoverPage problem={problem} isBusy={isBusy} onGo={go} />;
}
