// What can be done with the chosen proposals: decided alike, or labelled.

import { Button } from '@mantine/core';
import { useState } from 'react';
import { ChosenBar } from '../../../ui/lists/ChosenBar.tsx';
import { useBillingTexts } from '../proposals-texts.ts';
import { RejectForm } from './RejectForm.tsx';
import { useBulkDecision } from './use-bulk-decision.ts';
import type { ProposalWork } from './use-proposal-work.ts';

export function ChosenProposals({
  work: { chosen, dialog, selection },
  mayAccept,
}: {
  work: ProposalWork;
  mayAccept: boolean;
}) {
  const t = useBillingTexts(),
    [isRejecting, setRejecting] = useState(false),
    n = chosen.rows.length,
    stop = (): void => {
      setRejecting(false);
      selection.refocus();
    },
    { isBusy, decide } = useBulkDecision(() => {
      chosen.clear();
      stop();
    });
  if (n > 0 && isRejecting)
    return (
      <div className="p-card ab-chosen-reject">
        <RejectForm
          about={t('gemeinsam.gewaehlt', { n })}
          onCancel={stop}
          onReject={(reason, comment) =>
            decide(chosen.rows, 'ablehnen', { grund: reason, comment })
          }
        />
      </div>
    );
  return (
    <ChosenBar n={n} onNone={chosen.clear}>
      {mayAccept && (
        <Button size="xs" loading={isBusy} onClick={() => decide(chosen.rows, 'vormerken')}>
          {t('vormerken')}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={isBusy} onClick={() => setRejecting(true)}>
        {t(mayAccept ? 'ablehnen' : 'inOrdnung')}
      </Button>
      <Button size="xs" variant="default" onClick={() => dialog.open('label')}>
        {t('label')}
      </Button>
    </ChosenBar>
  );
}
