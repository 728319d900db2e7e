// Schedules a recurring mail with the link to a report to members of the practice: day, time,
// recipients, and past results.

import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { ReportPath } from '../../../shared/analytics/reports/report-pages.ts';
import type { ReportMails } from '../../../shared/analytics/reports/saved-reports.schema.ts';
import { momentText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { dropMail, getMails, getProfiles, putMail } from './saved-calls.ts';
import { givenIn } from './Views.tsx';
import { useReportsTexts, type ReportsKey } from './reports-texts.ts';
import { useLanguage } from '../../ui/texts.ts';
import { Modal } from '../../ui/Modal.tsx';

const KEY = ['berichtmails'];
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export function MailDialog({
  report,
  title,
  address,
  onClose,
}: {
  report: ReportPath;
  title: string;
  address: Partial<Record<string, string>>;
  onClose: () => void;
}) {
  const t = useReportsTexts(),
    queries = useQueryClient(),
    list = useQuery({ queryKey: KEY, queryFn: getMails });
  const own = list.data?.items.filter((one) => one.report === report) ?? [];
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });
  const remove = async (id: string): Promise<void> => {
    try {
      await dropMail(id);
      await again();
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('mail.title', { title })} size="lg">
      <div className="p-stack">
        <p className="p-muted be-note">{t('mail.what')}</p>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && !list.data.hatMailserver && <Notice tone="warn">{t('mail.noServer')}</Notice>}
        {own.length > 0 && (
          <ul className="be-mails">
            {own.map((one) => (
              <Sent key={one.id} one={one} onRemove={() => void remove(one.id)} />
            ))}
          </ul>
        )}
        {list.data && (
          <ScheduleForm
            people={list.data.leute}
            report={report}
            title={title}
            address={address}
            again={again}
          />
        )}
      </div>
    </Modal>
  );
}

/** Schedules a new mail: rhythm, day, time and recipients. */
function ScheduleForm({
  people,
  report,
  title,
  address,
  again,
}: {
  people: ReportMails['leute'];
  report: ReportPath;
  title: string;
  address: Partial<Record<string, string>>;
  again: () => Promise<void>;
}) {
  const t = useReportsTexts();
  const [rhythm, setRhythm] = useState<'woche' | 'monat'>('woche'),
    [day, setDay] = useState(1),
    [time, setTime] = useState('07:00'),
    [who, setWho] = useState<readonly string[]>([]),
    [view, setView] = useState(''),
    { isBusy, failed, run } = useSubmit();
  const isRight = TIME.test(time) && who.length > 0;
  const save = (): Promise<unknown> =>
    run(async () => {
      await putMail({
        id: uuidv7(),
        report,
        filter: givenIn(address),
        ...(view !== '' && { ansicht: view }),
        titel: title,
        rhythmus: rhythm,
        tag: day,
        zeit: time,
        empfaenger: [...who],
      });
      setWho([]);
      await again();
      say(t('mail.saved'));
    });
  return (
    <form
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) void save();
      }}
    >
      <ViewChoice report={report} view={view} onView={setView} />
      <Group gap={12} align="end">
        <NativeSelect
          label={t('mail.rhythm')}
          value={rhythm}
          data={(['woche', 'monat'] as const).map((value) => ({
            value,
            label: t(`mail.${value}`),
          }))}
          onChange={(event) => {
            setRhythm(event.currentTarget.value === 'monat' ? 'monat' : 'woche');
            setDay(1);
          }}
        />
        <NativeSelect
          label={t('mail.day')}
          value={String(day)}
          onChange={(event) => setDay(Number(event.currentTarget.value))}
          data={Array.from({ length: rhythm === 'woche' ? 7 : 28 }, (_, at) => ({
            value: String(at + 1),
            label: rhythm === 'woche' ? t(`mail.day.${at + 1}` as ReportsKey) : `${at + 1}.`,
          }))}
        />
        <TextInput
          label={t('mail.time')}
          placeholder="07:00"
          maxLength={5}
          autoComplete="off"
          value={time}
          error={TIME.test(time) ? undefined : t('mail.timeWrong')}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
      </Group>
      <Checkbox.Group
        label={t('mail.who')}
        description={t('mail.whoHint')}
        value={[...who]}
        onChange={setWho}
      >
        <div className="a-ticks">
          {people.map(({ id, name }) => (
            <Checkbox key={id} size="sm" value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      {failed !== null && <ErrorNotice error={failed} />}
      <Group>
        <Button type="submit" loading={isBusy} disabled={!isRight}>
          {t('mail.save')}
        </Button>
      </Group>
    </form>
  );
}

/** Chooses the saved view that a mail follows; nothing is offered without one. */
function ViewChoice({
  report,
  view,
  onView,
}: {
  report: ReportPath;
  view: string;
  onView: (view: string) => void;
}) {
  const t = useReportsTexts(),
    { data = [] } = useQuery({
      queryKey: ['profiles', report],
      queryFn: () => getProfiles(report),
    });
  return data.length === 0 ? null : (
    <NativeSelect
      label={t('mail.view')}
      description={t('mail.viewHint')}
      value={view}
      data={[
        { value: '', label: t('mail.view.now') },
        ...data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => onView(event.currentTarget.value)}
    />
  );
}

function Sent({ one, onRemove }: { one: ReportMails['items'][number]; onRemove: () => void }) {
  const language = useLanguage();
  const t = useReportsTexts();
  return (
    <li>
      <div>
        <strong>
          {one.rhythmus === 'woche'
            ? t('mail.weekly', { day: t(`mail.day.${one.tag}` as ReportsKey), time: one.zeit })
            : t('mail.monthly', { day: one.tag, time: one.zeit })}
        </strong>
        {one.ansicht && (
          <span className="p-small">{t('mail.ofView', { name: one.ansicht.name })}</span>
        )}
        <span className="p-small p-muted">
          {one.zuletzt === null
            ? t('mail.never')
            : t('mail.last', { when: momentText(one.zuletzt, language) })}{' '}
          · {t('mail.next', { when: momentText(one.naechstes, language) })}
        </span>
        <ul className="be-mail-people">
          {one.empfaenger.map(({ id, name, stand }) => (
            <li key={id}>
              {name === '' ? t('mail.gone') : name}
              {stand !== 'bereit' && (
                <span className={stand === 'gesendet' || stand === 'wartet' ? 'p-muted' : 'be-bad'}>
                  {' '}
                  · {t(`mail.stand.${stand}`)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <Button size="xs" variant="default" onClick={onRemove}>
        {t('mail.remove')}
      </Button>
    </li>
  );
}
