// Trial of a built-in rule on its card, before it is switched on.

import { useState } from 'react';
import type { RuleTrialResult } from '../../../../../shared/analytics/billing/own-rules.schema.ts';
import { tryRule } from '../../proposals-calls.ts';
import { useBillingTexts } from '../../proposals-texts.ts';
import { TrialFound } from './TrialFound.tsx';
import { TrialSpan } from './TrialSpan.tsx';
import { useTrial } from './use-trial.ts';

/** Rendered closed: the book has hundreds of rules. */
export function RuleTrial({ ruleId }: { ruleId: string }) {
  const t = useBillingTexts(),
    [isOpen, setOpen] = useState(false);
  return (
    <details className="ab-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('rueck.titel')}</summary>
      {isOpen && <OpenTrial ruleId={ruleId} />}
    </details>
  );
}

function OpenTrial({ ruleId }: { ruleId: string }) {
  const t = useBillingTexts(),
    [found, setFound] = useState<RuleTrialResult | null>(null),
    [isAsked, setAsked] = useState(false),
    trial = useTrial(ruleId, async (from, to, name) =>
      setFound(await tryRule(ruleId, from, to, name)),
    );
  const ask = (): void => {
    setAsked(!trial.isSpan);
    if (trial.isSpan) trial.run();
  };
  return (
    <div className="p-stack ab-trial">
      <p className="p-muted p-small">{t('rueck.wieRegel')}</p>
      <TrialSpan trial={trial} asked={isAsked ? t('rueck.erst.zeit') : null} onAsk={ask} />
      {found !== null && <TrialFound sums={found} found={found} />}
    </div>
  );
}
