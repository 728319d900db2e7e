// Formulas of one item as text: calculated value, initial value, condition, constraints; each is
// evaluated while it is typed.

import { ActionIcon, Button, Checkbox, Menu, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Fault, FaultKind } from '../../../../shared/forms/questionnaire/expressions/scope.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { useDesignerTexts } from './designer-texts.ts';
import { modelIn } from './form-model.ts';
import {
  EXAMPLES,
  faultsAt,
  formulaOf,
  hasAnswerFormula,
  hasLimits,
  removeRule,
  rulesOf,
  setFormula,
  setRule,
  type ExampleKey,
  type FormulaKind,
} from './formulas.ts';
import { useEvaluate } from './use-evaluate.ts';
import { ElementName } from './panels/ElementName.tsx';
import { Fold } from './panels/Fold.tsx';
import { useListFocus } from './panels/use-list-focus.ts';
import { VariablesEditor } from './panels/VariablesEditor.tsx';
import { variablesIn } from './panels/variables.ts';

const KINDS = [
  'calculated',
  'initial',
  'population',
  'when',
  'answers',
  'min',
  'max',
] as const satisfies readonly FormulaKind[];
const FAULT_OF: Readonly<Record<FormulaKind | 'rule', FaultKind>> = {
  calculated: 'calculatedExpression',
  initial: 'initialExpression',
  population: 'itemPopulationContext',
  when: 'enableWhenExpression',
  answers: 'answerExpression',
  min: 'constraint',
  max: 'constraint',
  rule: 'constraint',
};

interface Props {
  form: Questionnaire;
  item: QuestionnaireItem;
  onChange: (change: (one: QuestionnaireItem) => QuestionnaireItem, tag?: string) => void;
}
/** Formulas that an item can have. */
const kindsFor = (item: QuestionnaireItem): readonly FormulaKind[] =>
  KINDS.filter((kind) => {
    if (kind === 'min' || kind === 'max') return hasLimits(item);
    if (kind === 'population') return item.type === 'group' || formulaOf(item, kind) !== '';
    if (kind === 'answers') return hasAnswerFormula(item) || formulaOf(item, kind) !== '';
    return kind === 'when' || (item.type !== 'group' && item.type !== 'display');
  });

/** The formulas and rules of one item. */
export function FormulasEditor({ form, item, onChange }: Props) {
  const t = useDesignerTexts(),
    rules = rulesOf(item),
    { list, press } = useListFocus(rules.length),
    shown = kindsFor(item),
    variables = variablesIn(item).length,
    written = shown.filter((kind) => formulaOf(item, kind) !== '');
  const evaluate = useEvaluate(written.length + rules.length + variables > 0),
    faults = evaluate ? faultsAt(form, item.linkId, evaluate) : [];
  const numbers = modelIn(form)
      .nodes.filter((one) => one.isQuestion && one.linkId !== item.linkId)
      .map((one) => one.linkId),
    [a = 'frage-1', b = 'frage-2'] = numbers;
  const faultText = (kind: FormulaKind | 'rule', expression: string): string | undefined => {
    const found = faults.find(
      (one: Fault) => one.kind === FAULT_OF[kind] && one.expression === expression,
    );
    return found && t(`fault.${found.reason}`);
  };
  return (
    <Fold title={t('formula')} isFilled={written.length + rules.length + variables > 0}>
      <p className="p-small p-muted">{t('formula.what')}</p>
      {shown.map((kind) => {
        const text = formulaOf(item, kind);
        return (
          <div key={kind}>
            <Textarea
              label={t(`formula.${kind}`)}
              description={t(`formula.${kind}What`)}
              autosize
              spellCheck={false}
              maxLength={2000}
              classNames={{ input: 'f-formula' }}
              value={text}
              error={text === '' ? undefined : faultText(kind, text)}
              onChange={(event) => {
                const next = event.currentTarget.value;
                onChange((one) => setFormula(one, kind, next), `formula ${kind}`);
              }}
            />
            <Examples
              kind={kind}
              names={[a, b]}
              onTake={(next) => onChange((one) => setFormula(one, kind, next))}
            />
            {kind === 'population' && <ElementName item={item} onChange={onChange} />}
          </div>
        );
      })}
      <VariablesEditor
        element={item}
        faults={faults}
        onChange={(change, tag) => onChange((one) => change(one), tag)}
      />
      <div className="f-rules" role="group" aria-label={t('rules')} ref={list}>
        <strong className="p-small">{t('rules')}</strong>
        {rules.map((rule, at) => (
          <RuleFields
            key={at}
            rule={rule}
            at={at}
            fault={rule.expression === '' ? undefined : faultText('rule', rule.expression)}
            examples={
              <Examples
                kind="rule"
                names={[a, b]}
                onTake={(expression) =>
                  onChange((one) => setRule(one, at, { ...rule, expression }))
                }
              />
            }
            onChange={onChange}
            onRemove={() => {
              press(false);
              onChange((one) => removeRule(one, at));
            }}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          className="f-addone"
          data-add
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            press(true);
            onChange((one) =>
              setRule(one, rules.length, { expression: '', human: '', isWarning: false }),
            );
          }}
        >
          {t('rule.add')}
        </Button>
      </div>
    </Fold>
  );
}

function Examples({
  kind,
  names: [a, b],
  onTake,
}: {
  kind: FormulaKind | 'rule';
  /** Questions of this form that the examples mention. */
  names: readonly [string, string];
  onTake: (text: string) => void;
}) {
  const t = useDesignerTexts();
  const keys = (Object.keys(EXAMPLES) as ExampleKey[]).filter((key) =>
    EXAMPLES[key].kinds.includes(kind),
  );
  return (
    <Menu position="bottom-start" width={360}>
      <Menu.Target>
        <Button size="xs" variant="subtle" className="f-addone">
          {t('formula.examples')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {keys.map((key) => (
          <Menu.Item key={key} onClick={() => onTake(EXAMPLES[key].text(a, b))}>
            {t(`example.${key}`)}
            <div className="f-code f-example">{EXAMPLES[key].text(a, b)}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function RuleFields({
  rule,
  at,
  fault,
  examples,
  onChange,
  onRemove,
}: {
  rule: ReturnType<typeof rulesOf>[number];
  at: number;
  fault: string | undefined;
  examples: ReactNode;
  onRemove: () => void;
} & Pick<Props, 'onChange'>) {
  const t = useDesignerTexts();
  return (
    <div className="f-rule" data-entry>
      <Textarea
        label={t('rule.expression', { n: at + 1 })}
        autosize
        spellCheck={false}
        maxLength={2000}
        classNames={{ input: 'f-formula' }}
        value={rule.expression}
        error={fault}
        onChange={(event) => {
          const expression = event.currentTarget.value;
          onChange((one) => setRule(one, at, { ...rule, expression }), `rule ${at}`);
        }}
      />
      {examples}
      <Textarea
        label={t('rule.human', { n: at + 1 })}
        description={t('rule.humanWhat')}
        autosize
        maxLength={1000}
        value={rule.human}
        onChange={(event) => {
          const human = event.currentTarget.value;
          onChange((one) => setRule(one, at, { ...rule, human }), `rule words ${at}`);
        }}
      />
      <div className="p-row">
        <Checkbox
          label={t('rule.warning')}
          checked={rule.isWarning}
          onChange={(event) => {
            const isWarning = event.currentTarget.checked;
            onChange((one) => setRule(one, at, { ...rule, isWarning }));
          }}
        />
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={t('rule.remove', { n: at + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
