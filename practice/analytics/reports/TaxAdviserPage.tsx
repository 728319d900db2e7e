// Page for the tax adviser: money received by month of its payment, frozen with a checksum, and
// later differences to current data.

import '../../report-kit/report-kit.css';
import './reports.css';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconSnowflake } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { isDay, momentText } from '../../../shared/base/dates.ts';
import { spanOf } from '../../report-kit/periods.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { Frozen } from './FrozenReport.tsx';
import { useReportsTexts } from './reports-texts.ts';
import { freeze, getFrozen } from './saved-calls.ts';
import { DayField } from '../../ui/DayField.tsx';

export function TaxPage() {
  const t = useReportsTexts(),
    language = useLanguage(),
    today = useToday(),
    queries = useQueryClient(),
    list = useQuery({ queryKey: ['steuerbuero'], queryFn: getFrozen }),
    [search, setSearch] = useSearchParams(),
    open = search.get('stand');
  const last = spanOf('vorquartal', today),
    [from, setFrom] = useState(last.von),
    [to, setTo] = useState(last.bis),
    { isBusy, failed, run } = useSubmit(),
    isRight = isDay(from) && isDay(to) && from <= to;
  const take = (): Promise<unknown> =>
    run(async () => {
      const id = uuidv7();
      await freeze({ id, von: from, bis: to });
      await queries.invalidateQueries({ queryKey: ['steuerbuero'] });
      setSearch({ stand: id });
      say(t('tax.frozen'));
    });
  return (
    <Page title={t('tax.title')} refused={list.error}>
      <div className="p-stack">
        <p className="p-muted be-intro">{t('tax.what')}</p>
        <form
          className="p-card be-tax-new p-noprint"
          onSubmit={(event) => {
            event.preventDefault();
            if (isRight) void take();
          }}
        >
          <DayField label={t('tax.from')} value={from} onChange={setFrom} />
          <DayField
            label={t('tax.to')}
            value={to}
            error={isRight ? undefined : t('tax.wrong')}
            onChange={setTo}
          />
          <Button
            type="submit"
            loading={isBusy}
            disabled={!isRight}
            leftSection={<IconSnowflake size={18} stroke={1.75} aria-hidden />}
          >
            {t('tax.freeze')}
          </Button>
          {failed !== null && <ErrorNotice error={failed} />}
        </form>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 && <Empty>{t('tax.none')}</Empty>}
        {list.data && list.data.length > 0 && (
          <ul className="be-frozen p-noprint" aria-label={t('tax.list')}>
            {list.data.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className="p-card"
                  aria-pressed={one.id === open}
                  onClick={() => setSearch({ stand: one.id })}
                >
                  <strong>
                    {formatDay(one.von, language)} – {formatDay(one.bis, language)}
                  </strong>
                  <span className="p-small p-muted">
                    {t('tax.at', { when: momentText(one.am, language), who: one.wer })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {open !== null && <Frozen key={open} id={open} />}
      </div>
    </Page>
  );
}
