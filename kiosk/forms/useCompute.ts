/** Loads the engine of expressions, only for forms with expressions. */
import { useEffect, useState } from 'react';
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import { loadCompute, type Compute } from './load-compute.ts';

/** A failed chunk is retried; until then no computed value is shown. */
const AGAIN_MS = 3_000;

/**
 * Returns the engine. `null`: the form computes nothing; `undefined` while the engine loads.
 */
export function useCompute(model: Model): Compute | null | undefined {
  const [compute, setCompute] = useState<Compute | undefined>(undefined);
  useEffect(() => {
    if (!model.usesFhirPath) return;
    let isOver = false,
      again: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      loadCompute()
        .then((loaded) => {
          if (!isOver) setCompute(() => loaded);
        })
        .catch(() => {
          if (!isOver) again = setTimeout(load, AGAIN_MS);
        });
    };
    load();
    return () => {
      isOver = true;
      clearTimeout(again);
    };
  }, [model]);
  return model.usesFhirPath ? compute : null;
}
