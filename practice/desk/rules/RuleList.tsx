// The rules in the order of their papers in a Mappe: on or off, up and down, edited, removed.

import { ActionIcon, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { MappeRulesView } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import { useLanguage } from '../../ui/texts.ts';
import { isAsShipped, moved, removed, toggled } from './edit-rules.ts';
import { useRulesTexts, type RulesKey } from './rules-texts.ts';
import { repeatText, whenText } from './rule-summary.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
/** Reason why the product ships a rule. */
const SOURCE: Readonly<Record<string, RulesKey>> = {
  daten: 'source.daten',
  datenschutz: 'source.datenschutz',
  schmerz: 'source.schmerz',
  'anamnese-voll': 'source.anamneseVoll',
  anamnese: 'source.anamnese',
  'kinder-voll': 'source.kinderVoll',
  kinder: 'source.kinder',
  operation: 'source.operation',
  roentgen: 'source.roentgen',
  betaeubung: 'source.betaeubung',
  extraktion: 'source.extraktion',
  mehrkosten: 'source.mehrkosten',
  foto: 'source.foto',
};

/** Returns the title of a form or document, in the language of the screen. */
export function useItemTitle(
  view: Pick<MappeRulesView, 'items'>,
): (id: string) => string | undefined {
  const language = useLanguage();
  return (id) => {
    const title = view.items.find((one) => one.id === id)?.title;
    return title && (title[language] ?? title.de);
  };
}

interface Props {
  view: MappeRulesView;
  rules: readonly MappeRule[];
  onChange: (rules: readonly MappeRule[]) => void;
  onEdit: (rule: MappeRule) => void;
}
export function RuleList({ view, rules, onChange, onEdit }: Props) {
  const t = useRulesTexts(),
    titleOf = useItemTitle(view);
  return (
    <ol className="r-list">
      {rules.map((rule, at) => {
        const title = titleOf(rule.item) ?? t('gone', { item: rule.item }),
          when = whenText(t, rule),
          source = isAsShipped(rule, view.shipped) ? SOURCE[rule.id] : undefined,
          why = source === undefined ? rule.note : t(source);
        return (
          <li key={rule.id} className="r-rule" data-on={rule.isOn}>
            <Switch
              size="md"
              aria-label={t('on', { title })}
              checked={rule.isOn}
              onChange={(event) => onChange(toggled(rules, rule.id, event.currentTarget.checked))}
            />
            <div className="r-what">
              <strong>{title}</strong>
              <span>
                {repeatText(t, rule)}
                {rule.isFull && rule.repeat.kind !== 'months' ? ` · ${t('full')}` : ''}
                {when !== '' && ` · ${when}`}
              </span>
              {why !== '' && <span className="p-small p-muted">{why}</span>}
            </div>
            <div className="r-acts">
              <ActionIcon
                variant="subtle"
                size={32}
                disabled={at === 0}
                aria-label={t('up', { title })}
                onClick={() => onChange(moved(rules, rule.id, -1))}
              >
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={32}
                disabled={at === rules.length - 1}
                aria-label={t('down', { title })}
                onClick={() => onChange(moved(rules, rule.id, 1))}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={32}
                aria-label={t('edit', { title })}
                onClick={() => onEdit(rule)}
              >
                <IconPencil {...icon} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={32}
                aria-label={t('remove', { title })}
                onClick={() => onChange(removed(rules, rule.id))}
              >
                <IconTrash {...icon} />
              </ActionIcon>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
