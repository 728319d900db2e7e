// One paper in the ledger: its validity, since when, by whom; withdrawn in one press with ten
// seconds of undo, voided with a reason, sent again.

import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconFileText,
  IconHistory,
  IconReceipt,
  IconRefresh,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ConsentRow } from '../../../shared/papers/consent.schema.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import { readInWords } from '../../../shared/papers/read-in.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { openPdf } from '../../ui/pdf.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { STATE_KEY, useConsentTexts } from './consent-texts.ts';
import { useConsentActs } from './use-consents.ts';
import { VoidPaper } from './VoidPaper.tsx';

const LOOK = {
  holds: { tone: 'ok', icon: IconCircleCheck },
  declined: { tone: 'off', icon: IconCircleX },
  pays_directly: { tone: 'info', icon: IconReceipt },
  withdrawn: { tone: 'warn', icon: IconBan },
  voided: { tone: 'off', icon: IconBan },
  replaced: { tone: 'off', icon: IconHistory },
  damaged: { tone: 'bad', icon: IconAlertTriangle },
} as const;
const UNDO_MS = 10_000;

export function ConsentPaper({ row }: { row: ConsentRow }) {
  const t = useConsentTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    acts = useConsentActs(),
    { isBusy, run } = useSubmit();
  const [isVoiding, setVoiding] = useState(false);
  const title = row.title[language] ?? row.title['de'] ?? row.template,
    look = LOOK[row.state],
    isNotice = row.how === 'shown';
  const mayWithdraw = row.state === 'holds' && row.purpose !== 'privacy' && row.purpose !== 'other';
  const open = (fileId: string, name: string): void => {
    void run(async () => {
      if (!(await openPdf(`/documents/file/${encodeURIComponent(fileId)}`, `${name}.pdf`)))
        say(ui('popup'));
    }, sayError);
  };
  const withdraw = (parts: readonly string[] | null): void => {
    void run(async () => {
      const { id, undoUntil } = await acts.withdraw(row.taskId, parts);
      sayWithUndo(
        t('withdrawn.said', { title }),
        () => acts.takeBack(id),
        Math.min(undoUntil, Date.now() + UNDO_MS),
      );
    }, sayError);
  };
  const repeat = (): void => {
    void run(async () => {
      const { mappeId } = await acts.repeat(row.taskId);
      sayWithUndo(t('repeat.said', { title }), () => acts.undoSent(mappeId));
    }, sayError);
  };
  const optional = (row.parts ?? []).filter((one) => !one.isRequired && one.state !== 'no');
  return (
    <li className="ew-paper">
      <div className="ew-head">
        <span className="ew-title">{title}</span>
        <StateWord tone={look.tone} icon={look.icon}>
          {t(isNotice && row.state === 'holds' ? 'state.shown' : STATE_KEY[row.state])}
        </StateWord>
      </div>
      <HowSigned row={row} />
      {row.newest !== null && row.state === 'holds' && (
        <Notice tone="warn">{t('newer', { newest: row.newest })}</Notice>
      )}
      {row.voided && (
        <p className="p-small">
          {t('void.since', {
            at: showInstant(row.voided.at, language),
            reason: row.voided.reason === null ? '–' : t(`void.${row.voided.reason}`),
          })}
        </p>
      )}
      {optional.length > 0 && (
        <OptionalParts
          optional={optional}
          mayWithdraw={mayWithdraw}
          isBusy={isBusy}
          withdraw={withdraw}
        />
      )}
      {row.withdrawals.map((one) => (
        <WithdrawalLine key={one.id} one={one} open={open} />
      ))}
      <PaperActs
        row={row}
        open={open}
        title={title}
        mayWithdraw={mayWithdraw}
        isBusy={isBusy}
        withdraw={withdraw}
        repeat={repeat}
        onVoid={() => setVoiding(true)}
      />
      {isVoiding && (
        <VoidPaper title={title} taskId={row.taskId} onClose={() => setVoiding(false)} />
      )}
    </li>
  );
}

