// The six-digit PIN of the tablets' team menu; it can be set, never read.

import { Button, Group, PasswordInput, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { tabletPinProblem, type SettingsView } from '../../../shared/accounts/settings.ts';
import { call, TIMEOUT } from '../../api.ts';
import { digitsOf } from '../../ui/DayFields.tsx';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useSettingsTexts } from './settings-texts.ts';

const DIGITS = 6;

export function PinForm({ view }: { view: SettingsView }) {
  const t = useSettingsTexts();
  const ui = useUiTexts();
  const queries = useQueryClient();
  const [pin, setPin] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const problem = tabletPinProblem(pin);

  const save = async (): Promise<boolean> => {
    setTried(true);
    clear();
    if (problem !== undefined) {
      field.current?.focus();
      return false;
    }
    return run(async () => {
      // The latest version: setting a PIN does not conflict with other users' changes.
      const { version } = await call<SettingsView>('/api/settings', { timeout: TIMEOUT });
      queries.setQueryData(
        ['settings'],
        await call<SettingsView>('/api/settings/patch', {
          json: { settingsDiff: [{ op: 'add', path: '/tabletPin', value: pin }], version },
          timeout: TIMEOUT,
        }),
      );
      setPin('');
      setTried(false);
      say(t('pin.saved'));
    });
  };
  useUnsaved(pin !== '', save);
  return (
    <form
      className="p-card p-stack"
      data-field="pin"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Title order={2}>{t('pin')}</Title>
      <Text>{view.hasTabletPin ? t('pin.set') : t('pin.unset')}</Text>
      <Group gap={12} align="flex-end">
        <PasswordInput
          ref={field}
          w={240}
          label={t('pin.new')}
          inputMode="numeric"
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': ui('showPassword') }}
          value={pin}
          onChange={(event) => setPin(digitsOf(event.currentTarget.value).slice(0, DIGITS))}
          error={
            isTried && problem !== undefined
              ? t(problem === 'digits' ? 'pin.digits' : 'pin.easy')
              : undefined
          }
          inputWrapperOrder={['label', 'error', 'input']}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {t('pin.save')}
        </Button>
      </Group>
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </form>
  );
}
