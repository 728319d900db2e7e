// Field for a new password with its rule, its length, and the reason of a rejection; used by the
// pages of mail links.

import { Button, PasswordInput, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  passwordLength,
  passwordShapeProblem,
  type PasswordProblem,
} from '../../../shared/accounts/auth.ts';
import { CallError } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useAuthTexts } from './auth-texts.ts';

const WEAK = {
  short: 'weak.short',
  long: 'weak.long',
  pattern: 'weak.pattern',
  common: 'weak.common',
  context: 'weak.context',
} as const satisfies Record<PasswordProblem, string>;
const isProblem = (word: string | undefined): word is PasswordProblem =>
  word !== undefined && word in WEAK;

/** @param email account of the password, for password managers */
export function NewPassword({
  goLabel,
  email,
  onSet,
}: {
  goLabel: string;
  email?: string | undefined;
  onSet: (password: string) => Promise<void>;
}) {
  const t = useAuthTexts();
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const refused =
    failed instanceof CallError && failed.code === 'password_weak'
      ? failed.fields?.password
      : undefined;
  const problem = passwordShapeProblem(password) ?? (isProblem(refused) ? refused : undefined);

  const submit = async (): Promise<void> => {
    setTried(true);
    clear();
    if (passwordShapeProblem(password) !== undefined) {
      field.current?.focus();
      return;
    }
    await run(
      () => onSet(password),
      () => field.current?.focus(),
    );
  };
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {email !== undefined && (
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
      <PasswordInput
        ref={field}
        label={t('newPassword')}
        description={t('first.rule')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          clear();
        }}
        error={isTried && problem !== undefined ? t(WEAK[problem]) : undefined}
      />
      <Text size="xs" c="dimmed" role="status">
        {t('first.length', { n: passwordLength(password) })}
      </Text>
      {failed !== null && !isProblem(refused) && <ErrorNotice error={failed} />}
      <Button type="submit" loading={isBusy}>
        {goLabel}
      </Button>
    </form>
  );
}
