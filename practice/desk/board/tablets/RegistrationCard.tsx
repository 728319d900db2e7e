// A tablet that entered a code and waits: compare the number, name it, excuse checks that no
// browser can prove, confirm or refuse.

import { Button, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import type { BoardRegistration, BoardTablet } from '../../../../shared/exchange/board.ts';
import {
  EXCUSABLE_CHECKS,
  GATE_CHECKS,
  type GateCheck,
  type Posture,
} from '../../../../shared/desk/tablet.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { confirmRegistration, refuseRegistration, useAct } from '../board-actions.ts';
import { CHECK_TEXT, useBoardTexts, type BoardKey } from '../board-texts.ts';
import { deviceWords } from './device-words.ts';
import { PostureChoice } from './PostureChoice.tsx';

/** A reason of one or two letters does not count. */
const REASON_MIN = 3;
type Tick = 'ok' | 'failed' | 'unknown';
const LOOK = { ok: IconCircleCheck, failed: IconCircleX, unknown: IconCircleDashed };
const TICK_TEXT: Record<Tick, BoardKey> = {
  ok: 'gate.ok',
  failed: 'gate.failed',
  unknown: 'gate.unknown',
};

/** A refusal of the browser that staff cannot change: the card of the tablet keeps its reason. */
const isOwnReason = (check: GateCheck): boolean => check === 'storage';

/**
 * Splits failed checks into those that need a reason of staff, and those that block the
 * registration because no reason excuses them.
 */
export function judgeGate(gate: BoardRegistration['gate']): {
  toExcuse: GateCheck[];
  blocking: GateCheck[];
} {
  return {
    toExcuse: GATE_CHECKS.filter(
      (check) => EXCUSABLE_CHECKS.includes(check) && gate[check] !== 'ok',
    ),
    blocking: GATE_CHECKS.filter(
      (check) => !EXCUSABLE_CHECKS.includes(check) && gate[check] !== 'ok',
    ),
  };
}

interface Props {
  registration: BoardRegistration;
  tabletCount: number;
  /** Tablets out of contact: this may be one of them with lost storage. */
  silent?: readonly BoardTablet[];
  onDone?: () => void;
}

export function RegistrationCard({ registration, tabletCount, silent = [], onDone }: Props) {
  const t = useBoardTexts();
  const { isBusy, run } = useAct();
  const [name, setName] = useState(t('reg.defaultName', { n: tabletCount + 1 }));
  const [posture, setPosture] = useState<Posture>('hand');
  const [reasons, setReasons] = useState<Partial<Record<GateCheck, string>>>({});
  const [replaces, setReplaces] = useState('');
  const [isTried, setTried] = useState(false);
  const { toExcuse, blocking } = judgeGate(registration.gate);
  const reasonOf = (check: GateCheck): string =>
    isOwnReason(check) ? t('reg.storageReason') : (reasons[check] ?? '').trim();

  const confirm = async (): Promise<void> => {
    setTried(true);
    const first =
      name.trim() === '' ? 'name' : toExcuse.find((check) => reasonOf(check).length < REASON_MIN);
    if (first !== undefined) {
      document.getElementById(`reg-${registration.pendingId}-${first}`)?.focus();
      return;
    }
    const exceptions = toExcuse.map((check) => ({ check, reason: reasonOf(check) }));
    const isDone = await run(
      () =>
        confirmRegistration(registration.pendingId, {
          number: registration.number,
          name: name.trim(),
          posture,
          exceptions,
          ...(replaces !== '' && { replaces }),
        }),
      t('reg.confirmed', { tablet: name.trim() }),
    );
    if (isDone) onDone?.();
  };
  const refuse = async (): Promise<void> => {
    if (await run(() => refuseRegistration(registration.pendingId), t('reg.refused'))) onDone?.();
  };

  return (
    <section className="e-registration" aria-label={t('reg.arrived')}>
      <Title order={2}>{t('reg.arrived')}</Title>
      <p className="e-compare">
        {t('reg.compare')}{' '}
        <output className="e-number p-tabular">{[...registration.number].join(' ')}</output>
      </p>
      <GateList registration={registration} />
      <form
        className="p-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {silent.length > 0 && (
          <ReplacesSelect
            replaces={replaces}
            silent={silent}
            onReplace={setReplaces}
            onName={setName}
          />
        )}
        <TextInput
          id={`reg-${registration.pendingId}-name`}
          label={t('tablet.name')}
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isTried && name.trim() === '' ? t('reg.needName') : undefined}
        />
        <PostureChoice value={posture} onChange={setPosture} />
        {toExcuse.includes('storage') && <Notice tone="info">{t('reg.storageWhy')}</Notice>}
        {toExcuse
          .filter((check) => !isOwnReason(check))
          .map((check) => (
            <ReasonField
              key={check}
              id={`reg-${registration.pendingId}-${check}`}
              value={reasons[check] ?? ''}
              isMissing={isTried && reasonOf(check).length < REASON_MIN}
              onChange={(value) => setReasons((old) => ({ ...old, [check]: value }))}
            />
          ))}
        <BlockingNotices blocking={blocking} registration={registration} />
        <Text size="xs" c="dimmed" className="e-agent">
          {t('reg.device', { device: deviceWords(registration.userAgent) })}
        </Text>
        <Group gap={8}>
          {blocking.length === 0 && (
            <Button type="submit" loading={isBusy}>
              {t('reg.confirm')}
            </Button>
          )}
          <Button variant="default" disabled={isBusy} onClick={() => void refuse()}>
            {t('reg.refuse')}
          </Button>
        </Group>
      </form>
    </section>
  );
}

