// Printed fee agreements: where each of them is, its scan, and its actions.

import { Button, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  IconBan,
  IconCircleCheck,
  IconCopy,
  IconEye,
  IconFileOff,
  IconPrinter,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Agreement } from '../../../shared/papers/agreement.schema.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { AGREEMENT_TITLE } from '../../../shared/papers/fee-agreement.ts';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import { fetchBlob } from '../../api.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Empty, Loading } from '../../ui/Page.tsx';
import { openFile } from '../../ui/pdf.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { agreementBack, AGREEMENTS_KEY, agreementSheet, getAgreements } from './agreement-calls.ts';
import { FeeVoid } from './FeeVoid.tsx';
import { usePapersTexts } from './papers-texts.ts';

const POLL_MS = 30_000;
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export function FeeList({ onCopy }: { onCopy: (one: Agreement) => void }) {
  const t = usePapersTexts(),
    list = useQuery({ queryKey: AGREEMENTS_KEY, queryFn: getAgreements, refetchInterval: POLL_MS });
  return (
    <section aria-labelledby="pa-made">
      <Title order={2} id="pa-made" className="pa-h2">
        {t('fee.list')}
      </Title>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data &&
        (list.data.items.length === 0 ? (
          <div className="p-card">
            <Empty>{t('fee.listEmpty')}</Empty>
          </div>
        ) : (
          <ul className="pa-list">
            {list.data.items.map((one) => (
              <Line key={one.agreementId} one={one} onCopy={() => onCopy(one)} />
            ))}
          </ul>
        ))}
    </section>
  );
}

function Line({ one, onCopy }: { one: Agreement; onCopy: () => void }) {
  const t = usePapersTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit(),
    [isVoiding, setVoiding] = useState(false);
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: AGREEMENTS_KEY });
  };
  const open = (read: () => Promise<Blob>): void =>
    void run(async () => {
      if (!(await openFile(read, `${AGREEMENT_TITLE}.pdf`))) say(ui('popup'));
    }, sayError);
  const back = (): void =>
    void run(async () => {
      await agreementBack(one.agreementId);
      say(t('act.backDone'));
    }, sayError).then(fresh);
  const { fileId } = one,
    of = { name: one.name };
  return (
    <li className="p-card pa-row pa-agreement">
      <div className="pa-grow pa-sheet">
        <Text size="sm">
          <strong>{one.name}</strong>{' '}
          <span className="p-muted p-tabular">*{dayText(one.geburtsdatum, language)}</span>
          {one.payer !== one.name.split(', ').reverse().join(' ') &&
            ` · ${t('fee.payerIs', { name: one.payer })}`}
        </Text>
        <AgreementWords one={one} />
        <AgreementState one={one} />
        {one.state === 'out' && one.riskCents > 0 && (
          <span className="pa-risk p-tabular p-small">
            {t('fee.risk', { euro: euroText(one.riskCents) })}
          </span>
        )}
        <Text size="xs" c="dimmed" className="p-tabular">
          {t('fee.printedBy', { at: showInstant(one.at, language), name: one.byName })}
        </Text>
      </div>
      <AgreementActs
        one={one}
        isBusy={isBusy}
        of={of}
        open={open}
        back={back}
        fileId={fileId}
        onCopy={onCopy}
        onVoid={() => setVoiding(true)}
      />
      {isVoiding && <FeeVoid one={one} onClose={() => setVoiding(false)} onDone={fresh} />}
    </li>
  );
}

function AgreementActs({
  one,
  isBusy,
  of,
  open,
  back,
  fileId,
  onCopy,
  onVoid,
}: {
  one: Agreement;
  isBusy: boolean;
  of: { name: string };
  open: (read: () => Promise<Blob>) => void;
  back: () => void;
  fileId: string | null;
  onCopy: () => void;
  onVoid: () => void;
}) {
  const t = usePapersTexts();
  return (
    <div className="pa-acts">
      {(one.state === 'out' || one.state === 'back') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter {...icon} />}
          loading={isBusy}
          aria-label={t('fee.againOf', of)}
          onClick={() => open(() => agreementSheet(one.agreementId))}
        >
          {t('act.print')}
        </Button>
      )}
      {one.state === 'out' && (
        <ConfirmButton
          size="xs"
          variant="default"
          aria-label={t('fee.backOf', of)}
          question={t('act.backAsk')}
          yes={t('act.backYes')}
          onYes={back}
        >
          {t('act.back')}
        </ConfirmButton>
      )}
      {one.state === 'scanned' && fileId !== null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEye {...icon} />}
          loading={isBusy}
          aria-label={t('fee.seeOf', of)}
          onClick={() => open(() => fetchBlob(`/documents/file/${encodeURIComponent(fileId)}`))}
        >
          {t('fee.see')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy {...icon} />}
        aria-label={t('fee.asNewOf', of)}
        onClick={onCopy}
      >
        {t('fee.asNew')}
      </Button>
      {one.state !== 'void' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileOff {...icon} />}
          aria-label={t('fee.withdrawOf', of)}
          onClick={onVoid}
        >
          {t('fee.withdraw')}
        </Button>
      )}
    </div>
  );
}

/** Where a printed agreement is. */
function AgreementState({ one }: { one: Agreement }) {
  const t = usePapersTexts();
  const language = useLanguage();
  return (
    <>
      {one.state === 'out' && (
        <StateWord tone="warn" icon={IconPrinter}>
          {t('state.paper')}
        </StateWord>
      )}
      {one.state === 'back' && (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('fee.back', { name: one.backByName, at: showInstant(one.backAt ?? 0, language) })}
        </StateWord>
      )}
      {one.state === 'scanned' && (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('fee.scanned', { day: dayText(berlinDay(one.filedAt ?? 0), language) })}
        </StateWord>
      )}
      {one.state === 'void' && (
        <StateWord tone="off" icon={IconBan}>
          {t('fee.void', { note: one.voidNote, name: one.voidedByName })}
        </StateWord>
      )}
    </>
  );
}

/** The services with factor and amount. */
function AgreementWords({ one }: { one: Agreement }) {
  const t = usePapersTexts();
  return (
    <Text size="sm" className="p-tabular">
      {one.lines
        .map((line) =>
          t('fee.line', {
            number: line.number,
            factor: String(line.factor).replace('.', ','),
            euro: euroText(line.cents),
          }),
        )
        .join(' · ')}
    </Text>
  );
}
