// Points with state, evidence and the day of the next look; owners change them in place.

import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  COMPLIANCE_LIMITS,
  POINT_STATES,
  type PointState,
} from '../../../shared/vendor/compliance.ts';
import type { StoredPoint } from '../../../shared/vendor/compliance.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { storePoint, useFreshCompliance } from './compliance-calls.ts';
import { useComplianceTexts } from './compliance-texts.ts';
import { DayField } from '../../ui/DayField.tsx';

export interface ShownPoint {
  id: string;
  title: string;
  sub: string;
  what?: string;
}
const TONES: Readonly<Record<PointState, Tone>> = {
  open: 'off',
  done: 'ok',
  not_applicable: 'text',
};
const ICONS = { open: IconCircle, done: IconCircleCheck, not_applicable: IconCircleMinus } as const;

export function PointList({
  points,
  stored,
  isOwner,
}: {
  points: readonly ShownPoint[];
  stored: readonly StoredPoint[];
  isOwner: boolean;
}) {
  const t = useComplianceTexts(),
    language = useLanguage(),
    [editing, setEditing] = useState<string | null>(null);
  return (
    <ul className="co-points">
      {points.map((point) => {
        const row = stored.find((one) => one.point === point.id),
          state = row?.state ?? 'open';
        return (
          <li key={point.id}>
            <div className="co-point">
              <StateWord tone={TONES[state]} icon={ICONS[state]}>
                {t(`state.${state}`)}
              </StateWord>
              <div className="co-words">
                <strong>{point.title}</strong> <span className="p-muted p-small">{point.sub}</span>
                {point.what !== undefined && <p className="p-small">{point.what}</p>}
                {row && row.note !== '' && <p className="co-note">{row.note}</p>}
                {row && (
                  <p className="p-muted p-small">
                    {t('changed', { name: row.name, day: showDay(row.at, language) })}
                    {row.nextDay !== null &&
                      ` · ${t('next', { day: dayText(row.nextDay, language) })}`}
                  </p>
                )}
              </div>
              {isOwner && editing === null && (
                <Button
                  size="xs"
                  variant="default"
                  className="co-screen"
                  aria-label={t('changeOf', { title: point.title })}
                  onClick={() => setEditing(point.id)}
                >
                  {t('change')}
                </Button>
              )}
            </div>
            {editing === point.id && (
              <PointForm point={point.id} first={row} onEnd={() => setEditing(null)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function PointForm({
  point,
  first,
  onEnd,
}: {
  point: string;
  first: StoredPoint | undefined;
  onEnd: () => void;
}) {
  const t = useComplianceTexts(),
    fresh = useFreshCompliance(),
    { isBusy, failed, run } = useSubmit();
  const [state, setState] = useState<PointState>(first?.state ?? 'open'),
    [note, setNote] = useState(first?.note ?? ''),
    [nextDay, setNextDay] = useState(first?.nextDay ?? ''),
    [isTried, setTried] = useState(false);
  const lacksReason = state === 'not_applicable' && note.trim() === '',
    isChanged =
      state !== (first?.state ?? 'open') ||
      note !== (first?.note ?? '') ||
      nextDay !== (first?.nextDay ?? '');
  const store = async (): Promise<boolean> => {
    setTried(true);
    if (lacksReason) return false;
    return run(async () => {
      await storePoint(point, {
        state,
        note: note.trim(),
        nextDay: nextDay === '' ? null : nextDay,
      });
      await fresh();
      say(t('stored'));
      onEnd();
    });
  };
  useUnsaved(isChanged, store);
  return (
    <form
      className="p-stack co-form"
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <NativeSelect
        label={t('state')}
        value={state}
        data={POINT_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(event) =>
          setState(POINT_STATES.find((one) => one === event.currentTarget.value) ?? 'open')
        }
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={2}
        maxLength={COMPLIANCE_LIMITS.note}
        value={note}
        error={isTried && lacksReason ? t('reasonMissing') : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <DayField label={t('nextDay')} value={nextDay} onChange={setNextDay} />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group>
        <Button type="submit" loading={isBusy}>
          {t('store')}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
