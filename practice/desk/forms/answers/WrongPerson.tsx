// Moves answers that were filed with the wrong person back to the tray; asks for confirmation,
// because the record changes.

import { Button, Group, Text } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isVendor } from '../../../../shared/base/roles.ts';
import { callR4c } from '../../../api.ts';
import { useSession } from '../../../session.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useAnswersTexts } from './answers-texts.ts';
import { Modal } from '../../../ui/Modal.tsx';

export function WrongPerson({ unmatchedId }: { unmatchedId: string }) {
  const t = useAnswersTexts(),
    ui = useUiTexts(),
    { user } = useSession(),
    go = useNavigate(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit(),
    [isOpen, setOpen] = useState(false);
  if (user === null || isVendor(user.role)) return null;
  const takeOut = (): Promise<boolean> =>
    run(async () => {
      await callR4c(
        `/anamnese/unmatched/${encodeURIComponent(unmatchedId)}/reopen`,
        undefined,
        'POST',
      );
      queries.removeQueries({ queryKey: ['anamnese'] });
      await go('/zuordnen');
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserQuestion size={18} stroke={1.75} aria-hidden />}
        onClick={() => {
          clear();
          setOpen(true);
        }}
      >
        {t('wrong.open')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('wrong.title')}>
        <div className="p-stack">
          <Text size="sm">{t('wrong.text')}</Text>
          {failed !== null && <ErrorNotice error={failed} isSave />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {ui('cancel')}
            </Button>
            <Button loading={isBusy} onClick={() => void takeOut()}>
              {t('wrong.go')}
            </Button>
          </Group>
        </div>
      </Modal>
    </>
  );
}