function HowSigned({ row }: { row: ConsentRow }) {
  const t = useConsentTexts(),
    language = useLanguage();
  return (
    <>
      <p className="p-muted p-small">
        {t(`how.${row.how}`, { at: showInstant(row.since, language) })} · {row.template}
        {row.signers.length > 0 && (
          <>
            {' '}
            ·{' '}
            {row.signers
              .map(
                (one) =>
                  `${one.name} (${t(`role.${one.role}`)}${one.capacity === undefined ? '' : `, ${one.capacity}`})`,
              )
              .join(', ')}
          </>
        )}
      </p>
      {row.readIn && (
        <p className="p-small">
          {t(`readIn.${readInWords(row.readIn)}`, {
            wanted: languageName(row.readIn.wanted, language),
            shown: languageName(row.readIn.shown, language),
            name: row.readIn.name ?? '',
          })}
        </p>
      )}
    </>
  );
}

function OptionalParts({
  optional,
  mayWithdraw,
  isBusy,
  withdraw,
}: {
  optional: NonNullable<ConsentRow['parts']>;
  mayWithdraw: boolean;
  isBusy: boolean;
  withdraw: (parts: readonly string[] | null) => void;
}) {
  const language = useLanguage(),
    t = useConsentTexts();
  return (
    <ul className="ew-parts">
      {optional.map((one) => (
        <li key={one.id}>
          <span data-gone={one.state === 'withdrawn'}>{one.text[language] ?? one.text['de']}</span>
          {one.state === 'withdrawn' ? (
            <span className="p-muted p-small">{t('part.withdrawn')}</span>
          ) : (
            mayWithdraw && (
              <Button
                size="compact-xs"
                variant="subtle"
                disabled={isBusy}
                onClick={() => withdraw([one.id])}
              >
                {t('part.withdraw')}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

function WithdrawalLine({
  one,
  open,
}: {
  one: ConsentRow['withdrawals'][number];
  open: (fileId: string, name: string) => void;
}) {
  const t = useConsentTexts(),
    language = useLanguage();
  return (
    <p className="p-small ew-gone">
      {t(one.parts === null ? 'withdrawal.all' : 'withdrawal.parts', {
        at: showInstant(one.at, language),
        by: one.by === '' ? '–' : one.by,
      })}{' '}
      {one.fileId === null ? (
        <span className="p-muted">{t('receipt.soon')}</span>
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconFileText size={14} aria-hidden />}
          onClick={() => open(one.fileId ?? '', t('receipt'))}
        >
          {t('receipt')}
        </Button>
      )}
    </p>
  );
}

function PaperActs({
  row,
  open,
  title,
  mayWithdraw,
  isBusy,
  withdraw,
  repeat,
  onVoid,
}: {
  row: ConsentRow;
  open: (fileId: string, name: string) => void;
  title: string;
  mayWithdraw: boolean;
  isBusy: boolean;
  withdraw: (parts: readonly string[] | null) => void;
  repeat: () => void;
  onVoid: () => void;
}) {
  const t = useConsentTexts();
  return (
    <div className="p-row ew-acts">
      {row.fileId !== null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileText size={16} stroke={1.75} aria-hidden />}
          onClick={() => open(row.fileId ?? '', title)}
        >
          {t('open')}
        </Button>
      )}
      {mayWithdraw && (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconBan size={16} stroke={1.75} aria-hidden />}
          onClick={() => withdraw(null)}
        >
          {t('withdraw')}
        </Button>
      )}
      {!(row.voided?.reason === 'wrong_person') && row.state !== 'replaced' && (
        <Button
          size="xs"
          variant="subtle"
          disabled={isBusy}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={repeat}
        >
          {t('repeat')}
        </Button>
      )}
      {(row.how === 'tablet' || row.how === 'paper') && row.voided === null && (
        <Button size="xs" variant="subtle" disabled={isBusy} onClick={onVoid}>
          {t('void')}
        </Button>
      )}
    </div>
  );
}
