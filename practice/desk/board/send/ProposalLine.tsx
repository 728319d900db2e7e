// One line above the papers: how many the practice's rules propose, or offer for a person without
// an appointment.

import { Button } from '@mantine/core';
import type { PersonProposal } from '../../../../shared/desk/mappe-rules.schema.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useBoardTexts } from '../board-texts.ts';

export function ProposalLine({
  proposal,
  isTaken,
  onTake,
}: {
  proposal: PersonProposal;
  isTaken: boolean;
  onTake: () => void;
}) {
  const t = useBoardTexts(),
    n = proposal.items.length;
  const text = proposal.hasTermin
    ? n === 1
      ? t('send.proposalOne')
      : t('send.proposal', { n })
    : n === 1
      ? t('send.offerOne')
      : t('send.offer', { n });
  return (
    <Notice tone="info">
      {text}{' '}
      {!isTaken && (
        <Button size="xs" variant="light" onClick={onTake}>
          {t('send.take')}
        </Button>
      )}
    </Notice>
  );
}
