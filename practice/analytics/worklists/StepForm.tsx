// Form for the next step of a line: what, until when, who.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { COMMENT_MAX } from '../../../shared/base/comment.ts';
import { sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import type { Step } from './worklists-calls.ts';
import { useListTexts, type ListKey } from './worklists-texts.ts';
import { DayField } from '../../ui/DayField.tsx';

/** Common steps: one press plans them, with the typed day and person. */
const USUAL: Readonly<Record<WorklistKind, readonly ListKey[]>> = {
  hkp: ['step.call', 'step.appointment', 'step.ask', 'step.bill'],
  par: ['step.call', 'step.appointment', 'step.ask', 'step.extend'],
  recall: ['step.call', 'step.appointment'],
};

export function StepForm({
  kind,
  step,
  team,
  onSave,
}: {
  kind: WorklistKind;
  step: Step | null;
  team: ReadonlyMap<string, string>;
  onSave: (step: Step) => Promise<void>;
}) {
  const t = useListTexts(),
    { isBusy, run } = useSubmit(),
    [text, setText] = useState(step?.text ?? ''),
    [until, setUntil] = useState(step?.bis ?? ''),
    [who, setWho] = useState(step?.wer ?? '');
  const save = (done: Partial<Step> = {}): void =>
    void run(
      () =>
        onSave({
          text: text.trim(),
          bis: until === '' ? null : until,
          wer: who === '' ? null : who,
          istErledigt: false,
          ...done,
        }),
      sayError,
    );
  return (
    <form
      className="al-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') save();
      }}
    >
      <TextInput
        data-autofocus
        label={t('step.what')}
        value={text}
        maxLength={COMMENT_MAX}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <UsualSteps
        kind={kind}
        isBusy={isBusy}
        onStep={(usual) => {
          setText(usual);
          save({ text: usual });
        }}
      />
      <Group gap={8} align="end">
        <DayField label={t('step.untilWhen')} value={until} onChange={setUntil} />
        <NativeSelect
          label={t('step.who')}
          value={who}
          onChange={(event) => setWho(event.currentTarget.value)}
          data={[
            { value: '', label: t('step.nobody') },
            ...[...team].map(([value, label]) => ({ value, label })),
          ]}
        />
      </Group>
      <Group gap={8}>
        <Button type="submit" size="xs" loading={isBusy} disabled={text.trim() === ''}>
          {t('step.save')}
        </Button>
        {step?.text !== undefined && step.text !== null && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => save({ istErledigt: !step.istErledigt })}
          >
            {t(step.istErledigt ? 'step.again' : 'step.done')}
          </Button>
        )}
        {step?.text !== undefined && step.text !== null && (
          <Button
            size="xs"
            variant="subtle"
            disabled={isBusy}
            onClick={() => save({ text: null, bis: null, wer: null })}
          >
            {t('step.drop')}
          </Button>
        )}
      </Group>
    </form>
  );
}

/** The common steps of a list as buttons. */
function UsualSteps({
  kind,
  isBusy,
  onStep,
}: {
  kind: WorklistKind;
  isBusy: boolean;
  onStep: (text: string) => void;
}) {
  const t = useListTexts();
  return (
    <Group gap={6}>
      {USUAL[kind].map((one) => (
        <Button
          key={one}
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          onClick={() => onStep(t(one))}
        >
          {t(one)}
        </Button>
      ))}
    </Group>
  );
}
