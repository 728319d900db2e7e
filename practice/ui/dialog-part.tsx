// A panel or dialog whose part is fetched when it is first opened.

import { Suspense, useEffect, useState, type FunctionComponent } from 'react';
import { lazyPart } from './lazy-part.ts';

interface Opens {
  isOpen: boolean;
}

/** Nothing of it is there before it is opened; from then on it stays. @param load the part itself */
export function dialogPart<Props extends Opens>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const Part = lazyPart(load);
  /** First closed, then open: closing gives the focus back to what had it when it opened. */
  function Arriving(props: Props) {
    const [isThere, setThere] = useState(false);
    useEffect(() => setThere(true), []);
    return <Part {...props} isOpen={isThere && props.isOpen} />;
  }
  return function DialogPart(props: Props) {
    const [wasWanted, setWanted] = useState(false),
      isWanted = wasWanted || props.isOpen;
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
