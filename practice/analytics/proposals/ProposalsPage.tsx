// The work lists of billing proposals and of warnings: days and people on the left, the selected
// one on the right, decided by keyboard; nothing is ever booked here.

import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconKeyboard, IconTags } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty } from '../../ui/Page.tsx';
import { BillingFrame } from './ProposalsFrame.tsx';
import { useBillingTexts } from './proposals-texts.ts';
import { Evaluating, Waiting } from './Progress.tsx';
import { WorkFilters } from './WorkFilters.tsx';
import { useProposalList, type WorkKind } from './work/use-proposal-list.ts';
import { useProposalWork } from './work/use-proposal-work.ts';
import { useWorkPlace } from './work/use-selection.ts';
import { ChosenProposals } from './work/ChosenProposals.tsx';
import { TakeProposals } from './work/TakeProposals.tsx';
import { WorkArea } from './work/WorkArea.tsx';
import { WorkDialogs } from './work/WorkDialogs.tsx';
import { WorkSums } from './work/WorkSums.tsx';

export function ProposalsPage({ kind }: { kind: WorkKind }) {
  const t = useBillingTexts(),
    proposals = useProposalList(kind),
    work = useProposalWork(proposals),
    { list, head, params, ownLabels, isWarnings, isFiltered } = proposals,
    { current, dialog, selection } = work,
    place = useWorkPlace(selection.opened);
  return (
    <BillingFrame
      refused={list.error}
      title={t(isWarnings ? 'seite.hinweise' : 'titel')}
      toEnter={isWarnings ? undefined : head?.vorgemerkt.anzahl}
      actions={
        <Group gap={8} className="p-noprint">
          <TakeProposals title={t(isWarnings ? 'seite.hinweise' : 'titel')} proposals={proposals} />
          <Button
            variant="default"
            leftSection={<IconTags size={16} stroke={1.75} aria-hidden />}
            onClick={() => dialog.open('labels')}
          >
            {t('labels')}
          </Button>
          <Button
            variant="default"
            className="ab-wide"
            leftSection={<IconKeyboard size={16} stroke={1.75} aria-hidden />}
            onClick={() => dialog.open('keys')}
          >
            {t('tasten')}
          </Button>
        </Group>
      }
    >
      <WorkFilters params={params} labels={ownLabels} hasKinds={!isWarnings} />
      {head && <WorkSums head={head} proposals={proposals} work={work} />}
      {head && <Evaluating progress={head.fortschritt} />}
      {list.isPending && !list.isError && <Waiting reason={list.failureReason} />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {head?.stand === null && <NothingDelivered />}
      {head && head.stand !== null && work.items.length === 0 && !list.isFetching && (
        <div className="p-card">
          <Empty>{t(isFiltered ? 'leer.filter' : isWarnings ? 'leer.hinweise' : 'leer')}</Empty>
        </div>
      )}
      {current && <WorkArea place={place} current={current} proposals={proposals} work={work} />}
      <ChosenProposals work={work} mayAccept={!isWarnings} />
      <VisuallyHidden role="status">{work.said}</VisuallyHidden>
      <WorkDialogs proposals={proposals} work={work} />
    </BillingFrame>
  );
}

/** No data yet; an owner gets the way to deliver some. */
function NothingDelivered() {
  const t = useBillingTexts(),
    { user } = useSession();
  return (
    <div className="p-card">
      <Empty>
        {t('ohneDaten')}{' '}
        {user?.role === 'owner' && (
          <Link className="ab-inline" to="/daten">
            {t('ohneDaten.weg')}
          </Link>
        )}
      </Empty>
    </div>
  );
}
