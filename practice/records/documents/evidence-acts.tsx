// Actions on the evidence of a document, as a list for buttons and menus: the readable protocol,
// and for an owner the recorded handwriting.

import { IconListDetails, IconWriting } from '@tabler/icons-react';
import { Suspense, useState, type ReactElement } from 'react';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { useSession } from '../../session.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { openFile } from '../../ui/pdf.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { getProtocol } from './documents-calls.ts';
import { useDocumentsTexts } from './documents-texts.ts';

const HandwritingDialog = lazyPart(
  async () => (await import('./handwriting/HandwritingDialog.tsx')).HandwritingDialog,
);
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A paper signed here: it has an envelope with evidence. */
const isSigned = (row: DocumentRow): boolean =>
  row.kind === 'document' && row.taskId !== null && row.level !== 'none';

/** Made here without a signature on a device: the record states how it came in. */
const hasRecord = (row: DocumentRow): boolean => row.kind === 'scan' || row.kind === 'receipt';

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
    ui = useUiTexts(),
    { user } = useSession(),
    { run } = useSubmit(),
    [isOpening, setOpening] = useState(false);
  const protocol: EvidenceAct = {
    id: 'protocol',
    label: t('protocol'),
    icon: <IconListDetails {...icon} />,
    run: () =>
      void run(async () => {
        const name = t(isSigned(row) ? 'protocol.file' : 'protocol.record');
        if (!(await openFile(() => getProtocol(row.fileId), name))) say(ui('popup'));
      }, sayError),
  };
  const handwriting: EvidenceAct = {
    id: 'handwriting',
    label: t('handwriting'),
    icon: <IconWriting {...icon} />,
    run: () => setOpening(true),
  };
  const own = user?.role === 'owner' ? [protocol, handwriting] : [protocol];
  const others = hasRecord(row) ? [protocol] : [];
  return {
    acts: isSigned(row) ? own : others,
    dialog: isOpening ? (
      <Suspense>
        <HandwritingDialog fileId={row.fileId} onClose={() => setOpening(false)} />
      </Suspense>
    ) : null,
  };
}