function BlockingNotices({
  blocking,
  registration,
}: {
  blocking: GateCheck[];
  registration: BoardRegistration;
}) {
  const t = useBoardTexts();
  return (
    <>
      {blocking.map((check) =>
        registration.gate[check] === 'failed' ? (
          <Notice key={check} tone="warn">
            {t('reg.failed', { check: t(CHECK_TEXT[check]) })}
          </Notice>
        ) : (
          <Notice key={check} tone="info" role="status">
            {t('reg.checking', { check: t(CHECK_TEXT[check]) })}
          </Notice>
        ),
      )}
    </>
  );
}

function ReplacesSelect({
  replaces,
  silent,
  onReplace,
  onName,
}: {
  replaces: string;
  silent: readonly BoardTablet[];
  onReplace: (value: string) => void;
  onName: (value: string) => void;
}) {
  const t = useBoardTexts();
  return (
    <NativeSelect
      label={t('reg.replaces')}
      description={t('reg.replacesWhy')}
      value={replaces}
      data={[
        { value: '', label: t('reg.replacesNone') },
        ...silent.map((one) => ({ value: one.tabletId, label: one.name })),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onReplace(value);
        const old = silent.find((one) => one.tabletId === value);
        if (old) onName(old.name);
      }}
    />
  );
}

function GateList({ registration }: { registration: BoardRegistration }) {
  const t = useBoardTexts();
  return (
    <ul className="e-gate">
      {GATE_CHECKS.map((check) => {
        const tick: Tick = registration.gate[check] ?? 'unknown';
        const Icon = LOOK[tick];
        return (
          <li key={check} data-tick={tick}>
            <Icon size={18} stroke={1.75} aria-hidden /> {t(CHECK_TEXT[check])}{' '}
            <span className="p-muted p-small">
              {t(check === 'lock' && tick === 'unknown' ? 'gate.desk' : TICK_TEXT[tick])}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function ReasonField({
  id,
  value,
  isMissing,
  onChange,
}: {
  id: string;
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}) {
  const t = useBoardTexts();
  return (
    <TextInput
      id={id}
      label={t('reg.lockAsk')}
      description={t('reg.lockWhy')}
      maxLength={250}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isMissing ? t('reg.needReason') : undefined}
    />
  );
}
