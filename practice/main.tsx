// Starts the staff app: texts, session, first render.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from './api.ts';
import { App } from './app/App.tsx';
import { startTexts } from './app/i18n.ts';
import { setPagePolicy } from './app/page-policy.ts';
import { printLight } from './app/print-light.ts';

setPagePolicy();
document.documentElement.dataset.app = 'practice';
document.documentElement.dataset.theme = 'system';
printLight();

// Requested first: the answer arrives while the texts load.
void startSession();
await startTexts();
const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
