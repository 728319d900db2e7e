// A call in one press: its outcome becomes a note of the line, and where nothing else is planned the
// next step.

import { Button, Group } from '@mantine/core';
import { useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { NotedKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { NO_STEP, writeNote, writeStep, type Step } from './worklists-calls.ts';
import { useListTexts } from './worklists-texts.ts';

/** Outcomes of a call; the number of days until the next call. */
const OUTCOMES = [
  { key: 'reached', again: null },
  { key: 'missed', again: 1 },
  { key: 'returns', again: 3 },
  { key: 'booked', again: null },
] as const;

/** Returns the first day from `day` on that is no Saturday or Sunday. */
export function nextWeekday(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

export function CallNote({
  kind,
  target,
  step: before,
  fresh,
}: {
  kind: NotedKind;
  target: string;
  /** The planned step; null where none is planned. */
  step: Step | null;
  fresh: () => Promise<void>;
}) {
  const t = useListTexts(),
    language = useLanguage(),
    today = useToday(),
    { isBusy, run } = useSubmit(),
    // Kept until everything of a press is done: a second press after a failure writes the same note.
    begun = useRef(new Map<string, string>());
  const note = ({ key, again }: (typeof OUTCOMES)[number]): void =>
    void run(async () => {
      const id = begun.current.get(key) ?? uuidv7();
      begun.current.set(key, id);
      await writeNote({ id, kind, target, text: t(`call.note.${key}`) });
      // A planned step is never replaced.
      const isFree = before === null || before.istErledigt;
      if (again !== null && isFree) {
        const day = nextWeekday(addDays(today, again));
        await writeStep(kind, [target], { ...NO_STEP, text: t('step.call'), bis: day });
        sayWithUndo(t('call.saidWithStep', { day: formatDay(day, language) }), async () => {
          await writeStep(kind, [target], before ?? NO_STEP);
          await fresh();
        });
      } else say(t('call.said'));
      begun.current.delete(key);
      await fresh();
    }, sayError);
  useHotkeys(
    Object.fromEntries(OUTCOMES.map((one, at) => [String(at + 1), () => !isBusy && note(one)])),
  );
  return (
    <section aria-labelledby="al-call">
      <h2 id="al-call" className="al-h2">
        {t('call')}
      </h2>
      <Group gap={6}>
        {OUTCOMES.map((one, at) => (
          <Button
            key={one.key}
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-keyshortcuts={String(at + 1)}
            rightSection={<kbd aria-hidden>{at + 1}</kbd>}
            onClick={() => note(one)}
          >
            {t(`call.${one.key}`)}
          </Button>
        ))}
      </Group>
    </section>
  );
}
