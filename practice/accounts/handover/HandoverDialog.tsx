// Shows the code that signs the same user in on another device: one minute, single use.

import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { makeHandover } from '../../api.ts';
import { useSession } from '../../session.ts';
import { useNow } from '../../ui/wording/now.ts';
import { QrPicture } from '../../ui/QrPicture.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { handoverHash } from './handover-link.ts';
import { useHandoverTexts } from './handover-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

export function HandoverDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useHandoverTexts();
  const { user } = useSession();
  const [made, setMade] = useState<{ link: string; until: number } | null>(null);
  // The password dialog closes when it was answered; the code stays.
  const isMade = useRef(false);
  const make = async (): Promise<void> => {
    const { jwt, use } = await makeHandover();
    const hash = handoverHash(
      use === 'adminlogin' ? { use, jwt } : { use, jwt, cid: user?.cid ?? '' },
    );
    // By the clock of this computer: the server's may differ by minutes.
    isMade.current = true;
    setMade({ link: `${location.origin}/practice/uebergabe${hash}`, until: Date.now() + 60_000 });
  };
  const close = (): void => {
    isMade.current = false;
    setMade(null);
    onClose();
  };
  return (
    <>
      <StepUp
        isOpen={isOpen && made === null}
        onClose={() => {
          if (!isMade.current) onClose();
        }}
        onConfirmed={make}
        title={t('title')}
        why={t('why')}
        actionLabel={t('go')}
      />
      <Modal opened={isOpen && made !== null} onClose={close} title={t('title')}>
        {made && <Shown {...made} onClose={close} />}
      </Modal>
    </>
  );
}

function Shown({ link, until, onClose }: { link: string; until: number; onClose: () => void }) {
  const t = useHandoverTexts(),
    left = Math.max(0, Math.ceil((until - useNow(1_000)) / 1_000));
  if (left === 0)
    return (
      <Stack>
        <Text role="status">{t('over')}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('close')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack align="center">
      <Text>{t('scan')}</Text>
      <div className="p-qr-large">
        <QrPicture text={link} label={t('qr')} />
      </div>
      <Text c="dimmed">{t('left', { n: left })}</Text>
      <Group>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Stack>
  );
}
