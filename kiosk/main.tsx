// Wiring of the patients' app: styles, texts, the tablet, the page.

import './app/fonts.css';
import '../shared/base/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startTablet } from './app/boot.ts';
import { screenLanguage, startTexts } from './app/i18n.ts';

/** A function, because browsers of 2020 have no top-level `await`. */
async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('No #root.');
  await startTexts(screenLanguage(null, null));
  // A user who opens a mail link or a takeover link is not at a practice tablet.
  if (!/^\/(?:unsubscribe|takeover)(?:\/|$)/.test(globalThis.location.pathname)) startTablet();
  createRoot(root).render(<App />);
}

void start();
