// The address of a takeover code opened in a browser (R7): nothing is started or used up before the press; then this browser runs the papers.

import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { takeoverCode } from '../../shared/takeover.ts';
import de from '../takeover/texts.de.json';
import en from '../takeover/texts.en.json';
import { TakeoverPage, type TakeoverProblem } from '../takeover/TakeoverPage.tsx';
import { applyComfort } from '../ui/comfort.ts';
import { startTablet } from './boot.ts';
import { addTexts, directionOf, screenLanguage, speak } from './i18n.ts';
import { takeOver } from './takeover.ts';

addTexts({ takeover: { de, en } });

export default function TakeoverRoute() {
  const [code] = useState(() => takeoverCode(globalThis.location.pathname));
  const [problem, setProblem] = useState<TakeoverProblem | null>(code ? null : globalThis.location.pathname.replace(/\/$/, '') === '/takeover' ? 'none' : 'wrong');
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    const language = screenLanguage(null, null);
    applyComfort({ lang: language, dir: directionOf(language), posture: 'hand', textScale: 100, theme: 'light' });
    speak(language);
  }, []);
  const go = (): void => {
    if (!code || isBusy) return;
    setBusy(true);
    takeOver(code).then((result) => {
      setBusy(false);
      if (result === 'offline') { setProblem('offline'); return; }
      // The secret stays in no history.
      globalThis.history.replaceState(null, '', '/takeover');
      if (result !== 'taken') { setProblem(result); return; }
      startTablet();
      navigate('/', { replace: true });
    }).catch(() => { setBusy(false); setProblem('offline'); });
  };
  return <TakeoverPage problem={problem} isBusy={isBusy} onGo={go} />;
}
