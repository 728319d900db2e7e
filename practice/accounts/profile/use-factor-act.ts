// Runs an action on the own factors: asks for a step-up where the server requires it, shows errors,
// refetches the factors.

import { useQueryClient } from '@tanstack/react-query';
import { FACTORS } from '../../ui/saving/own-factors.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';

export function useFactorAct() {
  const stepUp = useWithStepUp();
  const queries = useQueryClient();
  const { isBusy, failed, run } = useSubmit();
  const act = async (work: () => Promise<void>): Promise<boolean> =>
    run(async () => {
      await stepUp.run(work);
      await queries.invalidateQueries({ queryKey: FACTORS });
    });
  return { act, failed, isBusy, stepUp };
}
export type FactorAct = ReturnType<typeof useFactorAct>;
