// Lock of the workstation: the people who work here as tiles, their PIN by touch or keyboard, passkey or password instead; nothing of the screens below is seen.

import './lock.css';
import { Avatar, Button, Group, Modal, PasswordInput, Text, Title, UnstyledButton } from '@mantine/core';
import { IconFingerprint, IconLogout, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Desk } from '../../shared/factors.schema.ts';
import { CallError, enterBy, fetchDesk, signOut } from '../api.ts';
import { hasPasskeys, isGivenUp, unlockByPasskey } from '../passkeys.ts';
import { clearSession } from '../session.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { Loading } from '../ui/Page.tsx';
import { useAuthTexts } from './auth-texts.ts';
import { PinPad } from './PinPad.tsx';
import { SignInForm } from './SignInForm.tsx';

type Person = Desk['people'][number];

export function LockScreen() {
  const t = useAuthTexts();
  const desk = useQuery({ queryKey: ['desk'], queryFn: fetchDesk, staleTime: 0, gcTime: 0 });
  const [chosenId, setChosen] = useState<string | null>(null);
  const [isOther, setOther] = useState(false);
  const people = desk.data?.people ?? [];
  const chosen = people.find((one) => one.sessionId === chosenId) ?? people.find((one) => one.isCurrent) ?? people[0];
  return (
    <Modal.Root opened fullScreen onClose={() => undefined} closeOnEscape={false} zIndex={2000} transitionProps={{ duration: 0 }}>
      <Modal.Content className="l-lock" aria-label={t('lock.title')}>
      <div className="p-center">
        <div className="p-sheet l-sheet">
          <Title order={1}>{t('lock.title')}</Title>
          {desk.isPending && <Loading />}
          {desk.isError && <ErrorNotice error={desk.error} onRetry={() => void desk.refetch()} />}
          {people.length > 1 && !isOther && (
            <div className="l-people" role="group" aria-label={t('lock.people')}>
              {people.map((one) => (
                <UnstyledButton key={one.sessionId} className="l-person" aria-pressed={one.sessionId === chosen?.sessionId} onClick={() => setChosen(one.sessionId)}>
                  <Avatar size={40} aria-hidden>{initialsOf(one)}</Avatar><span>{one.firstName} {one.lastname}</span>
                </UnstyledButton>
              ))}
            </div>
          )}
          {chosen && !isOther && <Unlock key={chosen.sessionId} person={chosen} isAlone={people.length === 1} />}
          {desk.data && (isOther || !chosen) && <SignInForm goLabel={t('signIn.go')} />}
          <Group gap={8} mt={16} justify="space-between">
            {chosen && <Button variant="subtle" leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOther(!isOther)}>{isOther ? t('lock.back') : t('lock.other')}</Button>}
            <Button variant="subtle" leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />} onClick={() => void signOut().catch(() => clearSession())}>{t('lock.signOut')}</Button>
          </Group>
        </div>
      </div>
      </Modal.Content>
    </Modal.Root>
  );
}

const initialsOf = (one: Person): string => `${one.firstName.charAt(0)}${one.lastname.charAt(0)}`;

function Unlock({ person, isAlone }: { person: Person; isAlone: boolean }) {
  const t = useAuthTexts();
  const { sessionId } = person;
  const [byPin, setByPin] = useState(person.hasPin);
  const [password, setPassword] = useState('');
  const [failed, setFailed] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);

  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setFailed(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (isGivenUp(error)) return;
      setFailed(error);
      setPassword('');
      setTries((n) => n + 1);
      if (error instanceof CallError && error.code === 'unlock_pin_blocked') setByPin(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="p-stack">
      {isAlone && <Text fw={600}>{person.firstName} {person.lastname}</Text>}
      {byPin ? <PinPad key={tries} isBusy={isBusy} onPin={(pin) => void attempt(() => enterBy('/auth/unlock', { sessionId, pin }))} /> : (
        <form className="p-stack" noValidate onSubmit={(event) => { event.preventDefault(); if (password !== '') void attempt(() => enterBy('/auth/unlock', { sessionId, password })); }}>
          <PasswordInput label={t('password')} autoComplete="current-password" data-autofocus visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
          <Button type="submit" loading={isBusy}>{t('lock.go')}</Button>
        </form>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
      {person.hasPasskey && hasPasskeys() && <Button variant="default" leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />} disabled={isBusy} onClick={() => void attempt(() => unlockByPasskey(sessionId))}>{t('lock.passkey')}</Button>}
      {person.hasPin && <Button variant="subtle" onClick={() => { setByPin(!byPin); setFailed(null); }}>{byPin ? t('lock.usePassword') : t('lock.usePin')}</Button>}
    </div>
  );
}
