// E-mail and password, used by the sign-in page and by the dialog over an ended session.

import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import type { SecondFactor } from '../../../shared/accounts/factors.schema.ts';
import { signIn } from '../../api.ts';
import { enterByPasskey, hasPasskeys } from '../../passkeys.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useAuthTexts } from './auth-texts.ts';
import { SecondStep } from './SecondStep.tsx';

/** @param foot content below while the password is asked for */
export function SignInForm({
  knownEmail,
  goLabel,
  foot,
}: {
  knownEmail?: string;
  goLabel: string;
  foot?: ReactNode;
}) {
  const t = useAuthTexts();
  const [email, setEmail] = useState(knownEmail ?? '');
  const [password, setPassword] = useState('');
  const [isLong, setLong] = useState(false);
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const { isBusy, failed, run, clear } = useSubmit();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const [asked, setAsked] = useState<SecondFactor[] | null>(null);
  const byPasskey = (): Promise<boolean> => run(() => enterByPasskey(isLong));

  const submit = async (): Promise<void> => {
    clear();
    const lacks = email.trim() === '' ? 'email' : password === '' ? 'password' : null;
    setMissing(lacks);
    if (lacks !== null) {
      (lacks === 'email' ? emailField : passwordField).current?.focus();
      return;
    }
    await run(
      async () => {
        const kinds = await signIn(email.trim(), password, isLong);
        if (kinds) setAsked(kinds);
      },
      () => passwordField.current?.focus(),
    );
    setPassword('');
  };

  if (asked)
    return (
      <SecondStep
        kinds={asked}
        onOver={() => {
          setAsked(null);
          clear();
        }}
      />
    );
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        ref={emailField}
        label={t('email')}
        type="email"
        autoComplete="username"
        readOnly={knownEmail !== undefined}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={missing === 'email' ? t('missing.email') : undefined}
      />
      <PasswordInput
        ref={passwordField}
        label={t('password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...(knownEmail !== undefined && { 'data-autofocus': true })}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={missing === 'password' ? t('missing.password') : undefined}
      />
      <Checkbox
        label={t('long')}
        description={t('longHint')}
        checked={isLong}
        onChange={(event) => setLong(event.currentTarget.checked)}
      />
      {failed !== null && <ErrorNotice error={failed} />}
      <Button type="submit" loading={isBusy} fullWidth>
        {goLabel}
      </Button>
      {hasPasskeys() && <PasskeyButton isBusy={isBusy} onPress={() => void byPasskey()} />}
      {foot}
    </form>
  );
}

function PasskeyButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const t = useAuthTexts();
  return (
    <Button
      type="button"
      variant="default"
      fullWidth
      disabled={isBusy}
      leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
      onClick={onPress}
    >
      {t('step.passkey')}
    </Button>
  );
}
