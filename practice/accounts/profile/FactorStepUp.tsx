// The step-up dialog of the security page, with a reason that fits all its actions.

import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useProfileTexts } from './profile-texts.ts';
import type { FactorAct } from './use-factor-act.ts';

export function FactorStepUp({ stepUp }: Pick<FactorAct, 'stepUp'>) {
  const t = useProfileTexts();
  return (
    <StepUp
      isOpen={stepUp.isAsked}
      onClose={stepUp.cancel}
      onConfirmed={stepUp.confirmed}
      why={t('stepUp.why')}
    />
  );
}
