// The fields of the settings form, by section.

import {
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  SegmentedControl,
  Switch,
  Input,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { listLanguages } from '../../../shared/base/languages.ts';
import { TEXT_SCALES } from '../../../shared/desk/mappe.ts';
import {
  ACCENTS,
  IDLE_MAX,
  IDLE_MIN,
  LOCK_MAX,
  LOCK_MIN,
  STORAGE_MAX,
  STORAGE_MIN,
  type SettingsView,
} from '../../../shared/accounts/settings.ts';
import { Notice } from '../../ui/Notice.tsx';
import { BlankForms } from './BlankForms.tsx';
import { Languages } from './Languages.tsx';
import { fieldOf, textField, type FieldsProps } from './settings-field.ts';
import { LogoField } from './LogoField.tsx';
import { useSettingsTexts } from './settings-texts.ts';
import { DayField } from '../../ui/DayField.tsx';

/** Name and address of the practice. */
export function AddressFields(props: FieldsProps) {
  const t = useSettingsTexts();
  return (
    <>
      <Title order={2}>{t('praxis')}</Title>
      <TextInput label={t('praxisName')} maxLength={120} {...textField(props, 'praxisName')} />
      <TextInput
        label={t('phone')}
        description={t('phoneHint')}
        type="tel"
        maxLength={30}
        {...textField(props, 'phone')}
      />
      <TextInput
        label={t('mail')}
        description={t('mailHint')}
        type="email"
        maxLength={120}
        {...textField(props, 'mail')}
      />
      <TextInput label={t('street')} maxLength={120} {...textField(props, 'street')} />
      <Group gap={12} wrap="nowrap" align="flex-start">
        <TextInput
          label={t('plz')}
          w={112}
          inputMode="numeric"
          maxLength={5}
          {...textField(props, 'plz')}
        />
        <TextInput label={t('city')} flex={1} maxLength={80} {...textField(props, 'city')} />
      </Group>
      <TextInput
        label={t('privacyContact')}
        description={t('privacyContactHint')}
        maxLength={200}
        {...textField(props, 'privacyContact')}
      />
    </>
  );
}

/** The accent, and the logo, which is saved at once. */
export function BrandFields({
  draft,
  isOwner,
  set,
  wrong,
  view,
  onLogo,
}: FieldsProps & { view: SettingsView; onLogo: (saved: SettingsView) => void }) {
  const t = useSettingsTexts();
  return (
    <>
      <Title order={2} mt={8}>
        {t('brand')}
      </Title>
      <Input.Wrapper
        {...fieldOf('accent')}
        label={t('accent')}
        labelElement="div"
        description={t('accentHint')}
        classNames={{ root: 's-hint' }}
        error={wrong('accent')}
      >
        <Radio.Group
          aria-label={t('accent')}
          value={draft.accent === '' ? 'petrol' : draft.accent}
          onChange={(value) => set({ accent: ACCENTS.find((one) => one === value) ?? '' })}
        >
          <Group gap={16} py={4}>
            {(['petrol', ...ACCENTS] as const).map((one) => (
              <Radio
                key={one}
                value={one}
                disabled={!isOwner}
                label={
                  <span className="s-accent" data-tone={one}>
                    {t(`accent.${one}`)}
                  </span>
                }
              />
            ))}
          </Group>
        </Radio.Group>
      </Input.Wrapper>
      <LogoField logo={view.logo} praxisName={view.praxisName} isOwner={isOwner} onSaved={onLogo} />
    </>
  );
}

/** Fields of the tablet settings: screens and timeouts. */
export function TabletFields({ hasPin, ...props }: FieldsProps & { hasPin: boolean }) {
  const t = useSettingsTexts();
  const { draft, isOwner, set, wrong } = props;
  return (
    <>
      <Title order={2} mt={8}>
        {t('tablets')}
      </Title>
      <NativeSelect
        label={t('language')}
        wrapperProps={fieldOf('language')}
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
        wrapperProps={fieldOf('idleSeconds')}
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
      <Input.Wrapper
        {...fieldOf('textScale')}
        label={t('textScale')}
        labelElement="div"
        error={wrong('textScale')}
      >
        <SegmentedControl
          aria-label={t('textScale')}
          readOnly={!isOwner}
          value={String(draft.textScale)}
          onChange={(value) => set({ textScale: Number(value) })}
          data={TEXT_SCALES.map((scale) => ({ value: String(scale), label: `${scale}` }))}
        />
      </Input.Wrapper>
      <Switch
        label={t('signsAnswers')}
        wrapperProps={fieldOf('signsAnswers')}
        description={t('signsAnswersHint')}
        disabled={!isOwner}
        checked={draft.signsAnswers}
        onChange={(event) => set({ signsAnswers: event.currentTarget.checked })}
      />
      <BlankForms
        chosen={draft.blankForms}
        isOwner={isOwner}
        hasPin={hasPin}
        error={wrong('blankForms')}
        onChange={(blankForms) => set({ blankForms })}
      />
    </>
  );
}

/** Lock, storage and mail as a second factor at the workstations. */
export function DeskFields(props: FieldsProps) {
  const t = useSettingsTexts();
  const { draft, isOwner, set, wrong } = props;
  return (
    <>
      <Title order={2} mt={8}>
        {t('desks')}
      </Title>
      <NumberInput
        label={t('lockMinutes')}
        wrapperProps={fieldOf('lockMinutes')}
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
        wrapperProps={fieldOf('storageGb')}
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
      <DayField
        label={t('staffFactor')}
        wrapperProps={{ ...fieldOf('staffFactorFrom'), className: 's-hint' }}
        description={t('staffFactorHint')}
        isReadOnly={!isOwner}
        value={draft.staffFactorFrom}
        error={wrong('staffFactorFrom')}
        onChange={(staffFactorFrom) => set({ staffFactorFrom })}
      />
      <Textarea
        label={t('mailFactor')}
        wrapperProps={fieldOf('mailFactorReason')}
        description={t('mailFactorHint')}
        autosize
        minRows={2}
        maxLength={500}
        readOnly={!isOwner}
        value={draft.mailFactorReason}
        error={wrong('mailFactorReason')}
        onChange={(event) => set({ mailFactorReason: event.currentTarget.value })}
      />
    </>
  );
}

/** Shares without a second check. */
export function ShareFields(props: FieldsProps) {
  const t = useSettingsTexts();
  const { draft, isOwner, set, wrong } = props;
  return (
    <>
      <Title order={2} mt={8}>
        {t('shares')}
      </Title>
      <Textarea
        label={t('shareBare')}
        wrapperProps={fieldOf('shareBareReason')}
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
    </>
  );
}
