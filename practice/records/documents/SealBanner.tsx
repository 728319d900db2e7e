// Watches the practice's seal on every page: the line is loaded when the seal was not renewed in
// time.

import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useSeal } from './use-seal.ts';

const SealLine = lazyPart(async () => (await import('./SealLine.tsx')).SealLine);

export function SealBanner() {
  const seal = useSeal().data;
  if (seal === undefined || seal.state === 'ok') return null;
  return (
    <Suspense>
      <SealLine seal={seal} />
    </Suspense>
  );
}
