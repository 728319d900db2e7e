/** Entry of the gallery of the practice's components, with the theme and texts of the app. */
import '@mantine/core/styles.css';
import '@fontsource-variable/noto-sans/wght.css';
import '../../shared/base/tokens.css';
import '../../practice/app/practice.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { Toasts } from '../../practice/app/Toasts.tsx';
import { cssVariablesResolver, theme } from '../../practice/app/theme.ts';
import { speak } from '../../practice/ui/words.ts';
import { Gallery } from './Gallery.tsx';
import { DIALOGS } from './practice-dialogs.samples.tsx';
import { LISTS } from './practice-lists.samples.tsx';
import { PARTS } from './practice-parts.samples.tsx';
import { readChosen } from './sample.ts';

const chosen = readChosen(globalThis.location.search);
const html = document.documentElement;
html.dataset.app = 'practice';
html.dataset.theme = chosen.theme;
html.lang = chosen.lang;
html.dir = chosen.dir;
// The practice app speaks German and English.
const spoken = chosen.lang === 'de' ? 'de' : 'en';
await i18next.init({
  lng: spoken,
  keySeparator: false,
  interpolation: { escapeValue: false },
  resources: {},
});
await speak(spoken);
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={chosen.theme}
    >
      <QueryClientProvider client={queries}>
        <Toasts />
        <Gallery room="practice" samples={[...PARTS, ...LISTS, ...DIALOGS]} chosen={chosen} />
      </QueryClientProvider>
    </MantineProvider>,
  );
