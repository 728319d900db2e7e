// Asks for the password or a passkey once more before an act that cannot be undone (step-up, at most five minutes old).

import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { CallError } from '../../shared/client.ts';
import { stepUp } from '../api.ts';
import { hasPasskeys, isGivenUp, stepUpByPasskey } from '../passkeys.ts';
import { ErrorNotice, useUiTexts } from './ErrorNotice.tsx';

interface Props { isOpen: boolean; onClose: () => void; onConfirmed: () => Promise<void>; children?: ReactNode; title?: string; actionLabel?: string;
  /** Why the password is asked for; without it the act is one that cannot be undone. */
  why?: string }

export function StepUp({ isOpen, onClose, onConfirmed, children, title, actionLabel, why }: Props) {
  const t = useUiTexts();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const isWrong = failed instanceof CallError && failed.code === 'login_failed';

  const close = (): void => {
    setPassword('');
    setFailed(null);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailed(null);
    try {
      await stepUp(password);
      await onConfirmed();
      close();
    } catch (error) {
      setFailed(error);
    } finally {
      setBusy(false);
    }
  };

  const byPasskey = async (): Promise<void> => {
    setBusy(true);
    setFailed(null);
    try {
      await stepUpByPasskey();
      await onConfirmed();
      close();
    } catch (error) {
      if (!isGivenUp(error)) setFailed(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal zIndex={300} opened={isOpen} onClose={close} title={title ?? t('stepUp.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={(event) => { event.preventDefault(); void confirm(); }}>
        {children}
        <Text size="sm" mb={12}>{why ?? t('stepUp.why')}</Text>
        <PasswordInput
          label={t('stepUp.password')} autoComplete="current-password" data-autofocus required withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          value={password} onChange={(event) => setPassword(event.currentTarget.value)} error={isWrong ? t('stepUp.wrong') : undefined}
        />
        {failed !== null && !isWrong && <div className="p-gap"><ErrorNotice error={failed} /></div>}
        <Group justify="flex-end" mt={16}>
          <Button variant="default" onClick={close}>{t('cancel')}</Button>
          {hasPasskeys() && <Button type="button" variant="default" disabled={isBusy} leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />} onClick={() => void byPasskey()}>{t('stepUp.passkey')}</Button>}
          <Button type="submit" {...(why === undefined && { color: 'bad' })} loading={isBusy}>{actionLabel ?? t('stepUp.go')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
