// One rule as a form: paper, frequency, patients and appointments.

import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import type { MappeRulesView } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule, RuleRepeat, RuleWhen } from '../../../shared/desk/mappe-rules.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { problemsOf, tidyWhen } from './edit-rules.ts';
import { useRulesTexts, type RulesKey } from './rules-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

const MOST_WORDS = 30,
  LONGEST_NOTE = 250;
const ANY = 'any';
const REPEATS: readonly { kind: RuleRepeat['kind']; text: RulesKey }[] = [
  { kind: 'months', text: 'form.months' },
  { kind: 'each', text: 'repeat.each' },
  { kind: 'once', text: 'repeat.once' },
  { kind: 'version', text: 'repeat.version' },
];
type ListName = 'arten' | 'words' | 'notWords' | 'behandler';
const LISTS: readonly { name: ListName; label: RulesKey; hint: RulesKey }[] = [
  { name: 'arten', label: 'form.arten', hint: 'form.artenHint' },
  { name: 'words', label: 'form.words', hint: 'form.wordsHint' },
  { name: 'notWords', label: 'form.notWords', hint: 'form.notWordsHint' },
  { name: 'behandler', label: 'form.behandler', hint: 'form.behandlerHint' },
];

const numberOf = (value: string | number): number | undefined =>
  typeof value === 'number' ? value : undefined;

interface Props {
  view: MappeRulesView;
  rule: MappeRule;
  onClose: () => void;
  onDone: (rule: MappeRule) => void;
}

/** The dialog that makes or changes one rule. */
export function RuleForm({ view, rule: start, onClose, onDone }: Props) {
  const t = useRulesTexts(),
    ui = useUiTexts();
  const [rule, setRule] = useState(start),
    [isTried, setTried] = useState(false);
  const problems = isTried ? problemsOf(rule) : [],
    { when } = rule;
  const change = (part: Partial<MappeRule>): void => setRule((old) => ({ ...old, ...part }));
  const changeWhen = (part: Partial<RuleWhen>): void => change({ when: { ...when, ...part } });
  const isForm = view.items.find((one) => one.id === rule.item)?.kind === 'questionnaire';
  const done = (): void => {
    setTried(true);
    if (problemsOf(rule).length === 0)
      onDone({
        ...rule,
        isFull: isForm && rule.isFull,
        when: tidyWhen(when),
        note: rule.note.trim(),
      });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={start.item === '' ? t('new') : t('form.title')}
    >
      <form
        className="p-stack r-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          done();
        }}
      >
        <ItemChoice view={view} rule={rule} problems={problems} change={change} />
        <RepeatChoice rule={rule} problems={problems} change={change} />
        {isForm && (
          <Checkbox
            label={t('form.full')}
            description={t('form.fullHint')}
            checked={rule.isFull}
            onChange={(event) => change({ isFull: event.currentTarget.checked })}
          />
        )}
        <AgeAndVisit when={when} problems={problems} changeWhen={changeWhen} />
        <Text size="sm" c="dimmed">
          {t('form.termin')}
        </Text>
        <AppointmentLists view={view} when={when} changeWhen={changeWhen} />
        <Textarea
          label={t('form.note')}
          rows={2}
          maxLength={LONGEST_NOTE}
          value={rule.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit">{t('form.done')}</Button>
        </Group>
      </form>
    </Modal>
  );
}

interface PartProps {
  rule: MappeRule;
  problems: ReturnType<typeof problemsOf>;
  change: (part: Partial<MappeRule>) => void;
}
interface WhenProps {
  when: RuleWhen;
  changeWhen: (part: Partial<RuleWhen>) => void;
}

function ItemChoice({ view, rule, problems, change }: PartProps & Pick<Props, 'view'>) {
  const t = useRulesTexts(),
    language = useLanguage();
  return (
    <NativeSelect
      label={t('form.item')}
      data-autofocus
      value={rule.item}
      error={problems.includes('item') ? t('form.itemMissing') : undefined}
      onChange={(event) => change({ item: event.currentTarget.value })}
      data={[
        ...(view.items.some((one) => one.id === rule.item)
          ? []
          : [
              {
                value: rule.item,
                label: rule.item === '' ? t('form.choose') : t('gone', { item: rule.item }),
              },
            ]),
        ...view.items.map((one) => ({
          value: one.id,
          label: one.title[language] ?? one.title.de ?? one.id,
        })),
      ]}
    />
  );
}

function RepeatChoice({ rule: { repeat }, problems, change }: PartProps) {
  const t = useRulesTexts();
  return (
    <>
      <Radio.Group
        label={t('form.repeat')}
        value={repeat.kind}
        onChange={(kind) => change({ repeat: kind === 'months' ? { kind, months: 12 } : { kind } })}
      >
        <Stack gap={6}>
          {REPEATS.map((one) => (
            <Radio key={one.kind} value={one.kind} label={t(one.text)} />
          ))}
        </Stack>
      </Radio.Group>
      {repeat.kind === 'months' && (
        <NumberInput
          label={t('form.monthsLabel')}
          min={1}
          max={240}
          maw={200}
          value={repeat.months}
          error={problems.includes('months') ? t('form.monthsWrong') : undefined}
          onChange={(value) => change({ repeat: { kind: 'months', months: numberOf(value) ?? 0 } })}
        />
      )}
    </>
  );
}

function AgeAndVisit({ when, problems, changeWhen }: WhenProps & Pick<PartProps, 'problems'>) {
  const t = useRulesTexts();
  return (
    <div className="r-two">
      <NumberInput
        label={t('form.ageFrom')}
        min={0}
        max={120}
        allowDecimal={false}
        value={when.ageFrom ?? ''}
        error={problems.includes('ages') ? t('form.agesWrong') : undefined}
        onChange={(value) => changeWhen({ ageFrom: numberOf(value) })}
      />
      <NumberInput
        label={t('form.ageTo')}
        min={0}
        max={120}
        allowDecimal={false}
        value={when.ageTo ?? ''}
        onChange={(value) => changeWhen({ ageTo: numberOf(value) })}
      />
      <NativeSelect
        label={t('form.visit')}
        value={when.visit ?? ANY}
        onChange={(event) => {
          const value = event.currentTarget.value;
          changeWhen({ visit: value === ANY ? undefined : (value as 'first' | 'again') });
        }}
        data={[
          { value: ANY, label: t('form.visitAny') },
          { value: 'first', label: t('when.first') },
          { value: 'again', label: t('when.again') },
        ]}
      />
    </div>
  );
}

function AppointmentLists({ view, when, changeWhen }: WhenProps & Pick<Props, 'view'>) {
  const t = useRulesTexts();
  const known: Partial<Record<ListName, string[]>> = {
    arten: view.arten,
    behandler: view.behandler,
  };
  return (
    <>
      {LISTS.map(({ name, label, hint }) => (
        <TagsInput
          key={name}
          label={t(label)}
          description={t(hint)}
          maxTags={MOST_WORDS}
          data={known[name] ?? []}
          value={[...(when[name] ?? [])]}
          acceptValueOnBlur
          splitChars={[',', ';']}
          onChange={(value) =>
            changeWhen({
              [name]: value.map((one) => one.trim().slice(0, 60)).filter((one) => one !== ''),
            })
          }
        />
      ))}
    </>
  );
}
