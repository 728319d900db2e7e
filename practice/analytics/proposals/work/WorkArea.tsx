// List and sheet of a work list next to each other, with the buttons that decide.

import { Button, Kbd } from '@mantine/core';
import type { RefObject } from 'react';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { ProposalList } from './ProposalList.tsx';
import { ProposalSheet } from './ProposalSheet.tsx';
import { useBillingTexts } from '../proposals-texts.ts';
import { RejectForm } from './RejectForm.tsx';
import type { ProposalListState } from './use-proposal-list.ts';
import type { ProposalWork } from './use-proposal-work.ts';

export function WorkArea({
  place,
  current,
  proposals: { list, ownLabels, isWarnings },
  work,
}: {
  /** Keeps both in the window. */
  place: RefObject<HTMLDivElement | null>;
  current: Proposal;
  proposals: ProposalListState;
  work: ProposalWork;
}) {
  const t = useBillingTexts(),
    { selection, decisions, key } = work;
  return (
    <div
      ref={place}
      className="ab-work"
      data-open={selection.isOpen}
      aria-busy={list.isPlaceholderData}
    >
      <ProposalList
        items={work.items}
        decided={decisions.others.map((one) => ({
          at: one.at,
          proposal: one.proposal,
          words: work.otherWords(one),
        }))}
        labels={ownLabels}
        chosen={key}
        isTicked={work.chosen.has}
        focus={selection.focus}
        label={t(isWarnings ? 'seite.hinweise' : 'titel')}
        isFetching={list.isFetchingNextPage}
        more={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        onChoose={(one) => {
          work.stopRejecting();
          selection.open(one);
        }}
        onEnter={work.accept}
        onStep={work.step}
        onTick={work.chosen.toggle}
      />
      <ProposalSheet
        one={current}
        labels={ownLabels}
        onBack={selection.showList}
        onLabels={() => work.dialog.open('label')}
        acts={
          work.isRejecting ? (
            <RejectForm
              key={key}
              about={work.nameOf(current)}
              onCancel={() => {
                work.stopRejecting();
                selection.refocus();
              }}
              onReject={(reason, comment) =>
                work.decide(current, { action: 'ablehnen', grund: reason, comment })
              }
            />
          ) : (
            <Acts current={current} isWarnings={isWarnings} work={work} />
          )
        }
      />
    </div>
  );
}

function Acts({
  current,
  isWarnings,
  work,
}: {
  current: Proposal;
  isWarnings: boolean;
  work: ProposalWork;
}) {
  const t = useBillingTexts();
  return (
    <>
      {!isWarnings && (
        <Button onClick={() => work.accept(current)} rightSection={<Kbd aria-hidden>↵</Kbd>}>
          {t('vormerken')}
        </Button>
      )}
      <Button variant="default" onClick={work.reject} rightSection={<Kbd aria-hidden>A</Kbd>}>
        {t(isWarnings ? 'inOrdnung' : 'ablehnen')}
      </Button>
      <Button variant="subtle" className="ab-bulk-button" onClick={() => work.dialog.open('bulk')}>
        {t('gemeinsam')}
      </Button>
    </>
  );
}
