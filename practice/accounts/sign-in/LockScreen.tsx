// Lock screen of the workstation: the people who work here, and nothing of the screens below.

import { Button, Group, Modal, Title } from '@mantine/core';
import { IconLogout, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { signOut } from '../../api.ts';
import { clearSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useAuthTexts } from './auth-texts.ts';
import { DeskTiles, Unlock } from './DeskPeople.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useDesk } from './use-desk.ts';

export function LockScreen() {
  const t = useAuthTexts();
  const desk = useDesk();
  const [chosenId, setChosen] = useState<string | null>(null);
  const [isOther, setOther] = useState(false);
  const people = desk.data?.people ?? [];
  const chosen =
    people.find((one) => one.sessionId === chosenId) ??
    people.find((one) => one.isCurrent) ??
    people[0];
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={() => undefined}
      closeOnEscape={false}
      zIndex={2000}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content className="l-lock" aria-label={t('lock.title')}>
        <div className="p-center">
          <div className="p-sheet l-sheet">
            <Title order={1}>{t('lock.title')}</Title>
            {desk.isPending && <Loading />}
            {desk.isError && <ErrorNotice error={desk.error} onRetry={() => void desk.refetch()} />}
            {people.length > 1 && !isOther && (
              <DeskTiles
                people={people}
                chosen={chosen}
                onChoose={(one) => setChosen(one.sessionId)}
              />
            )}
            {chosen && !isOther && (
              <Unlock key={chosen.sessionId} person={chosen} isNamed={people.length === 1} />
            )}
            {desk.data && (isOther || !chosen) && <SignInForm goLabel={t('signIn.go')} />}
            <Group gap={8} mt={16} justify="space-between">
              {chosen && (
                <Button
                  variant="subtle"
                  leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
                  onClick={() => setOther(!isOther)}
                >
                  {isOther ? t('lock.back') : t('lock.other')}
                </Button>
              )}
              <Button
                variant="subtle"
                leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />}
                onClick={() => void signOut().catch(() => clearSession())}
              >
                {t('lock.signOut')}
              </Button>
            </Group>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
