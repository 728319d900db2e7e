// First step: files or a folder are dropped or chosen and uploaded in parts; an interrupted upload
// resumes where it stopped.

import { Button, Group, Progress, Text } from '@mantine/core';
import { IconCircleCheck, IconFileUpload, IconFolderOpen } from '@tabler/icons-react';
import { useRef, type ChangeEvent } from 'react';
import {
  MOST_FILES,
  MOST_UPLOAD,
  type ImportState,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { sayError } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { dropImport } from './table-import-calls.ts';
import { useDataTexts } from '../collector-texts.ts';
import { Step } from './Step.tsx';
import { arrived, isWhole } from './send-files.ts';
import { sizeWords } from './size-words.ts';
import { useUpload, type UploadTrouble } from './use-upload.ts';

export function FilesStep({
  state,
  fresh,
}: {
  state: ImportState | null;
  fresh: () => Promise<void>;
}) {
  const t = useDataTexts(),
    { isOver, sent, failed, trouble, leftOut, take, pause } = useUpload(state, fresh),
    whole = state !== null && isWhole(state),
    isRunning = state?.run?.isRunning === true;
  return (
    <Step n={1} title={t('in.files.title')}>
      <FileInputs isShown={!whole} isOver={isOver} isSending={sent !== null} take={take} />
      {trouble && <Refused trouble={trouble} />}
      {leftOut > 0 && !trouble && (
        <Text size="sm" c="dimmed">
          {t(leftOut === 1 ? 'in.leftOne' : 'in.left', { n: leftOut })}
        </Text>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
      {sent && <Sending sent={sent} pause={pause} />}
      {state && !sent && !whole && state.files.length > 0 && <Begun state={state} />}
      {whole && <Complete state={state} />}
      {state && !sent && state.files.length > 0 && !isRunning && (
        <Discard state={state} fresh={fresh} />
      )}
    </Step>
  );
}

/** The area with both buttons, and the hidden inputs behind them. */
function FileInputs({
  isShown,
  isOver,
  isSending,
  take,
}: {
  isShown: boolean;
  isOver: boolean;
  isSending: boolean;
  take: (files: readonly File[]) => Promise<void>;
}) {
  const t = useDataTexts(),
    files = useRef<HTMLInputElement>(null),
    folder = useRef<HTMLInputElement>(null);
  const picked = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (chosen.length > 0) void take(chosen);
  };
  return (
    <>
      {isShown && (
        <div className="ei-drop" data-over={isOver}>
          <Text ta="center">{t('in.drop')}</Text>
          <Group gap={8} justify="center">
            <Button
              leftSection={<IconFolderOpen size={18} stroke={1.75} aria-hidden />}
              disabled={isSending}
              onClick={() => folder.current?.click()}
            >
              {t('in.folder')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
              disabled={isSending}
              onClick={() => files.current?.click()}
            >
              {t('in.choose')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed" ta="center">
            {t('in.kinds')}
          </Text>
        </div>
      )}
      <input
        ref={files}
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        multiple
        hidden
        onChange={picked}
        aria-label={t('in.choose')}
        tabIndex={-1}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        onChange={picked}
        aria-label={t('in.folder')}
        tabIndex={-1}
        {...{ webkitdirectory: '' }}
      />
    </>
  );
}

function Refused({ trouble }: { trouble: UploadTrouble }) {
  const t = useDataTexts(),
    language = useLanguage();
  return (
    <Notice tone="bad" role="alert">
      {trouble.kind === 'none'
        ? t('in.none')
        : trouble.kind === 'many'
          ? t('in.many', { most: MOST_FILES })
          : t('in.large', {
              size: sizeWords(trouble.size, language),
              most: sizeWords(MOST_UPLOAD, language),
            })}
    </Notice>
  );
}

function Sending({ sent, pause }: { sent: { done: number; of: number }; pause: () => void }) {
  const t = useDataTexts(),
    language = useLanguage(),
    share = sent.of > 0 ? Math.floor((sent.done / sent.of) * 100) : 0;
  return (
    <div className="p-stack" role="status">
      <Progress value={share} aria-label={t('in.sending')} size="lg" />
      <Group justify="space-between">
        <Text size="sm" className="p-tabular">
          {t('in.sent', {
            done: sizeWords(sent.done, language),
            of: sizeWords(sent.of, language),
            share,
          })}
        </Text>
        <Button size="xs" variant="default" onClick={pause}>
          {t('in.pause')}
        </Button>
      </Group>
    </div>
  );
}

const sizeOf = ({ files }: ImportState): number => files.reduce((sum, one) => sum + one.size, 0);

/** An upload that was interrupted: which files continue it. */
function Begun({ state }: { state: ImportState }) {
  const t = useDataTexts(),
    language = useLanguage();
  return (
    <Notice tone="warn">
      {t('in.begun', {
        n: state.files.length,
        done: sizeWords(arrived(state), language),
        of: sizeWords(sizeOf(state), language),
        names: state.files
          .slice(0, 5)
          .map((one) => one.name)
          .join(', '),
      })}
    </Notice>
  );
}

function Complete({ state }: { state: ImportState }) {
  const t = useDataTexts(),
    language = useLanguage();
  return (
    <StateWord tone="ok" icon={IconCircleCheck}>
      {t(state.files.length === 1 ? 'in.hereOne' : 'in.here', {
        n: state.files.length,
        size: sizeWords(sizeOf(state), language),
      })}
    </StateWord>
  );
}

function Discard({ state, fresh }: { state: ImportState; fresh: () => Promise<void> }) {
  const t = useDataTexts(),
    { isBusy, run } = useSubmit();
  const discard = (): void =>
    void run(async () => {
      await dropImport(state.id);
      await fresh();
    }, sayError);
  return (
    <Group>
      <ConfirmButton
        size="xs"
        variant="default"
        disabled={isBusy}
        question={t('in.discard.question')}
        yes={t('in.discard.yes')}
        onYes={discard}
      >
        {t('in.discard')}
      </ConfirmButton>
    </Group>
  );
}
