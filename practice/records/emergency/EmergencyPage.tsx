// The emergency paper set: selects blank forms, texts and languages; saved on this workstation,
// with a notice when something has changed since.

import './emergency.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { momentText } from '../../../shared/base/dates.ts';
import { nativeAndOwnName } from '../../../shared/base/language-names.ts';
import type { PaperSet } from '../../../shared/records/emergency.schema.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { usePaperTitle } from '../../ui/wording/paper-titles.ts';
import { download } from '../../ui/pdf.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useEmergencyTexts } from './emergency-texts.ts';

const ROOT = '/notfall';
/** Maximum number in one file. */
const MOST = 40;

export function EmergencyPage() {
  const t = useEmergencyTexts(),
    set = useQuery({ queryKey: ['notfall'], queryFn: () => callR4c<PaperSet>(ROOT) });
  return (
    <Page title={t('title')}>
      {set.isPending && <Loading />}
      {set.isError && <ErrorNotice error={set.error} onRetry={() => void set.refetch()} />}
      {set.data && <Choice set={set.data} />}
    </Page>
  );
}

/**
 * Returns the initial selection: the last saved one, in the current versions; without that the set
 * that every practice needs.
 */
export function chosenAtFirst({ papers, last }: PaperSet): string[] {
  const ids = last?.sheets.map((key) => key.split('@')[0] ?? key);
  return papers
    .filter((one) => (ids ? ids.includes(one.id) : one.isProposed))
    .map((one) => one.key)
    .slice(0, MOST);
}

function Choice({ set }: { set: PaperSet }) {
  const t = useEmergencyTexts(),
    paperTitle = usePaperTitle(),
    client = useQueryClient(),
    { isBusy, failed, run } = useSubmit();
  const [sheets, setSheets] = useState(() => chosenAtFirst(set)),
    [languages, setLanguages] = useState<readonly string[]>(() =>
      (set.last?.languages ?? ['de']).filter((one) => set.languages.includes(one)),
    );
  const kinds = [
    { kind: 'form', title: t('forms') },
    { kind: 'text', title: t('texts') },
  ] as const;
  const flip = (list: readonly string[], one: string, isOn: boolean): string[] =>
    isOn ? [...list, one] : list.filter((other) => other !== one);
  const inOrder = set.papers.filter((one) => sheets.includes(one.key)).map((one) => one.key);
  const save = (): void =>
    void run(() =>
      download(
        `${ROOT}/pdf?${new URLSearchParams({ sheets: inOrder.join(','), languages: ['de', ...languages.filter((one) => one !== 'de')].join(',') })}`,
        `${t('file')}.pdf`,
      ),
    ).then((isDone) => {
      if (!isDone) return;
      say(t('saved'));
      void client.invalidateQueries({ queryKey: ['notfall'] });
    });
  return (
    <div className="p-stack n-page">
      <Text>{t('why')}</Text>
      <LastSaved set={set} />
      {kinds.map(({ kind, title }) => {
        const own = set.papers.filter((one) => one.kind === kind);
        return (
          own.length > 0 && (
            <section key={kind} className="p-card" aria-labelledby={`n-${kind}`}>
              <h2 id={`n-${kind}`} className="n-h2">
                {title}
              </h2>
              <div className="nm-list">
                {own.map((one) => (
                  <Checkbox
                    key={one.key}
                    label={paperTitle(one.key, one.title)}
                    description={t('version', { n: one.key.split('@')[1] ?? '' })}
                    checked={sheets.includes(one.key)}
                    onChange={(event) =>
                      setSheets(flip(sheets, one.key, event.currentTarget.checked))
                    }
                  />
                ))}
              </div>
            </section>
          )
        );
      })}
      <LanguageChoice
        offered={set.languages}
        chosen={languages}
        onFlip={(code, isOn) => setLanguages(flip(languages, code, isOn))}
      />
      {failed !== undefined && failed !== null && <ErrorNotice error={failed} />}
      <Group gap={12}>
        <Button
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          loading={isBusy}
          disabled={inOrder.length === 0}
          onClick={save}
        >
          {t('save')}
        </Button>
        {inOrder.length === 0 && (
          <Text size="sm" role="status">
            {t('none')}
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('where')}
      </Text>
    </div>
  );
}

/** When this set was saved last, and which papers have changed since. */
function LastSaved({ set }: { set: PaperSet }) {
  const t = useEmergencyTexts();
  const language = useLanguage();
  const paperTitle = usePaperTitle();
  return (
    <>
      {set.last === null ? (
        <Notice tone="info">{t('never')}</Notice>
      ) : (
        <Notice tone={set.changed.length > 0 ? 'warn' : 'ok'}>
          {t('last', { at: momentText(set.last.at, language), name: set.last.byName || '–' })}{' '}
          {set.changed.length > 0
            ? t('changed', {
                papers: set.changed
                  .map((one) => {
                    const paper = set.papers.find((other) => other.title === one);
                    return paper ? paperTitle(paper.key, one) : one;
                  })
                  .join(', '),
              })
            : t('same')}
        </Notice>
      )}
    </>
  );
}

/** The languages of the sheets; German is always one of them. */
function LanguageChoice({
  offered,
  chosen,
  onFlip,
}: {
  offered: readonly string[];
  chosen: readonly string[];
  onFlip: (code: string, isOn: boolean) => void;
}) {
  const t = useEmergencyTexts();
  const language = useLanguage();
  return (
    <section className="p-card" aria-labelledby="n-languages">
      <h2 id="n-languages" className="n-h2">
        {t('languages')}
      </h2>
      <Text size="sm" c="dimmed" mb={8}>
        {t('languages.what')}
      </Text>
      <div className="nm-list">
        {offered.map((code) => (
          <Checkbox
            key={code}
            label={nativeAndOwnName(code, language)}
            disabled={code === 'de'}
            checked={code === 'de' || chosen.includes(code)}
            onChange={(event) => onFlip(code, event.currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  );
}
