// One document about an invoice: its kind, number and file.

import { Button, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { InvoiceDocuments } from '../../../shared/vendor/invoice.schema.ts';
import { openInvoice } from './invoice-calls.ts';
import { useInvoiceTexts } from './invoice-texts.ts';

export function DocumentLine({
  document: { number, kind, reference, hasFile },
  run,
}: {
  document: InvoiceDocuments['items'][number];
  run: (work: () => Promise<unknown>) => void;
}) {
  const t = useInvoiceTexts();
  if (!hasFile)
    return (
      <Text size="sm" className="p-tabular">
        {number} · {t('making')}
      </Text>
    );
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileText size={16} aria-hidden />}
      aria-label={t('open', { number })}
      onClick={() => run(() => openInvoice(number))}
    >
      {kind === 'invoice' ? '' : `${t(`kind.${kind}`)} `}
      {number}
      {kind !== 'invoice' && reference !== null && ` ${t('refersTo', { number: reference })}`}
    </Button>
  );
}
