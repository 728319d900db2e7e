// One switch: its words, default and end, the rules that count, and those of the past.

import { Button, Text, Title } from '@mantine/core';
import { IconHistory, IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { flagOf, type FlagKey } from '../../../shared/base/flags/flags.ts';
import type { FlagRuleView } from '../../../shared/vendor/flags/flags.schema.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay, showInstant } from '../../ui/wording/moments.ts';
import { useFlagTexts } from './flag-texts.ts';
import { ruleWords } from './rule-words.ts';

function RuleLine({ rule, onEnd }: { rule: FlagRuleView; onEnd?: (() => void) | undefined }) {
  const t = useFlagTexts(),
    language = useLanguage(),
    { state, isOn, ended, reason, name, at } = rule,
    words = ruleWords(rule, t);
  return (
    <li>
      <div className="i-who">
        <StateWord
          tone={state !== 'active' ? 'off' : isOn ? 'ok' : 'warn'}
          icon={state !== 'active' ? IconHistory : isOn ? IconToggleRight : IconToggleLeft}
        >
          {words}, {t('until', { day: showDay(rule.until, language) })}
          {state !== 'active' && ` · ${t(`state.${state}`)}`}
        </StateWord>
        <Text size="sm">{t('by', { reason, name, at: showInstant(at, language) })}</Text>
        {ended && (
          <Text size="sm">
            {t('endedBy', {
              reason: ended.reason,
              name: ended.name,
              at: showInstant(ended.at, language),
            })}
          </Text>
        )}
      </div>
      {onEnd && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('endOf', { rule: words })}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}

export function FlagCard({
  flag,
  rules,
  acts,
}: {
  flag: FlagKey;
  rules: readonly FlagRuleView[];
  /** Absent for users who only read. */
  acts?: { onAdd: () => void; onEnd: (rule: FlagRuleView) => void } | undefined;
}) {
  const t = useFlagTexts(),
    language = useLanguage(),
    declared = flagOf(flag),
    words = declared[language === 'de' ? 'de' : 'en'],
    active = rules.filter(({ state }) => state === 'active'),
    past = rules.filter(({ state }) => state !== 'active'),
    id = `sw-${flag}`;
  return (
    <section className="p-card p-stack" aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {words.name}
        </Title>
        <Text>{words.what}</Text>
        <Text size="sm" c="dimmed">
          {[
            t('standard', { value: t(declared.isOn ? 'on' : 'off') }),
            t('ends', { day: showDay(declared.until, language) }),
            t('owner', { role: t(`role.${declared.owner}`) }),
          ].join(' · ')}
        </Text>
      </div>
      {active.length === 0 ? (
        <Text size="sm">{t('none')}</Text>
      ) : (
        <ul className="i-rows" aria-label={t('rules')}>
          {active.map((rule) => (
            <RuleLine key={rule.id} rule={rule} onEnd={acts && (() => acts.onEnd(rule))} />
          ))}
        </ul>
      )}
      {acts && (
        <div>
          <Button
            variant="default"
            aria-label={t('addTo', { flag: words.name })}
            onClick={acts.onAdd}
          >
            {t('add')}
          </Button>
        </div>
      )}
      {past.length > 0 && (
        <details>
          <summary>
            {t(past.length === 1 ? 'history_one' : 'history_other', { count: past.length })}
          </summary>
          <ul className="i-rows">
            {past.map((rule) => (
              <RuleLine key={rule.id} rule={rule} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
