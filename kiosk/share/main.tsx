// Wiring of the share's page: styles, texts, parsed address and stored data, the page. No service
// worker.

import '../../shared/base/tokens.css';
import '../ui/base.css';
import '../ui/demo.css';
import '../home/home.css';
import './share.css';
import { createRoot } from 'react-dom/client';
import type { ShareAddress } from '../../shared/exchange/share.ts';
import { browserClock, browserRandom } from '../app/ports.ts';
import { openCabinet } from '../home/cabinet.ts';
import { sweep } from '../home/keeper.ts';
import { sendLeftPhotos } from '../home/later.ts';
import { PhoneBoundary } from '../home/phone/PhoneBoundary.tsx';
import { createShareCalls } from '../sync/share-calls.ts';
import { bareAddress, placeOf } from './address.ts';
import { openAny, keptItems } from './items.ts';
import { dropLinkKey, findLinkKey, keepLinkKey } from './linkKey.ts';
import { createShareVisit } from './visit/shareVisit.ts';
import type { ShareVisit } from './visit/shareState.ts';
import type { Practice } from './openItem.ts';
import { ShareApp } from './ShareApp.tsx';
import { proofOf } from './proof.ts';
import { browserLanguage, startWords } from './words.ts';

/** Facts of the practice, rendered into the page by the server. */
function praxisIn(page: Document): Practice | null {
  const {
    name = '',
    anschrift = '',
    telefon = '',
    mail = '',
  } = page.getElementById('praxis')?.dataset ?? {};
  return name === '' ? null : { name, anschrift, telefon, mail };
}

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no place for the app.');
  const { location, history } = globalThis,
    praxis = praxisIn(document),
    place = placeOf(location);
  // Read once: removed from the bar, from shared screenshots and from the history before anything
  // else happens.
  history.replaceState(history.state, '', bareAddress(place));
  // Reopening the same link in the same tab changes only the part after #: restarts with it.
  globalThis.addEventListener('hashchange', () => {
    if (location.hash !== '') location.reload();
  });
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  const cabinet = await openCabinet(globalThis.indexedDB, subtle);
  if (cabinet) await sweep(cabinet, browserClock.now()).catch(() => undefined);

  const remember = async (address: ShareAddress): Promise<ShareAddress> => {
    // A typed link: a reloaded page knows its share.
    history.replaceState(history.state, '', bareAddress({ kind: 'share', address }));
    const { shareId, key, r4cUuid } = address;
    if (!cabinet || !subtle) return address;
    if (key !== undefined)
      await keepLinkKey(
        cabinet,
        subtle,
        shareId,
        { key, r4cUuid: r4cUuid ?? null },
        browserClock.now(),
      ).catch(() => undefined);
    const kept =
      key === undefined
        ? await findLinkKey(cabinet, shareId, browserClock.now()).catch(() => null)
        : null;
    return kept
      ? { shareId, key: kept.key, ...(kept.r4cUuid !== null && { r4cUuid: kept.r4cUuid }) }
      : address;
  };
  const visit: ShareVisit = createShareVisit({
    place,
    praxis,
    clock: browserClock,
    remember,
    callsOf: ({ shareId, r4cUuid }) => {
      const calls = createShareCalls({
        newId: browserRandom.id,
        version: __VERSION__,
        shareId,
        r4cUuid,
        clock: browserClock,
      });
      // Also where the share is over: its accepted answers are not complete without their photos.
      if (cabinet) sendLeftPhotos(cabinet, calls.putPhoto);
      return calls;
    },
    proofOf: async ({ shareId, key }) =>
      subtle && key !== undefined ? proofOf(subtle, shareId, key) : undefined,
    dropLink: async ({ shareId }) => {
      if (cabinet) await dropLinkKey(cabinet, shareId);
    },
    openItem: (content, shareId, calls, onOver) =>
      openAny(content, shareId, {
        calls,
        cabinet,
        subtle,
        clock: browserClock,
        random: browserRandom,
        isOnline: () => navigator.onLine,
        appVersion: __VERSION__,
        praxis: visit.get().praxis,
        onOver,
        device: () => ({
          userAgent: navigator.userAgent.slice(0, 300),
          screen: `${screen.width}x${screen.height}@${devicePixelRatio}`,
        }),
      }),
    keptIn: (contents, shareId) => keptItems(contents, shareId, cabinet),
  });
  const language = browserLanguage(navigator.languages);
  await Promise.all([visit.start(), startWords(language)]);
  // Most pages are never translated: not part of the first load.
  import('../home/phone/translated.ts')
    .then((m) => m.followTranslation(root))
    .catch(() => undefined);
  createRoot(root).render(
    <PhoneBoundary>
      <ShareApp visit={visit} language={language} now={browserClock.now} />
    </PhoneBoundary>,
  );
}

void start();
