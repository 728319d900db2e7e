// Form for the backup folder; every rejection is shown with what to do about it.

import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TargetProblem } from '../../../shared/operations/backup.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useBackupTexts } from './backup-texts.ts';
import { refusedField, setTarget, useBackupNews } from './use-backup.ts';

const PROBLEMS = {
  not_absolute: 'problem.not_absolute',
  not_found: 'problem.not_found',
  not_folder: 'problem.not_folder',
  not_writable: 'problem.not_writable',
  inside_data: 'problem.inside_data',
  inside_program: 'problem.inside_program',
} as const satisfies Record<TargetProblem, string>;

interface Props {
  path: string;
  onSaved: () => void;
  onCancel?: (() => void) | undefined;
  cancelLabel: string;
}

export function TargetForm({ path: known, onSaved, onCancel, cancelLabel }: Props) {
  const t = useBackupTexts();
  const news = useBackupNews();
  const [path, setPath] = useState(known);
  const [stored, setStored] = useState(known);
  const [isMissing, setMissing] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const word = refusedField(failed, 'path');
  const problem =
    word === undefined
      ? undefined
      : word in PROBLEMS
        ? PROBLEMS[word as TargetProblem]
        : 'problem.any';

  const save = async (): Promise<boolean> => {
    clear();
    setMissing(path.trim() === '');
    if (path.trim() === '') {
      field.current?.focus();
      return false;
    }
    return run(
      async () => {
        await news(await setTarget(path.trim()));
        // Nothing is unsaved any more before the page leads on.
        flushSync(() => setStored(path));
        say(t('target.saved'));
      },
      () => field.current?.focus(),
    );
  };
  useUnsaved(path.trim() !== stored.trim(), save);
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save().then((isSaved) => {
          if (isSaved) onSaved();
        });
      }}
    >
      <TextInput
        ref={field}
        label={t('target.path')}
        description={t('target.hint')}
        placeholder="/mnt/nas/molar"
        classNames={{ input: 'b-mono' }}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1000}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
        error={isMissing ? t('problem.empty') : problem && t(problem)}
      />
      {failed !== null && word === undefined && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
        <Button type="submit" loading={isBusy}>
          {t('target.save')}
        </Button>
      </Group>
    </form>
  );
}
