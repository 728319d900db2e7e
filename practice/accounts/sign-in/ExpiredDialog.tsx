// Dialog over an expired session: signs in again on top of the page, so that no input is lost.
// Names below are covered.

import { Button, Text } from '@mantine/core';
import { clearSession, useSession } from '../../session.ts';
import { useAuthTexts } from './auth-texts.ts';
import { SignInForm } from './SignInForm.tsx';
import { Modal } from '../../ui/Modal.tsx';

export function ExpiredDialog({ isOpen }: { isOpen: boolean }) {
  const t = useAuthTexts();
  const { user } = useSession();
  return (
    <Modal
      opened={isOpen}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('expired.title')}
      zIndex={400}
      overlayProps={{ backgroundOpacity: 0.6, blur: 16 }}
    >
      <Text mb={16}>{t('expired.text')}</Text>
      {user && <SignInForm knownEmail={user.email} goLabel={t('expired.go')} />}
      <Button variant="subtle" fullWidth mt={8} onClick={clearSession}>
        {t('expired.other')}
      </Button>
    </Modal>
  );
}
