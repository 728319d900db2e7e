// Creates the recovery sheet in three steps: why, print, confirm from paper. The keys live in this
// component's state only and are discarded with it.

import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { BackupStatus, RecoverySheet } from '../../../shared/operations/backup.schema.ts';
import { CallError } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useBackupTexts } from './backup-texts.ts';
import { Paper } from './Paper.tsx';
import { confirmSheet, makeSheet, readBackup, refusedField, useBackupNews } from './use-backup.ts';

type Step = 'why' | 'print' | 'check';
const STEPS = ['why', 'print', 'check'] as const;

interface Props {
  /** A confirmed sheet already exists. */
  isRenewal: boolean;
  onDone: () => void;
  onCancel: () => void;
  cancelLabel: string;
}

export function SheetSteps({ isRenewal, onDone, onCancel, cancelLabel }: Props) {
  const t = useBackupTexts();
  const [step, setStep] = useState<Step>('why');
  const [sheet, setSheet] = useState<RecoverySheet | null>(null);
  const [isPrinted, setPrinted] = useState(false);
  const head = useRef<HTMLOListElement>(null);

  useEffect(() => {
    // A page in the back/forward cache must not retain the keys.
    const drop = (): void => {
      setSheet(null);
      setStep('why');
    };
    addEventListener('pagehide', drop);
    return () => removeEventListener('pagehide', drop);
  }, []);
  /**
   * The pressed button unmounts with its step: the next step gets the focus on its heading, the
   * last one in its field.
   */
  const go = (next: Step): void => {
    flushSync(() => setStep(next));
    if (next !== 'check') head.current?.focus();
  };

  return (
    <div className="p-stack">
      <ol className="b-steps" ref={head} tabIndex={-1} aria-label={t('sheet.steps')}>
        {STEPS.map((one, at) => (
          <li
            key={one}
            aria-current={one === step ? 'step' : undefined}
            data-done={at < STEPS.indexOf(step)}
          >
            {t(`step.${one}`)}
          </li>
        ))}
      </ol>
      {step === 'why' && (
        <WhyStep
          isRenewal={isRenewal}
          cancelLabel={cancelLabel}
          onCancel={onCancel}
          onMade={(made) => {
            setSheet(made);
            go('print');
          }}
        />
      )}
      {step === 'print' && sheet !== null && (
        <>
          <Notice tone="warn">{t('print.once')}</Notice>
          <Group justify="space-between">
            <Button
              variant={isPrinted ? 'default' : 'filled'}
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                print();
                setPrinted(true);
              }}
            >
              {t('print.go')}
            </Button>
            <Group>
              <Button variant="default" onClick={onCancel}>
                {cancelLabel}
              </Button>
              <Button variant={isPrinted ? 'filled' : 'default'} onClick={() => go('check')}>
                {t('print.next')}
              </Button>
            </Group>
          </Group>
          <div className="b-preview" role="region" aria-label={t('print.preview')}>
            <Paper sheet={sheet} />
          </div>
          <Text className="p-small p-muted">{t('print.none')}</Text>
          <PrintCopy sheet={sheet} />
        </>
      )}
      {step === 'check' && sheet !== null && (
        <CheckForm
          sheet={sheet}
          onBack={() => go('print')}
          onDone={() => {
            setSheet(null);
            say(t('check.done'));
            onDone();
          }}
        />
      )}
    </div>
  );
}

/**
 * The page for the printer: rendered outside the app, so that nothing of the app is printed with
 * it.
 */
function PrintCopy({ sheet }: { sheet: RecoverySheet }) {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.print = 'sheet';
    return () => {
      delete root.dataset.print;
    };
  }, []);
  return createPortal(
    <div className="b-print" aria-hidden>
      <Paper sheet={sheet} />
    </div>,
    document.body,
  );
}

/** Confirms the sheet; a sheet already confirmed (its answer was lost) counts as success. */
async function confirmed(sheet: RecoverySheet, group: string): Promise<BackupStatus> {
  try {
    return await confirmSheet(sheet.sheetId, group);
  } catch (error) {
    if (!isReplaced(error)) throw error;
    const status = await readBackup();
    if (status.details?.sheet?.fingerprint !== sheet.recovery.fingerprint) throw error;
    return status;
  }
}
/** The server does not know this sheet: a newer one was made. */
const isReplaced = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'state_conflict';

function CheckForm({
  sheet,
  onBack,
  onDone,
}: {
  sheet: RecoverySheet;
  onBack: () => void;
  onDone: () => void;
}) {
  const t = useBackupTexts();
  const news = useBackupNews();
  const [group, setGroup] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const isWrong = refusedField(failed, 'group') !== undefined;
  useEffect(() => field.current?.focus(), []);

  const check = async (): Promise<void> => {
    clear();
    setMissing(group.trim() === '');
    if (group.trim() === '') {
      field.current?.focus();
      return;
    }
    await run(
      async () => {
        await news(await confirmed(sheet, group.trim()));
        onDone();
      },
      () => field.current?.focus(),
    );
  };
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <Text>{t('check.what', { n: sheet.recovery.groups.length })}</Text>
      <TextInput
        ref={field}
        w={240}
        label={t('check.group', { n: sheet.recovery.groups.length })}
        classNames={{ root: 'b-group', input: 'b-mono' }}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={12}
        value={group}
        onChange={(event) => setGroup(event.currentTarget.value.toUpperCase())}
        error={isWrong ? t('check.wrong') : isMissing ? t('check.missing') : undefined}
      />
      {isReplaced(failed) ? (
        <Notice tone="bad" role="alert">
          {t('check.replaced')}
        </Notice>
      ) : (
        failed !== null && !isWrong && <ErrorNotice error={failed} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('check.back')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('check.go')}
        </Button>
      </Group>
    </form>
  );
}

/** Explains the sheet, and makes it after a step-up. */
function WhyStep({
  isRenewal,
  cancelLabel,
  onCancel,
  onMade,
}: Omit<Props, 'onDone'> & { onMade: (sheet: RecoverySheet) => void }) {
  const t = useBackupTexts();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Text>{t('why.text')}</Text>
      <Text>{t('why.need')}</Text>
      {isRenewal && <Notice tone="info">{t('why.renewal')}</Notice>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button onClick={() => setAsking(true)}>{t('why.go')}</Button>
      </Group>
      <StepUp
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('stepUp.title')}
        why={t('stepUp.why')}
        actionLabel={t('stepUp.go')}
        onConfirmed={async () => {
          const made = await makeSheet();
          setAsking(false);
          onMade(made);
        }}
      />
    </>
  );
}
