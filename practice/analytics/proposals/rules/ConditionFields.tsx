// Fields for the conditions of a custom rule: the input, and below it how the input is understood.

import { TextInput } from '@mantine/core';
import { FACTS } from '../../../../shared/analytics/billing/rule-facts.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { CONDITION_FIELDS, faultsOf, tokensOf, type Draft, type Field } from './rule-draft.ts';
import { predicateWords } from './predicate-words.ts';
import { listWords, togetherWords } from './token-words.ts';

type Bound = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

export function ConditionFields({
  draft,
  field,
}: {
  draft: Draft;
  field: (name: Field, more?: { description?: string }) => Bound;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    faults = faultsOf(draft);
  const understood = (name: (typeof CONDITION_FIELDS)[number]): string => {
    if (draft[name].trim() === '' || faults[name] !== undefined) return '';
    return name === 'heuteAlle'
      ? togetherWords(draft.heuteAlle, t)
      : name === 'zusatz'
        ? predicateWords(draft.zusatz, t)
        : listWords(
            tokensOf(draft[name]).map(({ wort }) => wort),
            t,
          );
  };
  return (
    <>
      {CONDITION_FIELDS.map((name) => {
        const words = understood(name);
        return (
          <div key={name}>
            <TextInput
              {...field(name)}
              className="ab-code-field"
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
            />
            {words !== '' && (
              <p className="p-small p-muted ab-understood">
                {t('editor.verstanden', { worte: words })}
              </p>
            )}
          </div>
        );
      })}
      <details className="ab-history">
        <summary>{t('editor.hilfe')}</summary>
        <ul className="ab-lines">
          <li>{t('hilfe.marke')}</li>
          <li>{t('hilfe.fenster')}</li>
          <li>{t('hilfe.ort')}</li>
          <li>{t('hilfe.zusammen')}</li>
          <li>{t('hilfe.notiz')}</li>
        </ul>
        <h3 className="ab-h3">{t('hilfe.merkmale')}</h3>
        <dl className="ab-facts-list">
          {FACTS.map(({ name, de, en }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{language === 'de' ? de : en}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
