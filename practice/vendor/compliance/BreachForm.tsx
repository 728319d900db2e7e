// Form of a data breach: what happened, measures, the decision and the reports.

import { Button, Group, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import {
  BREACH_DECISIONS,
  COMPLIANCE_LIMITS,
  type BreachDecision,
} from '../../../shared/vendor/compliance.ts';
import type { Breach } from '../../../shared/vendor/compliance.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { useNow } from '../../ui/wording/now.ts';
import { storeBreach, useFreshCompliance } from './compliance-calls.ts';
import { useComplianceTexts } from './compliance-texts.ts';
import { MomentField, instantOf, isHalf, momentOf } from './MomentField.tsx';

const MINUTE_MS = 60_000;

interface Props {
  id: string;
  first?: Breach;
  onEnd: () => void;
}

/** Entered values of the form, and how they are stored. */
function useBreach({ id, first, onEnd }: Props) {
  const t = useComplianceTexts(),
    fresh = useFreshCompliance(),
    now = useNow(MINUTE_MS),
    { isBusy, failed, run } = useSubmit();
  const [aware, setAware] = useState(() => momentOf(first?.awareAt ?? Date.now())),
    [text, setText] = useState(first?.text ?? ''),
    [measures, setMeasures] = useState(first?.measures ?? ''),
    [people, setPeople] = useState<number | string>(first?.people ?? ''),
    [decision, setDecision] = useState<BreachDecision>(first?.decision ?? 'undecided'),
    [reason, setReason] = useState(first?.reason ?? ''),
    [reported, setReported] = useState(momentOf(first?.reportedAt ?? null)),
    [informed, setInformed] = useState(momentOf(first?.informedAt ?? null)),
    [isTried, setTried] = useState(false);
  const awareAt = instantOf(aware),
    lacks = {
      text: text.trim() === '',
      aware: awareAt === null || awareAt > now + MINUTE_MS,
      reason: decision === 'no_risk' && reason.trim() === '',
      reported: isHalf(reported),
      informed: isHalf(informed),
    };
  const store = async (): Promise<boolean> => {
    setTried(true);
    if (awareAt === null || Object.values(lacks).includes(true)) return false;
    return run(async () => {
      await storeBreach(id, {
        awareAt,
        text: text.trim(),
        measures: measures.trim(),
        people: typeof people === 'number' ? people : null,
        decision,
        reason: reason.trim(),
        reportedAt: instantOf(reported),
        informedAt: instantOf(informed),
        rev: first?.rev ?? 0,
      });
      await fresh();
      say(t('stored'));
      onEnd();
    });
  };
  useUnsaved(text !== (first?.text ?? '') || measures !== (first?.measures ?? ''), store);
  return {
    values: { aware, text, measures, people, decision, reason, reported, informed },
    set: {
      aware: setAware,
      text: setText,
      measures: setMeasures,
      people: setPeople,
      decision: setDecision,
      reason: setReason,
      reported: setReported,
      informed: setInformed,
    },
    shown: {
      text: isTried && lacks.text,
      aware: isTried && lacks.aware,
      reason: isTried && lacks.reason,
      reported: isTried && lacks.reported,
      informed: isTried && lacks.informed,
    },
    isBusy,
    failed,
    store,
  };
}

export function BreachForm(props: Props) {
  const t = useComplianceTexts(),
    { values, set, shown, isBusy, failed, store } = useBreach(props);
  const moment = (name: 'aware' | 'reported' | 'informed') => (
    <MomentField
      label={t(`form.${name}`)}
      value={values[name]}
      error={
        shown[name] ? t(instantOf(values[name]) === null ? 'form.moment' : 'future') : undefined
      }
      onChange={set[name]}
    />
  );
  return (
    <form
      noValidate
      className="p-stack co-form co-screen"
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      {moment('aware')}
      <Textarea
        label={t('form.text')}
        description={t('form.textHint')}
        autosize
        minRows={3}
        maxLength={COMPLIANCE_LIMITS.text}
        value={values.text}
        error={shown.text ? t('missing') : undefined}
        onChange={(event) => set.text(event.currentTarget.value)}
      />
      <Textarea
        label={t('form.measures')}
        autosize
        minRows={2}
        maxLength={COMPLIANCE_LIMITS.text}
        value={values.measures}
        onChange={(event) => set.measures(event.currentTarget.value)}
      />
      <NumberInput
        label={t('form.people')}
        min={0}
        allowDecimal={false}
        value={values.people}
        onChange={set.people}
      />
      <NativeSelect
        label={t('form.decision')}
        value={values.decision}
        data={BREACH_DECISIONS.map((value) => ({ value, label: t(`decision.${value}`) }))}
        onChange={(event) =>
          set.decision(
            BREACH_DECISIONS.find((one) => one === event.currentTarget.value) ?? 'undecided',
          )
        }
      />
      {values.decision === 'no_risk' && (
        <Textarea
          label={t('form.reason')}
          autosize
          maxLength={COMPLIANCE_LIMITS.note}
          value={values.reason}
          error={shown.reason ? t('missing') : undefined}
          onChange={(event) => set.reason(event.currentTarget.value)}
        />
      )}
      {moment('reported')}
      {moment('informed')}
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button type="submit" loading={isBusy}>
          {t('store')}
        </Button>
        <Button variant="default" onClick={props.onEnd}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
