// An act on the own factors: asks for a step-up where the server wants one, shows what went wrong, reads the factors anew.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isGivenUp } from '../passkeys.ts';
import { useWithStepUp } from '../ui/with-step-up.ts';

export const FACTORS = ['factors'] as const;

export function useFactorAct() {
  const stepUp = useWithStepUp();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setFailed(null);
    setBusy(true);
    try {
      await stepUp.run(work);
      await queries.invalidateQueries({ queryKey: FACTORS });
    } catch (error) {
      if (!isGivenUp(error)) setFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return { act, failed, isBusy, stepUp };
}
export type FactorAct = ReturnType<typeof useFactorAct>;
