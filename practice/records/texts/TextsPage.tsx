// The practice's consent texts: custom ones in every version, the shipped ones to copy; new, or
// from a file.

import './texts.css';
import { Button, Title } from '@mantine/core';
import { IconCopy, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { momentText } from '../../../shared/base/dates.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import type { TextEntryView } from '../../../shared/papers/texts.schema.ts';
import { CallError } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { usePaperTitle } from '../../ui/wording/paper-titles.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { NewFromDialog, VersionStateWord, type NewStart } from '../../ui/saving/versions.tsx';
import { useTextsTexts } from './texts-texts.ts';
import { createText, importText, useTexts } from './use-texts.ts';

export function TextsPage() {
  const t = useTextsTexts(),
    texts = useTexts(),
    paperTitle = usePaperTitle(),
    go = useNavigate(),
    input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<NewStart | null>(null),
    { isBusy, failed, run, clear } = useSubmit();
  const take = (file: File | undefined): void => {
    if (file)
      void run(async () => {
        const made = await importText(uuidv7(), file);
        await go(`/texte/${made.key}`);
      });
  };
  const items = texts.data?.items ?? [],
    own = items.filter((one) => one.origin === 'own'),
    shipped = items.filter((one) => one.origin === 'shipped');
  const openNew = (from: TextEntryView | undefined): void =>
    setSource({ id: uuidv7(), from: from?.key ?? '', title: from?.title ?? '' });
  return (
    <Page
      refused={texts.error}
      title={t('title')}
      actions={
        <div className="p-row">
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t('import')}
          </Button>
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => openNew(undefined)}
          >
            {t('new')}
          </Button>
        </div>
      }
    >
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('import')}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <div className="p-stack">
        <p className="p-muted tx-lead">{t('lead')}</p>
        {failed !== null && <ImportFailure failed={failed} onRetry={clear} />}
        {texts.isPending && <Loading />}
        {texts.isError && <ErrorNotice error={texts.error} onRetry={() => void texts.refetch()} />}
        {texts.data && (
          <>
            <section className="p-card" aria-labelledby="tx-own">
              <Title order={2} size="md" id="tx-own">
                {t('own')}
              </Title>
              {own.length === 0 ? (
                <Empty>{t('ownEmpty')}</Empty>
              ) : (
                <TextTable items={own} onCopy={openNew} />
              )}
            </section>
            <section className="p-card" aria-labelledby="tx-shipped">
              <Title order={2} size="md" id="tx-shipped">
                {t('shipped')}
              </Title>
              <TextTable items={shipped} onCopy={openNew} />
            </section>
          </>
        )}
      </div>
      {source && (
        <NewFromDialog
          start={source}
          choices={items.map((one) => ({
            ...one,
            title: one.origin === 'shipped' ? paperTitle(one.key, one.title) : one.title,
          }))}
          words={{ title: t('new'), fromEmpty: t('fromEmpty') }}
          make={async (input) => {
            const made = await createText(input);
            await go(`/texte/${made.key}`);
          }}
          onClose={() => setSource(null)}
        />
      )}
    </Page>
  );
}

function TextTable({
  items,
  onCopy,
}: {
  items: readonly TextEntryView[];
  onCopy: (item: TextEntryView) => void;
}) {
  const t = useTextsTexts(),
    language = useLanguage(),
    paperTitle = usePaperTitle();
  return (
    <table className="tx-list p-long">
      <thead>
        <tr>
          <th scope="col">{t('col.title')}</th>
          <th scope="col">{t('col.state')}</th>
          <th scope="col">{t('col.version')}</th>
          <th scope="col">{t('col.form')}</th>
          <th scope="col">{t('col.languages')}</th>
          <th scope="col">
            <span className="tx-hidden">{t('copy')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.key}>
            <td>
              <Link className="tx-name" to={`/texte/${one.key}`}>
                <bdi>{one.origin === 'shipped' ? paperTitle(one.key, one.title) : one.title}</bdi>
              </Link>
              {one.changedAt !== null && (
                <div className="p-small p-muted p-tabular">
                  {momentText(one.changedAt, language)}
                </div>
              )}
            </td>
            <td>
              <VersionStateWord state={one.state} />
            </td>
            <td className="p-tabular">
              <span className="tx-word">{t('col.version')} </span>
              {one.version}
            </td>
            <td>{t(`form.${one.form}`)}</td>
            <td>{one.languages.map((code) => languageName(code, language)).join(', ')}</td>
            <td>
              {one.state !== 'draft' && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconCopy size={16} aria-hidden />}
                  aria-label={t('copyOne', {
                    title: one.origin === 'shipped' ? paperTitle(one.key, one.title) : one.title,
                  })}
                  onClick={() => onCopy(one)}
                >
                  {t('copy')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ImportFailure({ failed, onRetry }: { failed: unknown; onRetry: () => void }) {
  const t = useTextsTexts();
  const isRefused =
    failed instanceof CallError &&
    (failed.code === 'validation' || failed.code === 'unreadable_file');
  if (!isRefused) return <ErrorNotice error={failed} onRetry={onRetry} />;
  return (
    <Notice tone="bad" role="alert">
      {t('importRefused')}
    </Notice>
  );
}
