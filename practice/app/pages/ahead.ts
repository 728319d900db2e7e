// Loads the chunk of a page as soon as a link to it is pointed at, focused or pressed.

import { fetched } from '../../ui/lazy-part.ts';

const BASE = '/practice';

/** Returns the path below /practice of the app's link around an element. */
function pathOfLink(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return undefined;
  return link.pathname.startsWith(`${BASE}/`) ? link.pathname.slice(BASE.length) : undefined;
}

/**
 * Watches the links of the page.
 * @param load loads the chunks of a path below /practice; called once for each path
 * @returns ends the watch
 */
export function watchLinks(load: (path: string) => Promise<unknown>): () => void {
  const begun = new Set<string>();
  const look = ({ target }: Event): void => {
    const path = pathOfLink(target);
    if (path === undefined || begun.has(path)) return;
    begun.add(path);
    // A failed one is loaded when it is opened.
    fetched(() => load(path)).catch(() => begun.delete(path));
  };
  const on = ['pointerover', 'focusin', 'pointerdown'] as const;
  for (const name of on) document.addEventListener(name, look, { passive: true });
  return () => {
    for (const name of on) document.removeEventListener(name, look);
  };
}
