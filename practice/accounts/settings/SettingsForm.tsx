// The form of the practice's settings; a conflict keeps the user's input and reloads the rest.

import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Input,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listLanguages } from '../../../shared/base/languages.ts';
import { TEXT_SCALES } from '../../../shared/desk/mappe.ts';
import {
  IDLE_MAX,
  IDLE_MIN,
  LOCK_MAX,
  LOCK_MIN,
  STORAGE_MAX,
  STORAGE_MIN,
  type SettingsView,
} from '../../../shared/accounts/settings.ts';
import { call, CallError, TIMEOUT } from '../../api.ts';
import { setPraxisName } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { BlankForms } from './BlankForms.tsx';
import { diffOf, draftOf, rebase, timeOf, type Draft } from './settings-diff.ts';
import { Languages } from './Languages.tsx';
import { useSettingsTexts } from './settings-texts.ts';

export function SettingsForm({ view, isOwner }: { view: SettingsView; isOwner: boolean }) {
  const t = useSettingsTexts();
  const queries = useQueryClient();
  const [base, setBase] = useState(view);
  const [draft, setDraft] = useState<Draft>(() => draftOf(view));
  const { isBusy, failed, run, clear } = useSubmit();
  const [hadConflict, setConflict] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fields = failed instanceof CallError ? failed.fields : undefined;
  const wrong = (name: string): string | undefined =>
    Object.keys(fields ?? {}).some((path) => path === name || path.startsWith(`${name}.`))
      ? t('wrong')
      : undefined;
  const set = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }));
  const text = (
    name: 'praxisName' | 'phone' | 'mail' | 'street' | 'plz' | 'city' | 'closingTime',
  ) => ({
    value: draft[name],
    readOnly: !isOwner,
    error: wrong(name),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      set({ [name]: event.currentTarget.value }),
  });

  // Plain text, because the browser's time field follows the computer's language and shows 08:00
  // PM.
  const time = {
    inputMode: 'numeric',
    placeholder: '20:00',
    autoComplete: 'off',
    maxLength: 9,
  } as const;

  /**
   * Conflict: the other user's state below the user's input.
   * @throws the given error when it is not a conflict
   */
  const takeOver = async (reason: unknown): Promise<undefined> => {
    const theirs =
      reason instanceof CallError && reason.code === 'conflict'
        ? await call<SettingsView>('/api/settings', { timeout: TIMEOUT }).catch(() => undefined)
        : undefined;
    if (!theirs) throw reason;
    setDraft((mine) => rebase(draftOf(base), mine, draftOf(theirs)));
    setBase(theirs);
    setConflict(true);
  };
  const save = async (): Promise<void> => {
    clear();
    setConflict(false);
    const settingsDiff = diffOf(draftOf(base), {
      ...draft,
      closingTime: timeOf(draft.closingTime),
      openingHours: { from: timeOf(draft.openingHours.from), to: timeOf(draft.openingHours.to) },
    });
    if (settingsDiff.length === 0) {
      say(t('nothing'));
      return;
    }
    await run(
      async () => {
        const saved = await call<SettingsView>('/api/settings/patch', {
          json: { settingsDiff, version: base.version },
          timeout: TIMEOUT,
        }).catch(takeOver);
        if (!saved) return;
        queries.setQueryData(['settings'], saved);
        setBase(saved);
        setDraft(draftOf(saved));
        setPraxisName(saved.praxisName);
        say(t('saved'));
      },
      () =>
        setTimeout(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        ),
    );
  };

  return (
    <form
      ref={form}
      className="p-card p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Title order={2}>{t('praxis')}</Title>
      <TextInput label={t('praxisName')} maxLength={120} {...text('praxisName')} />
      <TextInput
        label={t('phone')}
        description={t('phoneHint')}
        type="tel"
        maxLength={30}
        {...text('phone')}
      />
      <TextInput
        label={t('mail')}
        description={t('mailHint')}
        type="email"
        maxLength={120}
        {...text('mail')}
      />
      <TextInput label={t('street')} maxLength={120} {...text('street')} />
      <Group gap={12} wrap="nowrap" align="flex-start">
        <TextInput label={t('plz')} w={112} inputMode="numeric" maxLength={5} {...text('plz')} />
        <TextInput label={t('city')} flex={1} maxLength={80} {...text('city')} />
      </Group>
      <Title order={2} mt={8}>
        {t('day')}
      </Title>
      <TextInput
        label={t('closingTime')}
        description={t('closingHint')}
        w={120}
        {...time}
        classNames={{ root: 's-hint' }}
        {...text('closingTime')}
        onBlur={() => set({ closingTime: timeOf(draft.closingTime) })}
      />
      <Input.Wrapper
        description={t('hoursHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={wrong('openingHours')}
      >
        <Group gap={12} align="flex-end">
          <TextInput
            label={t('open')}
            w={120}
            {...time}
            readOnly={!isOwner}
            value={draft.openingHours.from}
            onBlur={() =>
              set({
                openingHours: { ...draft.openingHours, from: timeOf(draft.openingHours.from) },
              })
            }
            onChange={(event) =>
              set({ openingHours: { ...draft.openingHours, from: event.currentTarget.value } })
            }
          />
          <TextInput
            label={t('close')}
            w={120}
            {...time}
            readOnly={!isOwner}
            value={draft.openingHours.to}
            onBlur={() =>
              set({ openingHours: { ...draft.openingHours, to: timeOf(draft.openingHours.to) } })
            }
            onChange={(event) =>
              set({ openingHours: { ...draft.openingHours, to: event.currentTarget.value } })
            }
          />
        </Group>
      </Input.Wrapper>
      <Title order={2} mt={8}>
        {t('tablets')}
      </Title>
      <NativeSelect
        label={t('language')}
        w={240}
        disabled={!isOwner}
        value={draft.language}
        error={wrong('language')}
        onChange={(event) => set({ language: event.currentTarget.value })}
        data={listLanguages(draft.languages).map((one) => ({ value: one.code, label: one.native }))}
      />
      <Languages
        chosen={draft.languages}
        fixed={['de', draft.language]}
        isOwner={isOwner}
        error={wrong('languages')}
        onChange={(languages) => set({ languages })}
      />
      <NumberInput
        label={t('idleSeconds')}
        description={t('idleHint')}
        w={240}
        min={IDLE_MIN}
        max={IDLE_MAX}
        step={10}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        readOnly={!isOwner}
        classNames={{ root: 's-hint' }}
        value={draft.idleSeconds}
        error={wrong('idleSeconds')}
        onChange={(value) => set({ idleSeconds: Number(value) || 0 })}
      />
      <Input.Wrapper label={t('textScale')} labelElement="div" error={wrong('textScale')}>
        <SegmentedControl
          aria-label={t('textScale')}
          readOnly={!isOwner}
          value={String(draft.textScale)}
          onChange={(value) => set({ textScale: Number(value) })}
          data={TEXT_SCALES.map((scale) => ({ value: String(scale), label: `${scale}` }))}
        />
      </Input.Wrapper>
      <BlankForms
        chosen={draft.blankForms}
        isOwner={isOwner}
        hasPin={view.hasTabletPin}
        error={wrong('blankForms')}
        onChange={(blankForms) => set({ blankForms })}
      />
      <Title order={2} mt={8}>
        {t('desks')}
      </Title>
      <NumberInput
        label={t('lockMinutes')}
        description={t('lockHint')}
        w={240}
        min={LOCK_MIN}
        max={LOCK_MAX}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        readOnly={!isOwner}
        classNames={{ root: 's-hint' }}
        value={draft.lockMinutes}
        error={wrong('lockMinutes')}
        onChange={(value) => set({ lockMinutes: Number(value) || 0 })}
      />
      <NumberInput
        label={t('storageGb')}
        description={t('storageHint')}
        w={240}
        min={STORAGE_MIN}
        max={STORAGE_MAX}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        readOnly={!isOwner}
        classNames={{ root: 's-hint' }}
        value={draft.storageGb}
        error={wrong('storageGb')}
        onChange={(value) => set({ storageGb: Number(value) || 0 })}
      />
      <Textarea
        label={t('mailFactor')}
        description={t('mailFactorHint')}
        autosize
        minRows={2}
        maxLength={500}
        readOnly={!isOwner}
        value={draft.mailFactorReason}
        error={wrong('mailFactorReason')}
        onChange={(event) => set({ mailFactorReason: event.currentTarget.value })}
      />
      <Title order={2} mt={8}>
        {t('shares')}
      </Title>
      <Textarea
        label={t('shareBare')}
        description={t('shareBareHint')}
        autosize
        minRows={2}
        maxLength={500}
        readOnly={!isOwner}
        value={draft.shareBareReason}
        error={wrong('shareBareReason')}
        onChange={(event) => set({ shareBareReason: event.currentTarget.value })}
      />
      {draft.shareBareReason.trim() !== '' && <Notice tone="warn">{t('shareBareWarning')}</Notice>}
      {hadConflict && (
        <Notice tone="warn" role="alert">
          {t('conflict')}
        </Notice>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      {isOwner && (
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('save')}
          </Button>
        </Group>
      )}
    </form>
  );
}
