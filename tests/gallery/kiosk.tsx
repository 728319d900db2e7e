/** Entry of the gallery of the tablet's components. */
import '../../kiosk/app/fonts.css';
import '../../shared/base/tokens.css';
import '../../kiosk/ui/base.css';
import { createRoot } from 'react-dom/client';
import { applyComfort } from '../../kiosk/ui/comfort.ts';
import { Gallery } from './Gallery.tsx';
import { FIELDS } from './kiosk-fields.samples.tsx';
import { CRASH } from './kiosk-crash.samples.tsx';
import { FRAME } from './kiosk-frame.samples.tsx';
import { readChosen } from './sample.ts';

const chosen = readChosen(globalThis.location.search);
applyComfort({
  lang: chosen.lang,
  dir: chosen.dir,
  theme: chosen.theme,
  posture: 'hand',
  textScale: chosen.size,
  calm: chosen.isCalm,
});
const root = document.getElementById('app');
if (root)
  createRoot(root).render(
    <Gallery room="kiosk" samples={[...FRAME, ...CRASH, ...FIELDS]} chosen={chosen} />,
  );
