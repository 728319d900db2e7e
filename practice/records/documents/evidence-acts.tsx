// Actions on the evidence of a signed paper, as a list for buttons and menus: the readable protocol,
// and for an owner the recorded handwriting.

import { IconWriting } from '@tabler/icons-react';
import { Suspense, useState, type ReactElement } from 'react';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { useSession } from '../../session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useDocumentsTexts } from './documents-texts.ts';

const HandwritingDialog = lazyPart(
  async () => (await import('./handwriting/HandwritingDialog.tsx')).HandwritingDialog,
);
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A paper signed here: it has an envelope with evidence. */
const isSigned = (row: DocumentRow): boolean =>
  row.kind === 'document' && row.taskId !== null && row.level !== 'none';

interface EvidenceAct {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactElement;
  readonly run: () => void;
}

/** @returns the actions, and the dialog that one of them opens */
export function useEvidenceActs(row: DocumentRow): {
  acts: readonly EvidenceAct[];
  dialog: ReactElement | null;
} {
  const t = useDocumentsTexts(),
    { user } = useSession(),
    [isOpening, setOpening] = useState(false);
  const handwriting: EvidenceAct = {
    id: 'handwriting',
    label: t('handwriting'),
    icon: <IconWriting {...icon} />,
    run: () => setOpening(true),
  };
  const acts = isSigned(row) && user?.role === 'owner' ? [handwriting] : [];
  return {
    acts,
    dialog: isOpening ? (
      <Suspense>
        <HandwritingDialog fileId={row.fileId} onClose={() => setOpening(false)} />
      </Suspense>
    ) : null,
  };
}
