// A panel or dialog whose chunk is loaded when it is first opened.

import { Suspense, useEffect, useState, type FunctionComponent } from 'react';
import { useCalm } from './calm.ts';
import { lazyPart } from './lazy-part.ts';

interface Opens {
  isOpen: boolean;
}

/**
 * Wraps a dialog that is not mounted before it is opened; from then on it stays mounted.
 * @param load loads the chunk
 * @param isReady mounts it closed once the first screen is idle, so that it opens in the next frame
 */
export function dialogPart<Props extends Opens>(
  load: () => Promise<FunctionComponent<Props>>,
  { isReady = false }: { isReady?: boolean } = {},
): FunctionComponent<Props> {
  const Part = lazyPart(load);
  /**
   * First closed, then open: on closing, the focus returns to the element that had it on opening.
   */
  function Arriving(props: Props) {
    const [isThere, setThere] = useState(false);
    useEffect(() => setThere(true), []);
    return <Part {...props} isOpen={isThere && props.isOpen} />;
  }
  return function DialogPart(props: Props) {
    const [wasWanted, setWanted] = useState(false),
      isCalm = useCalm(),
      isWanted = wasWanted || props.isOpen || (isReady && isCalm);
    if (isWanted !== wasWanted) setWanted(true);
    return (
      isWanted && (
        <Suspense>
          <Arriving {...props} />
        </Suspense>
      )
    );
  };
}
