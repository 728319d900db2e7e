// First step: files or a folder are dropped or chosen and uploaded in parts; an interrupted upload
// resumes where it stopped.

import { Button, Group, Progress, Text } from '@mantine/core';
import { IconCircleCheck, IconFileUpload, IconFolderOpen } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
import {
  MOST_FILES,
  MOST_UPLOAD,
  type ImportState,
} from '../../../shared/analytics/deliveries/table-import.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { beginImport, dropImport } from './table-import-calls.ts';
import { useDatenTexts } from './data-texts.ts';
import { Step } from './Step.tsx';
import { announced, arrived, filesOf, fits, isTable, isWhole, sendFiles } from './send-files.ts';

/** Formats bytes for people. */
export function sizeWords(bytes: number, language: string): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB',
    [unit, by] =
      bytes >= 1e9
        ? (['GB', 1e9] as const)
        : bytes >= 1e6
          ? (['MB', 1e6] as const)
          : (['kB', 1e3] as const);
  return `${(bytes / by).toLocaleString(locale, { maximumFractionDigits: bytes >= 1e7 && bytes < 1e9 ? 0 : 1 })} ${unit}`;
}

type Trouble = { kind: 'none' } | { kind: 'many' } | { kind: 'large'; size: number };
export function FilesStep({
  state,
  fresh,
}: {
  state: ImportState | null;
  fresh: () => Promise<void>;
}) {
  const t = useDatenTexts(),
    language = useLanguage(),
    [isOver, setOver] = useState(false),
    [sent, setSent] = useState<{ done: number; of: number } | null>(null),
    [failed, setFailed] = useState<unknown>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null),
    [leftOut, setLeftOut] = useState(0),
    dropping = useSubmit(),
    files = useRef<HTMLInputElement>(null),
    folder = useRef<HTMLInputElement>(null),
    stop = useRef<AbortController>(null);
  const take = async (given: readonly File[]): Promise<void> => {
    const chosen = given.filter((one) => isTable(one.name)),
      size = chosen.reduce((sum, one) => sum + one.size, 0);
    setLeftOut(given.length - chosen.length);
    setFailed(null);
    setTrouble(
      chosen.length === 0
        ? { kind: 'none' }
        : chosen.length > MOST_FILES
          ? { kind: 'many' }
          : size > MOST_UPLOAD
            ? { kind: 'large', size }
            : null,
    );
    if (stop.current || chosen.length === 0 || chosen.length > MOST_FILES || size > MOST_UPLOAD)
      return;
    const abort = (stop.current = new AbortController());
    try {
      const open =
        state && !isWhole(state) && fits(state, chosen)
          ? state
          : await beginImport(crypto.randomUUID(), chosen.map(announced));
      setSent({ done: arrived(open), of: size });
      await sendFiles(open, chosen, abort.signal, (done) => setSent({ done, of: size }));
    } catch (error) {
      if (!abort.signal.aborted) setFailed(error);
    } finally {
      stop.current = null;
      setSent(null);
      await fresh();
    }
  };
  const dropped = useEffectEvent((transfer: DataTransfer): void => {
    void filesOf(transfer).then(take, sayError);
  });
  const picked = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (chosen.length > 0) void take(chosen);
  };
  useEffect(() => {
    const has = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (has(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (has(event) && event.dataTransfer) {
        event.preventDefault();
        setOver(false);
        dropped(event.dataTransfer);
      }
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    // Leaving the page stops sending; received parts stay.
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      stop.current?.abort();
    };
  }, []);
  const discard = (): void => {
    if (state)
      void dropping.run(async () => {
        await dropImport(state.id);
        await fresh();
      }, sayError);
  };
  const whole = state !== null && isWhole(state),
    isRunning = state?.run?.isRunning === true,
    share = sent && sent.of > 0 ? Math.floor((sent.done / sent.of) * 100) : 0;
  return (
    <Step n={1} title={t('in.files.title')}>
      {!whole && (
        <div className="ei-drop" data-over={isOver}>
          <Text ta="center">{t('in.drop')}</Text>
          <Group gap={8} justify="center">
            <Button
              leftSection={<IconFolderOpen size={18} stroke={1.75} aria-hidden />}
              disabled={sent !== null}
              onClick={() => folder.current?.click()}
            >
              {t('in.folder')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileUpload size={18} stroke={1.75} aria-hidden />}
              disabled={sent !== null}
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
      {trouble && (
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
      )}
      {leftOut > 0 && !trouble && (
        <Text size="sm" c="dimmed">
          {t(leftOut === 1 ? 'in.leftOne' : 'in.left', { n: leftOut })}
        </Text>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
      {sent && (
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
            <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
              {t('in.pause')}
            </Button>
          </Group>
        </div>
      )}
      {state && !sent && !whole && state.files.length > 0 && (
        <Notice tone="warn">
          {t('in.begun', {
            n: state.files.length,
            done: sizeWords(arrived(state), language),
            of: sizeWords(
              state.files.reduce((sum, one) => sum + one.size, 0),
              language,
            ),
            names: state.files
              .slice(0, 5)
              .map((one) => one.name)
              .join(', '),
          })}
        </Notice>
      )}
      {whole && (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t(state.files.length === 1 ? 'in.hereOne' : 'in.here', {
            n: state.files.length,
            size: sizeWords(
              state.files.reduce((sum, one) => sum + one.size, 0),
              language,
            ),
          })}
        </StateWord>
      )}
      {state && !sent && state.files.length > 0 && !isRunning && (
        <Group>
          <ConfirmButton
            size="xs"
            variant="default"
            disabled={dropping.isBusy}
            question={t('in.discard.question')}
            yes={t('in.discard.yes')}
            onYes={discard}
          >
            {t('in.discard')}
          </ConfirmButton>
        </Group>
      )}
    </Step>
  );
}
