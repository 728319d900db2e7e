// Takeover link opened in a browser (R7): nothing starts or is consumed before the button press;
// then this browser runs the tasks.

import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { TakeoverSender } from '../../../shared/exchange/takeover.schema.ts';
import { takeoverCode } from '../../../shared/exchange/takeover.ts';
import de from '../../takeover/texts.de.json';
import en from '../../takeover/texts.en.json';
import { TabletTop } from '../../tablet/TabletFrame.tsx';
import { TakeoverPage, type TakeoverProblem } from '../../takeover/TakeoverPage.tsx';
import { applyComfort } from '../../ui/comfort.ts';
import { startTablet } from '../boot.ts';
import { addTexts, directionOf, screenLanguage, speak } from '../i18n.ts';
import { senderOf, takeOver } from '../effects/takeover.ts';

addTexts({ takeover: { de, en } });

/** All chunks of a run, so that an outage right after the takeover interrupts no patient. */
const loadRun = (): Promise<unknown> =>
  Promise.all([
    import('./TaskScreens.tsx'),
    import('./GuestScreens.tsx'),
    import('./Overlays.tsx'),
    import('./FormScreens.tsx'),
    import('../../signature/SignatureStep.tsx'),
    import('../effects/effects.ts'),
    import('../loops/loops.ts'),
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
  const [sender, setSender] = useState<TakeoverSender | null>(null);
  const [, navigate] = useLocation();
  // Chosen on the device that shows the code, else the Mappe's: the run is in this language too.
  const [chosen] = useState(() => globalThis.location.hash.slice(1)),
    language = screenLanguage(chosen === '' ? (sender?.language ?? null) : chosen, null);
  useEffect(() => {
    applyComfort({
      lang: language,
      dir: directionOf(language),
      posture: 'hand',
      textScale: 100,
      theme: 'light',
    });
    speak(language);
  }, [language]);
  // The page asks for a birth date next: it names the practice first.
  useEffect(() => {
    let isGone = false;
    if (code)
      void senderOf(code).then((found) => {
        if (!isGone) setSender(found);
      });
    return () => {
      isGone = true;
    };
  }, [code]);
  const go = (): void => {
    if (!code || isBusy) return;
    setBusy(true);
    // Before the code is consumed: after that the network may fail, and the service worker has
    // cached nothing yet.
    loadRun()
      .then(() => takeOver(code, language))
      .then((result) => {
        setBusy(false);
        if (result === 'offline') {
          setProblem('offline');
          return;
        }
        // Keeps the secret out of the history.
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
  return (
    <TakeoverPage
      header={sender && <TabletTop praxis={sender.name} />}
      sender={sender}
      problem={problem}
      isBusy={isBusy}
      onGo={go}
    />
  );
}
