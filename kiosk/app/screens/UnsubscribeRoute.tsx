// Unsubscribe link opened in a browser that is not a tablet (R5): does not start the tablet; uses
// the practice's language, no selector.

import { useEffect, useMemo } from 'react';
import de from '../../unsubscribe/texts.de.json';
import en from '../../unsubscribe/texts.en.json';
import { UnsubscribePage } from '../../unsubscribe/UnsubscribePage.tsx';
import { createBareCall } from '../../sync/api.ts';
import { createAuthStore } from '../../sync/authStore.ts';
import type { UnsubscribeLink } from '../../sync/unsubscribe.ts';
import { applyComfort } from '../../ui/comfort.ts';
import { addTexts, directionOf, screenLanguage, speak } from '../i18n.ts';
import { browserRandom } from '../ports.ts';

addTexts({ unsubscribe: { de, en } });
const call = createBareCall({
  auth: createAuthStore(localStorage),
  newId: browserRandom.id,
  version: __VERSION__,
});

/** Exactly as in the address: another spelling is another mailbox. */
function linkOf(pathname: string): UnsubscribeLink {
  const [, , email = '', unsubscribeToken = ''] = pathname.split('/');
  try {
    return {
      email: decodeURIComponent(email),
      unsubscribeToken: decodeURIComponent(unsubscribeToken),
    };
  } catch {
    return { email: '-', unsubscribeToken: '-' };
  }
}

const showIn = (language: string): void => show(screenLanguage(null, language));

function show(language: string): void {
  applyComfort({
    lang: language,
    dir: directionOf(language),
    posture: 'hand',
    textScale: 100,
    theme: 'system',
  });
  speak(language);
}

export default function UnsubscribeRoute() {
  const link = useMemo(() => linkOf(globalThis.location.pathname), []);
  useEffect(() => {
    show(screenLanguage(null, null));
  }, []);
  return <UnsubscribePage call={call} link={link} onLanguage={showIn} />;
}
