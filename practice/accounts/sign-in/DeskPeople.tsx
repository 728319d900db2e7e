// People who work at this workstation, as tiles; each unlocks by PIN, passkey or password.

import './lock.css';
import { Avatar, Button, PasswordInput, Text, UnstyledButton } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Desk } from '../../../shared/accounts/factors.schema.ts';
import { CallError, enterBy } from '../../api.ts';
import { hasPasskeys, unlockByPasskey } from '../../passkeys.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useAuthTexts } from './auth-texts.ts';
import { PinPad } from './PinPad.tsx';

export type DeskPerson = Desk['people'][number];

/** @param chosen the person to unlock; undefined while none is selected */
export function DeskTiles({
  people,
  chosen,
  onChoose,
}: {
  people: readonly DeskPerson[];
  chosen: DeskPerson | undefined;
  onChoose: (person: DeskPerson) => void;
}) {
  const t = useAuthTexts();
  return (
    <div className="l-people" role="group" aria-label={t('lock.people')}>
      {people.map((one) => (
        <UnstyledButton
          key={one.sessionId}
          className="l-person"
          aria-pressed={one.sessionId === chosen?.sessionId}
          onClick={() => onChoose(one)}
        >
          <Avatar size={40} aria-hidden>
            {one.firstName.charAt(0)}
            {one.lastname.charAt(0)}
          </Avatar>
          <span>
            {one.firstName} {one.lastname}
          </span>
        </UnstyledButton>
      ))}
    </div>
  );
}

/** @param isNamed names the person on the lock, where no tile does */
export function Unlock({ person, isNamed }: { person: DeskPerson; isNamed: boolean }) {
  const t = useAuthTexts();
  const { sessionId } = person;
  const [byPin, setByPin] = useState(person.hasPin);
  const [password, setPassword] = useState('');
  const [tries, setTries] = useState(0);
  const { isBusy, failed, run, clear } = useSubmit();
  // The texts of the sign-in would mention an address that was not typed here.
  const isWrong = failed instanceof CallError && failed.code === 'login_failed';
  const field = useRef<HTMLInputElement>(null);
  // The field gets the focus, so that the user can type at once.
  useEffect(() => {
    if (!byPin) field.current?.focus();
  }, [byPin]);

  const attempt = (work: () => Promise<unknown>): void => {
    void run(work, (error) => {
      setPassword('');
      setTries((n) => n + 1);
      if (error instanceof CallError && error.code === 'unlock_pin_blocked') setByPin(false);
      field.current?.focus();
    });
  };
  return (
    <div className="p-stack">
      {isNamed && (
        <Text fw={600}>
          {person.firstName} {person.lastname}
        </Text>
      )}
      {byPin ? (
        <PinPad
          key={tries}
          isBusy={isBusy}
          onPin={(pin) => attempt(() => enterBy('/auth/unlock', { sessionId, pin }))}
        />
      ) : (
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (password === '') field.current?.focus();
            else attempt(() => enterBy('/auth/unlock', { sessionId, password }));
          }}
        >
          <PasswordInput
            ref={field}
            label={t('password')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={isWrong ? t('lock.wrong') : undefined}
          />
          <Button type="submit" loading={isBusy}>
            {t('lock.go')}
          </Button>
        </form>
      )}
      {failed !== null && !isWrong && <ErrorNotice error={failed} />}
      {person.hasPasskey && hasPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          disabled={isBusy}
          onClick={() => attempt(() => unlockByPasskey(sessionId))}
        >
          {t('lock.passkey')}
        </Button>
      )}
      {person.hasPin && (
        <Button
          variant="subtle"
          onClick={() => {
            setByPin(!byPin);
            clear();
          }}
        >
          {byPin ? t('lock.usePassword') : t('lock.usePin')}
        </Button>
      )}
    </div>
  );
}
