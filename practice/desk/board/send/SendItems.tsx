// The papers of a Mappe with their form rule in plain words, and the fields that the practice fills
// in.

import { Checkbox, Group, Text, TextInput } from '@mantine/core';
import {
  IconBook,
  IconDeviceTablet,
  IconForms,
  IconMessages,
  IconPrinter,
} from '@tabler/icons-react';
import type { LocalText } from '../../../../shared/desk/document.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useBoardTexts, type BoardKey } from '../board-texts.ts';
import { rememberedFields, useReadFacts } from './notice-fields.ts';
import type { Proposed } from '../../../../shared/desk/mappe-rules.ts';
import { useReasonText } from '../../../ui/wording/rule-words.ts';
import {
  placementOf,
  templateKeyOf,
  type Missing,
  type Placement,
  type SendForm,
  type Template,
} from './send-rules.ts';
import { endOfId } from './element-ids.ts';

const PLACEMENT = {
  tablet: { tone: 'primary', icon: IconDeviceTablet, text: 'send.placement.tablet' },
  paper: { tone: 'warn', icon: IconPrinter, text: 'send.placement.paper' },
  read: { tone: 'off', icon: IconBook, text: 'send.placement.read' },
  answer: { tone: 'primary', icon: IconForms, text: 'send.placement.answer' },
} as const satisfies Record<Placement, { text: BoardKey } & Record<string, unknown>>;

const localText = (text: LocalText, language: keyof LocalText): string => text[language] ?? text.de;

interface Props {
  /** In a Mappe of several people: the owner of the papers, and the heading above them. */
  owner?: {
    patid?: string;
    title: string;
  };
  /** In list order. */
  templates: readonly Template[];
  proposed?: readonly Proposed[];
  items: SendForm['items'];
  onChange: (items: SendForm['items']) => void;
  missing: readonly Missing[];
}

/** The list of papers that can be sent; a chosen one opens its fields. */
export function SendItems({ owner, templates, proposed = [], items, onChange, missing }: Props) {
  const t = useBoardTexts();
  const patid = owner?.patid,
    lacksAny = missing.some(
      (one) => one.what === 'items' && (one.patid === undefined || one.patid === patid),
    );

  return (
    <fieldset className="e-fieldset" id={`send-items${endOfId(patid)}`}>
      <legend>{owner?.title ?? t('send.items')}</legend>
      {lacksAny && (
        <Text size="xs" className="e-bad">
          {t('send.missing.items')}
        </Text>
      )}
      <ul className="e-items">
        {templates.map((template) => (
          <SendItem
            key={templateKeyOf(template)}
            template={template}
            patid={patid}
            proposed={proposed}
            items={items}
            onChange={onChange}
            missing={missing}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface ItemProps {
  template: Template;
  patid: string | undefined;
  missing: readonly Missing[];
}

function SendItem({
  template,
  patid,
  proposed,
  items,
  onChange,
  missing,
}: ItemProps & { proposed: readonly Proposed[] } & Pick<Props, 'items' | 'onChange'>) {
  const t = useBoardTexts(),
    reasonText = useReasonText(),
    factsNow = useReadFacts(),
    language = useLanguage();
  const key = templateKeyOf(template);
  const item = items.find((one) => one.key === key);
  const placement = placementOf(template);
  const look = PLACEMENT[placement];
  const why = proposed.find((one) => one.item === key);
  const toggle = (isOn: boolean): void =>
    onChange(
      isOn
        ? [
            ...items,
            {
              key,
              fields: rememberedFields(template, factsNow()),
              ...(patid !== undefined && { patid }),
              ...(why?.isFull === true && { isFull: true }),
            },
          ]
        : items.filter((one) => one.key !== key),
    );
  const fill = (field: string, value: string): void =>
    onChange(
      items.map((one) =>
        one.key === key ? { ...one, fields: { ...one.fields, [field]: value } } : one,
      ),
    );
  return (
    <li className="e-item" data-chosen={item !== undefined}>
      <Checkbox
        label={localText(template.title, language)}
        checked={item !== undefined}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      <Group gap={6} className="e-item-more">
        <StateWord tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </StateWord>
        {template.talk && (
          <StateWord tone="info" icon={IconMessages}>
            {t('send.talk')}
          </StateWord>
        )}
        {template.languages.length < 2 && (
          <Text size="xs" c="dimmed">
            {t('send.germanOnly')}
          </Text>
        )}
      </Group>
      {why && (
        <Text size="xs" className="e-item-more e-item-why">
          {t('send.why', { reasons: reasonText(why.reasons) })}
        </Text>
      )}
      {item !== undefined &&
        template.kind === 'questionnaire' &&
        why?.reasons.some((one) => one.code === 'never') !== true && (
          <Checkbox
            size="xs"
            className="e-item-more"
            label={t('send.full')}
            checked={item.isFull === true}
            onChange={(event) => {
              const isFull = event.currentTarget.checked;
              onChange(items.map((one) => (one.key === key ? { ...one, isFull } : one)));
            }}
          />
        )}
      {item !== undefined &&
        (placement === 'paper' || placement === 'read' || template.fields.length > 0) && (
          <ItemFields template={template} patid={patid} item={item} fill={fill} missing={missing} />
        )}
    </li>
  );
}

function ItemFields({
  template,
  patid,
  item,
  fill,
  missing,
}: ItemProps & { item: SendForm['items'][number]; fill: (field: string, value: string) => void }) {
  const t = useBoardTexts(),
    language = useLanguage();
  const key = templateKeyOf(template),
    placement = placementOf(template),
    scope = endOfId(patid);
  return (
    <div className="e-item-more p-stack">
      {placement !== 'tablet' && placement !== 'answer' && (
        <Text size="xs">
          {localText(template.formRequirement.reason, language)}{' '}
          <span className="p-muted">
            {t('send.source', { source: template.formRequirement.source })}
          </span>
        </Text>
      )}
      {template.fields.map((field) => (
        <TextInput
          key={field.id}
          id={`send-${key}-${field.id}${scope}`}
          label={localText(field.label, language)}
          autoComplete="off"
          maxLength={500}
          value={item.fields[field.id] ?? ''}
          onChange={(event) => fill(field.id, event.currentTarget.value)}
          error={
            missing.some(
              (one) =>
                one.what === 'field' &&
                one.key === key &&
                one.field === field.id &&
                one.patid === patid,
            )
              ? t('send.missing.field')
              : undefined
          }
        />
      ))}
    </div>
  );
}
