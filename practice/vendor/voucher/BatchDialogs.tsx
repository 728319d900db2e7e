// Dialogs of a batch: its codes, shown to be saved, and who redeemed them.

import { Button, Group, Text, Textarea } from '@mantine/core';
import type { Batches } from '../../../shared/vendor/voucher.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { saveBytes } from '../../ui/pdf.ts';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { useReport } from './voucher-calls.ts';
import { useVoucherTexts } from './voucher-texts.ts';

const MOST_SHOWN_ROWS = 12;

export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useVoucherTexts();
  return (
    // Escape would lose codes that nothing shows again after some minutes.
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className="p-stack">
        <Notice tone="warn" role="status">
          {t('codesOnce')}
        </Notice>
        <Textarea
          readOnly
          autosize
          maxRows={MOST_SHOWN_ROWS}
          aria-label={t('title')}
          value={codes.join('\n')}
        />
        <Group justify="flex-end">
          <Button
            onClick={() =>
              saveBytes(
                new Blob([`gutscheincode\r\n${codes.join('\r\n')}\r\n`], { type: 'text/csv' }),
                'gutscheine.csv',
              )
            }
          >
            {t('save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

export function ReportDialog({
  batch: { id, sponsor },
  onClose,
}: {
  batch: Batches['items'][number];
  onClose: () => void;
}) {
  const t = useVoucherTexts(),
    language = useLanguage(),
    report = useReport(id);
  return (
    <Modal opened onClose={onClose} title={t('reportOf', { sponsor })}>
      {report.isPending && <Loading />}
      {report.isError && <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />}
      {report.data?.items.length === 0 && <Empty>{t('reportNone')}</Empty>}
      <ul className="i-rows">
        {report.data?.items.map((one) => (
          <li key={`${one.practiceName}${one.at}`}>
            <Text className="i-who">{one.practiceName}</Text>
            <Text size="sm" className="p-tabular">
              {showDay(one.at, language)} · ···· {one.last4}
            </Text>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
