// The page's colours for a chart, read again after every change of its theme.

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { readLook, type Look } from './look.ts';

/** Returns the current colours. */
export function useLook(): Look {
  const [look, setLook] = useState(readLook);
  useEffect(() => {
    const next = (): void => setLook(readLook()),
      watcher = new MutationObserver(next),
      system = matchMedia('(prefers-color-scheme: dark)'),
      paper = matchMedia('print'),
      // Synchronously: the browser captures the page once the handler returns.
      nextNow = (): void => flushSync(next);
    watcher.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme', 'data-accent', 'data-mantine-color-scheme'],
    });
    system.addEventListener('change', next);
    paper.addEventListener('change', nextNow);
    addEventListener('beforeprint', nextNow);
    return () => {
      watcher.disconnect();
      system.removeEventListener('change', next);
      paper.removeEventListener('change', nextNow);
      removeEventListener('beforeprint', nextNow);
    };
  }, []);
  return look;
}
