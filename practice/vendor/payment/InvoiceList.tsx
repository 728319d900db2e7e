// The practice's invoices with their state and files, the newest first.

import '../invoice/invoice.css';
import { Button, Group, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconPencil,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { InvoiceDocuments } from '../../../shared/vendor/invoice.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { DocumentLine } from '../invoice/DocumentLine.tsx';
import { saveAllInvoices, useDocuments } from '../invoice/invoice-calls.ts';
import { useInvoiceTexts } from '../invoice/invoice-texts.ts';
import { useInvoices } from './payment-calls.ts';
import { usePaymentTexts } from './payment-texts.ts';

const SHOWN = {
  draft: { tone: 'off', icon: IconPencil },
  submitted: { tone: 'info', icon: IconClock },
  open: { tone: 'warn', icon: IconAlertTriangle },
  paid: { tone: 'ok', icon: IconCheck },
  returned: { tone: 'bad', icon: IconArrowBackUp },
  void: { tone: 'off', icon: IconX },
} as const satisfies Record<string, { tone: Tone; icon: Icon }>;

type Document = InvoiceDocuments['items'][number];
/** Checks whether a document is about a charge: its own, or the correction of one of them. */
const isAbout = (all: readonly Document[], { source, kind, reference }: Document, id: string) =>
  source === id ||
  (kind === 'credit' && all.some((one) => one.number === reference && one.source === id));

/** @param isOff payment is not set up: documents that were written before are still there */
export function InvoiceList({ isOff = false }: { isOff?: boolean }) {
  const t = usePaymentTexts(),
    tInvoice = useInvoiceTexts(),
    language = useLanguage(),
    list = useInvoices(!isOff),
    written = useDocuments(),
    { isBusy, failed, run } = useSubmit();
  const documents = written.data?.items ?? [],
    charges = list.data?.items ?? [],
    alone = documents.filter((one) => !charges.some(({ id }) => isAbout(documents, one, id)));
  const isPending = written.isPending || (!isOff && list.isPending);
  if (isOff && documents.length === 0) return null;
  return (
    <section className="p-card p-stack" aria-labelledby="v-invoices">
      <Title order={2} id="v-invoices">
        {t('invoices')}
      </Title>
      {isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {written.isError && (
        <ErrorNotice error={written.error} onRetry={() => void written.refetch()} />
      )}
      {failed !== null && <ErrorNotice error={failed} />}
      {!isPending && charges.length + documents.length === 0 && <Empty>{t('noInvoices')}</Empty>}
      {charges.length + alone.length > 0 && (
        <ul className="i-rows">
          {charges.map((one) => {
            const own = documents.filter((document) => isAbout(documents, document, one.id));
            return (
              <li key={one.id}>
                <div className="i-who">
                  <Text fw={600}>{showDay(one.at, language)}</Text>
                  {own.length === 0 ? (
                    <Text size="sm">
                      {one.state === 'draft' || one.state === 'void'
                        ? t('draft')
                        : tInvoice('pending')}
                    </Text>
                  ) : (
                    <Group gap={8}>
                      {own.map((document) => (
                        <DocumentLine
                          key={document.number}
                          document={document}
                          run={(work) => void run(work)}
                        />
                      ))}
                    </Group>
                  )}
                </div>
                <Text className="p-tabular">{money(one.totalCents, language)}</Text>
                <StateWord {...SHOWN[one.state]}>{t(`state.${one.state}`)}</StateWord>
              </li>
            );
          })}
          {alone.map((document) => (
            <li key={document.number}>
              <div className="i-who">
                <Text fw={600}>{showDay(Date.parse(document.issuedOn), language)}</Text>
                <DocumentLine document={document} run={(work) => void run(work)} />
              </div>
              <Text className="p-tabular">{money(document.totalCents, language)}</Text>
            </li>
          ))}
        </ul>
      )}
      {documents.some(({ hasFile }) => hasFile) && (
        <>
          <Text size="sm">{tInvoice('format')}</Text>
          <Group>
            <Button variant="default" loading={isBusy} onClick={() => void run(saveAllInvoices)}>
              {tInvoice('all')}
            </Button>
          </Group>
        </>
      )}
    </section>
  );
}
