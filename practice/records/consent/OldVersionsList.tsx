// Signers of a text that has a newer version: select and prepare the newer one.

import { Button, Checkbox, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { dayText } from '../../../shared/base/dates.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import type { OldVersions } from '../../../shared/papers/consent.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useConsentTexts } from './consent-texts.ts';
import { useConsentActs, useOldVersions } from './use-consents.ts';

export function OldVersionsList() {
  const t = useConsentTexts(),
    query = useOldVersions();
  if (query.isPending) return <Loading />;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return query.data.items.length === 0 ? (
    <div className="p-card">
      <Empty>
        <p>{t('old.empty')}</p>
        <p>{t('old.empty.what')}</p>
      </Empty>
    </div>
  ) : (
    query.data.items.map((item) => <OneText key={item.newest} item={item} />)
  );
}

function OneText({ item }: { item: OldVersions['items'][number] }) {
  const t = useConsentTexts(),
    language = useLanguage(),
    acts = useConsentActs(),
    { isBusy, failed, run } = useSubmit();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // One id per paper: a retry after a lost answer sends no one the same twice.
  const ids = useRef(new Map<string, string>());
  const toggle = (taskId: string): void =>
    setChosen((old) => {
      const next = new Set(old);
      if (!next.delete(taskId)) next.add(taskId);
      return next;
    });
  const isAll = chosen.size === item.people.length,
    title = item.title[language] ?? item.title['de'] ?? item.newest;
  const send = (): void => {
    void run(async () => {
      const picked = item.people.filter((one) => chosen.has(one.taskId));
      for (const { taskId } of picked) {
        const id = ids.current.get(taskId) ?? uuidv7();
        ids.current.set(taskId, id);
        await acts.repeat(taskId, id);
      }
      setChosen(new Set());
      say(t('old.sent', { n: picked.length }));
    });
  };
  return (
    <section className="p-card p-stack" aria-label={title}>
      <div>
        <Title order={2} className="ew-h2">
          {title}
        </Title>
        <p className="p-muted ew-use">
          {t('old.inUse', { version: item.version, day: dayText(item.validFrom, language) })}
        </p>
      </div>
      <Checkbox
        label={t('old.all', { n: item.people.length })}
        checked={isAll}
        indeterminate={chosen.size > 0 && !isAll}
        onChange={() =>
          setChosen(isAll ? new Set() : new Set(item.people.map((one) => one.taskId)))
        }
      />
      <ul className="ew-found">
        {item.people.map((one) => (
          <li key={one.taskId} className="ew-pick">
            <Checkbox
              checked={chosen.has(one.taskId)}
              onChange={() => toggle(one.taskId)}
              aria-label={t('old.pick', { name: one.name })}
            />
            <Link to={`/patient/${numberInPath(one.patid)}/einwilligungen`}>{one.name}</Link>
            <span className="p-muted p-tabular">
              *{dayText(one.geburtsdatum, language)} ·{' '}
              {t('old.version', { version: one.version, at: showDay(one.since, language) })}
            </span>
          </li>
        ))}
      </ul>
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <div>
        <Button size="xs" loading={isBusy} disabled={chosen.size === 0} onClick={send}>
          {t('old.send', { n: chosen.size })}
        </Button>
      </div>
    </section>
  );
}
