// Figures of the KZV's average letter, typed in or pasted: a position and its frequency per hundred
// cases.

import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { momentText } from '../../../shared/base/dates.ts';
import type { KzvLetter } from '../../../shared/analytics/reports/hvm.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useReportsTexts } from './reports-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

export interface Typed {
  zeilen: { nr: string; je100: number }[];
  /** Lines without a position and number. */
  wrong: string[];
}
/** Parses lines as people type or paste them: `01 98,5`, `13b; 31.2`, `Ä925a<tab>12`. */
export function readLetter(text: string): Typed {
  const lines: Typed['zeilen'] = [],
    wrong: string[] = [];
  for (const line of text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const found = /^([\wÄÖÜäöü]{1,8}(?: [a-gA-G])?)\s*[;\t ]\s*(\d{1,4}(?:[.,]\d{1,3})?)$/.exec(
      line,
    );
    if (found?.[1] !== undefined && found[2] !== undefined)
      lines.push({ nr: found[1], je100: Number(found[2].replace(',', '.')) });
    else wrong.push(line);
  }
  return { zeilen: lines, wrong };
}

export function Letter() {
  const language = useLanguage();
  const t = useReportsTexts(),
    today = useToday(),
    queries = useQueryClient(),
    list = useQuery({
      queryKey: ['kzvbrief'],
      queryFn: async () =>
        (await call<{ items: KzvLetter[] }>('/api/kzvbrief', { timeout: TIMEOUT })).items,
    });
  const [year, setYear] = useState(today.slice(0, 4)),
    [quarter, setQuarter] = useState('1'),
    [text, setText] = useState(''),
    { isBusy, failed, run } = useSubmit(),
    { zeilen: lines, wrong } = readLetter(text),
    isYear = /^20\d\d$/.test(year);
  const save = (): Promise<unknown> =>
    run(async () => {
      await call('/api/kzvbrief', {
        method: 'PUT',
        json: { jahr: Number(year), quartal: Number(quarter), zeilen: lines },
        answer: 'none',
        timeout: TIMEOUT,
      });
      setText('');
      await queries.invalidateQueries({ queryKey: ['kzvbrief'] });
      await queries.invalidateQueries({ queryKey: ['bericht'] });
      say(t('letter.saved'));
    });
  return (
    <section className="p-card be-notes p-noprint" aria-labelledby="be-letter">
      <h2 id="be-letter">{t('letter')}</h2>
      <p className="p-muted be-note">{t('letter.what')}</p>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.length > 0 && (
        <ul className="be-note-list">
          {list.data.map((one) => (
            <li key={`${one.jahr} ${one.quartal}`}>
              <span className="be-note-when">
                Q{one.quartal} {one.jahr}
              </span>
              <span>
                {t('letter.has', { count: one.zeilen.length })}{' '}
                <span className="p-small p-muted">
                  {[one.wer, momentText(one.am, language)].filter((word) => word !== '').join(', ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <form
        className="p-stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (lines.length > 0 && wrong.length === 0 && isYear) void save();
        }}
      >
        <div className="be-note-form">
          <NativeSelect
            label={t('quarter')}
            value={quarter}
            data={['1', '2', '3', '4'].map((value) => ({ value, label: `Q${value}` }))}
            onChange={(event) => setQuarter(event.currentTarget.value)}
          />
          <TextInput
            label={t('year')}
            inputMode="numeric"
            value={year}
            error={isYear ? undefined : t('year.wrong')}
            onChange={(event) => setYear(event.currentTarget.value)}
          />
        </div>
        <Textarea
          label={t('letter.lines')}
          description={t('letter.how')}
          autosize
          minRows={4}
          maxRows={16}
          value={text}
          error={wrong.length > 0 ? t('letter.wrong', { line: wrong[0] ?? '' }) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {failed !== null && <ErrorNotice error={failed} />}
        <div>
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
            disabled={lines.length === 0 || wrong.length > 0 || !isYear}
          >
            {t('letter.save', { count: lines.length })}
          </Button>
        </div>
      </form>
    </section>
  );
}
