// The dialogs of a work list: labels of one proposal, the labels themselves, several decisions at
// once, and the keys.

import { useQueryClient } from '@tanstack/react-query';
import { LabelsDialog } from '../../../ui/LabelsDialog.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { AssignDialog, GroupLabels, labelActs } from '../LabelDialogs.tsx';
import type { ProposalListState } from './use-proposal-list.ts';
import type { ProposalWork } from './use-proposal-work.ts';

export function WorkDialogs({
  proposals: { all, query, labels, ownLabels, isWarnings },
  work: { current, key, dialog, chosen },
}: {
  proposals: ProposalListState;
  work: ProposalWork;
}) {
  const queries = useQueryClient();
  return (
    <>
      {dialog.dialog === 'label' && current && (
        <AssignDialog
          key={key}
          ones={chosen.rows.length > 0 ? chosen.rows : [current]}
          labels={ownLabels}
          onClose={dialog.close}
          onManage={() => dialog.open('labels')}
        />
      )}
      {dialog.dialog === 'labels' && labels.data && (
        <LabelsDialog labels={ownLabels} acts={labelActs(queries)} onClose={dialog.close}>
          <GroupLabels
            labels={labels.data}
            rowGroups={[...new Set(all.map(({ gruppe }) => gruppe))]}
          />
        </LabelsDialog>
      )}
      {dialog.dialog === 'bulk' && current && (
        <BulkDialog
          one={current}
          query={query}
          mayAccept={!isWarnings}
          onClose={dialog.close}
          onDone={dialog.finish}
        />
      )}
      {dialog.dialog === 'keys' && <KeysDialog mayAccept={!isWarnings} onClose={dialog.close} />}
    </>
  );
}
