// Dialog that releases a list for deletion: states the consequence, asks for the number, then the
// password.

import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { DueItem } from '../../../shared/records/retention.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { useRetentionActs } from './retention-calls.ts';
import { Modal } from '../../ui/Modal.tsx';

interface Props {
  isOpen: boolean;
  items: readonly DueItem[];
  onClose: () => void;
  onDone: () => void;
}
export function ReleaseDialog({ isOpen, items, onClose, onDone }: Props) {
  const t = useRetentionTexts(),
    acts = useRetentionActs(),
    asking = useWithStepUp(),
    { isBusy, failed, run, clear } = useSubmit();
  const [typed, setTyped] = useState(''),
    [isWrong, setWrong] = useState(false);
  // A retry after a lost answer releases the same list only once.
  const [id] = useState(() => uuidv7());
  const submit = (): void => {
    clear();
    if (typed.trim() !== String(items.length)) {
      setWrong(true);
      return;
    }
    void run(() =>
      asking.run(async () => {
        await acts.release({
          id,
          count: items.length,
          items: items.map(({ patid, kind }) => ({ patid, kind })),
        });
        say(t('release.done', { count: items.length }));
        onDone();
        onClose();
      }),
    );
  };
  return (
    <>
      <Modal opened={isOpen} onClose={onClose} title={t('release.title', { count: items.length })}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          className="p-stack"
        >
          <Text size="sm">{t('release.what')}</Text>
          <Text size="sm">{t('release.wait')}</Text>
          <TextInput
            label={t('release.count', { count: items.length })}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            error={isWrong ? t('release.wrong') : undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
          />
          {failed !== null && <ErrorNotice error={failed} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="bad" loading={isBusy}>
              {t('release.go')}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        actionLabel={t('release.go')}
      />
    </>
  );
}
