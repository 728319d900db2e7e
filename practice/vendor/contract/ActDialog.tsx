// What an administrator does with a contract: a reason, and a day or a plan where it needs one.

import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { PLAN_IDS, type PlanId } from '../../../shared/vendor/payment.ts';
import { DayField } from '../../ui/DayField.tsx';
import { REASON_LEAST } from '../../../shared/vendor/contract/request.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { say } from '../../ui/toast.tsx';
import { actOn, useFreshContracts, type ActPath } from './contract-calls.ts';
import { useContractTexts } from './contract-texts.ts';

/** What the dialog is about; `isAsked`: a second administrator decides. */
const ACTS = {
  cancel: { path: 'end', json: { isEnding: true }, isAsked: false },
  keep: { path: 'end', json: { isEnding: false }, isAsked: false },
  plan: { path: 'plan', json: {}, isAsked: true },
  pause: { path: 'pause', json: {}, isAsked: true },
  resume: { path: 'resume', json: {}, isAsked: false },
  hold: { path: 'hold', json: {}, isAsked: false },
  unhold: { path: 'hold', json: { until: null }, isAsked: false },
  noticeAgain: { path: 'notice', json: { act: 'again' }, isAsked: false },
  noticeByHand: { path: 'notice', json: { act: 'byHand' }, isAsked: false },
} as const satisfies Record<string, { path: ActPath; json: object; isAsked: boolean }>;
export type ActName = keyof typeof ACTS;

/** A reason of one word explains nothing. */
const FIRST_DAYS = 14;

interface Typed {
  reason: string;
  /** Last day, where the act has one. */
  until: string;
  plan: PlanId;
}
function Fields({
  name,
  plans,
  typed,
  onType,
}: {
  name: ActName;
  plans: readonly PlanId[];
  typed: Typed;
  onType: (change: Partial<Typed>) => void;
}) {
  const t = useContractTexts();
  return (
    <>
      {name === 'plan' && (
        <Select
          label={t('plan')}
          allowDeselect={false}
          value={typed.plan}
          data={plans.map((id) => ({ value: id, label: t(`plan.${id}`) }))}
          onChange={(value) => onType({ plan: plans.find((id) => id === value) ?? typed.plan })}
        />
      )}
      {hasDay(name) && (
        <DayField label={t('until')} value={typed.until} onChange={(until) => onType({ until })} />
      )}
      <TextInput
        data-autofocus
        label={t('reason')}
        description={t('reason.hint')}
        maxLength={240}
        value={typed.reason}
        onChange={(event) => onType({ reason: event.currentTarget.value })}
      />
    </>
  );
}
const hasDay = (name: ActName): boolean => name === 'pause' || name === 'hold';

export function ActDialog({
  tenant,
  name,
  plan,
  onClose,
}: {
  tenant: string;
  name: ActName;
  /** The plan that runs. */
  plan: PlanId | null;
  onClose: () => void;
}) {
  const t = useContractTexts(),
    fresh = useFreshContracts(),
    asking = useWithStepUp(),
    { isBusy, failed, run, clear } = useSubmit(),
    plans = PLAN_IDS.filter((id) => id !== plan),
    [typed, setTyped] = useState<Typed>(() => ({
      reason: '',
      until: addDays(berlinDay(Date.now()), FIRST_DAYS),
      plan: plans[0] ?? 'praxis',
    }));
  const { path, json, isAsked } = ACTS[name];
  const submit = (): void =>
    void run(async () => {
      try {
        await asking.run(async () => {
          await actOn(tenant, path, {
            ...json,
            ...(hasDay(name) && { until: typed.until }),
            ...(name === 'plan' && { plan: typed.plan }),
            reason: typed.reason.trim(),
          });
          say(t(isAsked ? 'act.asked' : 'act.done'));
          onClose();
        });
      } finally {
        await fresh();
      }
    });
  return (
    <>
      <Modal opened={!asking.isAsked} onClose={onClose} title={t(`act.${name}`)}>
        <form
          className="p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Text>{t(`hint.${name}`)}</Text>
          {isAsked && <Text size="sm">{t('act.second')}</Text>}
          <Fields
            name={name}
            plans={plans}
            typed={typed}
            onType={(change) => {
              clear();
              setTyped({ ...typed, ...change });
            }}
          />
          {failed instanceof CallError && failed.code === 'state_conflict' ? (
            <Notice tone="bad" role="alert">
              {t('act.conflict')}
            </Notice>
          ) : (
            failed !== null && <ErrorNotice error={failed} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('back')}
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              disabled={typed.reason.trim().length < REASON_LEAST || typed.until === ''}
            >
              {t(isAsked ? 'act.ask' : 'act.go')}
            </Button>
          </Group>
        </form>
      </Modal>
      <StepUp
        isOpen={asking.isAsked}
        onClose={asking.cancel}
        onConfirmed={asking.confirmed}
        why={t('confirm')}
      />
    </>
  );
}
