// „Ohne Abschluss“: every task without a proven end, what it waits for and for how long; tasks
// without contact for a minute come first.

import { Title } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { Empty } from '../../ui/Page.tsx';
import { usePaperTitle } from '../../ui/wording/paper-titles.ts';
import type { OpenTask } from './board-view.ts';
import { MISSING_TEXT, sinceText, useBoardTexts, type BoardTexts } from './board-texts.ts';
import { usePrivacy } from './privacy.tsx';
import { useLanguage } from '../../ui/texts.ts';

const MINUTE = 60_000,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR;

/** Formats a duration: `12 Min.`, `3 Std.`, `2 Tagen`. */
export function ageText(t: BoardTexts, ms: number): string {
  if (ms < HOUR) return t('open.minutes', { n: Math.max(0, Math.floor(ms / MINUTE)) });
  if (ms < DAY) return t('open.hours', { n: Math.floor(ms / HOUR) });
  const days = Math.floor(ms / DAY);
  return days === 1 ? t('open.day') : t('open.days', { n: days });
}

export function OpenList({ open, now }: { open: readonly OpenTask[]; now: number }) {
  const t = useBoardTexts();
  const unheard = open.filter((one) => one.isUnheard).length;
  return (
    <section className="e-column" data-column="open" aria-label={t('open.title')}>
      {open.length === 0 ? (
        <>
          <Title order={2} className="e-column-title">
            {t('open.title')} <span className="p-tabular">0</span>
          </Title>
          <Empty>{t('open.none')}</Empty>
        </>
      ) : (
        <details className="e-open">
          <summary>
            <IconChevronDown size={16} stroke={2} aria-hidden className="e-open-turn" />
            <Title order={2} className="e-column-title">
              {t('open.title')} <span className="p-tabular">{open.length}</span>
            </Title>
            {unheard > 0 && (
              <span className="e-open-alarm">
                <IconAlertTriangle size={14} stroke={2} aria-hidden />{' '}
                {t('open.unheard', { n: unheard })}
              </span>
            )}
          </summary>
          <ul className="e-rows" data-rows>
            {open.map((one) => (
              <OpenRow key={one.task.taskId} one={one} now={now} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OpenRow({ one, now }: { one: OpenTask; now: number }) {
  const t = useBoardTexts(),
    language = useLanguage();
  const privacy = usePrivacy(),
    paperTitle = usePaperTitle();
  const { task, mappe, tablet } = one;
  return (
    <li className="e-open-row" data-row data-unheard={one.isUnheard} tabIndex={-1}>
      <span>
        <strong>{mappe.patients.map((p) => privacy.name(p.name)).join(' · ')}</strong>
      </span>
      <span className="e-open-title">{paperTitle(task.template, task.title)}</span>
      <span className="e-open-why">
        {t(MISSING_TEXT[one.missing])}
        {tablet && ` · ${tablet.name}`}
      </span>
      <span className="p-muted p-tabular">
        {t('open.age', { age: ageText(t, now - mappe.createdAt) })}
        {one.isUnheard && ` · ${t('open.heard', { time: sinceText(one.since, now, language) })}`}
      </span>
    </li>
  );
}
