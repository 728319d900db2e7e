// Changes the own password: the current one proves the identity.

import { Button, Group, PasswordInput, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { PasswordProblem } from '../../../shared/accounts/auth.ts';
import { CallError } from '../../../shared/base/client.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useProfileTexts } from './profile-texts.ts';

const WEAK = {
  short: 'weak.short',
  long: 'weak.long',
  pattern: 'weak.pattern',
  common: 'weak.common',
  context: 'weak.context',
} as const satisfies Record<PasswordProblem, string>;
const isProblem = (word: string | undefined): word is PasswordProblem =>
  word !== undefined && word in WEAK;

export function PasswordCard() {
  const t = useProfileTexts();
  const ui = useUiTexts();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { isBusy, failed, run } = useSubmit();
  const weak =
    failed instanceof CallError && failed.code === 'password_weak'
      ? (failed.fields?.password ?? failed.fields?.newPassword)
      : undefined;
  const isWrong = failed instanceof CallError && failed.code === 'login_failed';
  const eye = { visibilityToggleButtonProps: { 'aria-label': ui('showPassword') } };

  const isComplete = currentPassword !== '' && newPassword !== '';
  const save = async (): Promise<boolean> => {
    if (!isComplete) return false;
    return run(async () => {
      await call('/auth/setnewpassword', {
        json: { currentPassword, newPassword },
        timeout: TIMEOUT,
      });
      setCurrent('');
      setNew('');
      say(t('password.saved'));
    });
  };
  useUnsaved(isComplete, save);
  return (
    <form
      className="p-card p-stack"
      noValidate
      aria-labelledby="k-password"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Title order={2} id="k-password">
        {t('password.title')}
      </Title>
      <Text>{t('password.rule')}</Text>
      <PasswordInput
        label={t('password.current')}
        autoComplete="current-password"
        {...eye}
        value={currentPassword}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        error={isWrong ? t('password.wrong') : undefined}
      />
      <PasswordInput
        label={t('password.new')}
        autoComplete="new-password"
        {...eye}
        value={newPassword}
        onChange={(event) => setNew(event.currentTarget.value)}
        error={isProblem(weak) ? t(WEAK[weak]) : undefined}
      />
      {failed !== null && !isWrong && !isProblem(weak) && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button type="submit" variant="default" loading={isBusy}>
          {t('password.save')}
        </Button>
      </Group>
    </form>
  );
}
