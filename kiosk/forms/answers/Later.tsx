/** Loads the parts of answers that few forms have: without a network it would be too late. */
import { lazy, Suspense, type ComponentType } from 'react';
import type { LaterAnswerProps } from './LaterAnswer.tsx';

let loaded: ComponentType<LaterAnswerProps> | undefined;
const load = () =>
  import('./LaterAnswer.tsx').then((part) => {
    loaded = part.default;
    return part;
  });
const Lazy = lazy(load);
export const fetchLaterAnswers = (): Promise<unknown> => load().catch(() => undefined);

export function Later(props: LaterAnswerProps) {
  const Part = loaded ?? Lazy;
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
