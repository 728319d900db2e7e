// The dialog that adds a rule to a switch: on or off, for whom, where, until when, and why.

import { Button, Group, NumberInput, Radio, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { ENVIRONMENTS, type Environment } from '../../../shared/base/environment.ts';
import {
  FLAG_REASON_LEAST,
  flagOf,
  WHOLE_SHARE,
  type FlagKey,
} from '../../../shared/base/flags/flags.ts';
import type { AddFlagRule } from '../../../shared/vendor/flags/flags.schema.ts';
import { DayField } from '../../ui/DayField.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { PracticeSelect } from '../support/PracticeSelect.tsx';
import { useFlagTexts } from './flag-texts.ts';

const WHO = ['practice', 'share', 'all'] as const;
type Who = (typeof WHO)[number];
/** A rule of a month is the usual one. */
const FIRST_DAYS = 30,
  FIRST_SHARE = 10;
const EVERY = '-';

interface Draft {
  isOn: boolean;
  who: Who;
  tenant: string | null;
  share: number;
  environment: Environment | null;
  until: string;
  reason: string;
}
const ruleOf = (
  key: FlagKey,
  id: string,
  { who, tenant, share, reason, ...rest }: Draft,
): AddFlagRule => ({
  ...rest,
  id,
  key,
  tenant: who === 'practice' ? tenant : null,
  share: who === 'share' ? share : WHOLE_SHARE,
  reason: reason.trim(),
});

interface FieldProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}
function WhoFields({ draft: { who, tenant, share, environment }, set }: FieldProps) {
  const t = useFlagTexts();
  return (
    <>
      <Radio.Group
        label={t('who')}
        value={who}
        onChange={(value) => set({ who: WHO.find((one) => one === value) ?? 'practice' })}
      >
        <Group gap={16} mt={8}>
          {WHO.map((one) => (
            <Radio key={one} value={one} label={t(`who.${one}`)} />
          ))}
        </Group>
      </Radio.Group>
      {who === 'practice' && (
        <PracticeSelect
          label={t('practice')}
          hint={t('practiceHint')}
          value={tenant}
          onChoose={(cid) => set({ tenant: cid })}
        />
      )}
      {who === 'share' && (
        <NumberInput
          label={t('share')}
          description={t('shareHint')}
          min={1}
          max={WHOLE_SHARE - 1}
          clampBehavior="strict"
          allowDecimal={false}
          value={share}
          onChange={(value) => set({ share: Number(value) })}
        />
      )}
      <Select
        label={t('environment')}
        allowDeselect={false}
        value={environment ?? EVERY}
        data={[
          { value: EVERY, label: t('environment.all') },
          ...ENVIRONMENTS.map((one) => ({ value: one, label: t(`environment.${one}`) })),
        ]}
        onChange={(value) =>
          set({ environment: ENVIRONMENTS.find((one) => one === value) ?? null })
        }
      />
    </>
  );
}

export function RuleDialog({
  flag,
  failed,
  isBusy,
  onAdd,
  onClose,
}: {
  flag: FlagKey;
  failed: unknown;
  isBusy: boolean;
  onAdd: (rule: AddFlagRule) => void;
  onClose: () => void;
}) {
  const t = useFlagTexts(),
    language = useLanguage(),
    declared = flagOf(flag),
    [today] = useState(() => berlinDay(Date.now())),
    month = addDays(today, FIRST_DAYS),
    // One id for each dialog: a second press after a lost answer stores nothing twice.
    [id] = useState(() => uuidv7()),
    [draft, setDraft] = useState<Draft>({
      isOn: !declared.isOn,
      who: 'practice',
      tenant: null,
      share: FIRST_SHARE,
      environment: null,
      until: month < declared.until ? month : declared.until,
      reason: '',
    });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change }),
    last = showDay(declared.until, language),
    isInTime = draft.until >= today && draft.until <= declared.until,
    isReady =
      isInTime &&
      draft.reason.trim().length >= FLAG_REASON_LEAST &&
      (draft.who !== 'practice' || draft.tenant !== null) &&
      (draft.who !== 'share' || (draft.share >= 1 && draft.share < WHOLE_SHARE));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('addTo', { flag: declared[language === 'de' ? 'de' : 'en'].name })}
    >
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(ruleOf(flag, id, draft));
        }}
      >
        <Radio.Group
          label={t('value')}
          value={draft.isOn ? 'on' : 'off'}
          onChange={(value) => set({ isOn: value === 'on' })}
        >
          <Group gap={16} mt={8}>
            <Radio value="off" label={t('off')} />
            <Radio value="on" label={t('on')} />
          </Group>
        </Radio.Group>
        <WhoFields draft={draft} set={set} />
        <DayField
          label={t('untilDay')}
          value={draft.until}
          error={draft.until !== '' && !isInTime ? t('untilWrong', { day: last }) : undefined}
          onChange={(until) => set({ until })}
        />
        <Text size="sm" c="dimmed">
          {t('untilHint', { day: last })}
        </Text>
        <TextInput
          label={t('reason')}
          description={t('reasonHint')}
          maxLength={240}
          value={draft.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <Text size="sm" c="dimmed">
          {t('order')}
        </Text>
        {failed !== null && <ErrorNotice error={failed} isSave />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {t('add')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
