// Wiring of the home page: styles, texts, the link and the stored data, the page. No service
// worker.

import '../../shared/base/tokens.css';
import '../ui/base.css';
import '../ui/demo.css';
import './home.css';
import { createRoot } from 'react-dom/client';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import { browserClock, browserRandom } from '../app/ports.ts';
import { createBareCall } from '../sync/api.ts';
import { createHomeCalls } from '../sync/home.ts';
import { openCabinet } from './cabinet.ts';
import { HomeApp } from './HomeApp.tsx';
import { createKeeper, sweep } from './keeper.ts';
import { fetchLater, sendLeftPhotos } from './later.ts';
import { parametersOf, wantsHistory } from './address.ts';
import { PhoneBoundary } from './phone/PhoneBoundary.tsx';
import { createVisit } from './visit/visit.ts';
import { startWords, pageLanguage } from './words.ts';

const NO_AUTH = { authToken: null, r4chost: null, r4cUuid: null, cid: null, shareId: null };

/** The secret of the link from the address; anything else is treated as a wrong link. */
function linkOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/')[2] ?? '') || '-';
  } catch {
    return '-';
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no place for the app.');
  const { location, history } = globalThis;
  const questionnaireId = linkOf(location.pathname),
    parameters = parametersOf(location.search);
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  const cabinet = await openCabinet(globalThis.indexedDB, subtle);
  const call = createBareCall({
    auth: { get: () => NO_AUTH, set: () => undefined, clear: () => undefined },
    newId: browserRandom.id,
    version: __VERSION__,
  });
  // Hashed: a usable link cannot be read from the device.
  const id = cabinet ? await sha256Hex(`home|${questionnaireId}`) : '';
  if (cabinet) await sweep(cabinet, browserClock.now()).catch(() => undefined);
  const calls = createHomeCalls(call, questionnaireId, browserClock);
  if (cabinet) sendLeftPhotos(cabinet, calls.putPhoto, id);
  const visit = createVisit({
    calls,
    clock: browserClock,
    random: browserRandom,
    isOnline: () => navigator.onLine,
    browser: navigator.languages,
    parameters,
    keeperOf: (on) => createKeeper({ cabinet, subtle, id, clock: browserClock, ...on }),
  });
  await Promise.all([visit.start(), startWords(pageLanguage(visit.get().language))]);
  if (location.search !== '') {
    // U2: the values are in memory; they are removed from the bar, from shared screenshots and from
    // the history.
    const { link } = visit.get();
    if (link?.questionnaire && wantsHistory(link.questionnaire, parameters))
      history.pushState(null, '', location.pathname);
    else history.replaceState(history.state, '', location.pathname);
  }
  const loadForm = () => import('./form/FormPage.tsx');
  // Fetched while the person reads: after an outage it would be too late.
  loadForm().catch(() => undefined);
  fetchLater();
  // Most pages are never translated: not part of the first load.
  import('./phone/translated.ts').then((m) => m.followTranslation(root)).catch(() => undefined);
  createRoot(root).render(
    <PhoneBoundary>
      <HomeApp visit={visit} loadForm={loadForm} now={browserClock.now} />
    </PhoneBoundary>,
  );
}

void start();
