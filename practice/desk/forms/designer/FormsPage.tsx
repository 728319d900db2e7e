// The practice's forms: custom ones in every version, shipped ones to copy; new, or from a file.

import './designer.css';
import './preview.css';
import { Button, Title } from '@mantine/core';
import {
  IconArchive,
  IconCopy,
  IconFileImport,
  IconPlus,
  IconTrash,
  IconXboxX,
} from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import type { FormEntryView } from '../../../../shared/forms/design/forms.schema.ts';
import { momentText } from '../../../../shared/base/dates.ts';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../../ui/Page.tsx';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { say, sayError } from '../../../ui/toast.tsx';
import { useVersionTexts } from '../../../ui/saving/version-words/version-texts.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { findingsIn } from '../../../ui/saving/version-calls.ts';
import {
  EndDialog,
  NewFromDialog,
  VersionStateWord,
  type NewStart,
} from '../../../ui/saving/versions.tsx';
import { findingText, useDesignerTexts } from './designer-texts.ts';
import { act, createForm, discard, importForm, useForms, useRefresh } from './use-forms.ts';

const CONVERSIONS = ['converted_r5', 'converted_stu3'] as const;

/** Imports a file and opens its form, or keeps the findings that refused it. */
function useImport() {
  const go = useNavigate();
  const [refused, setRefused] = useState<readonly FormFinding[]>([]);
  const { isBusy, failed, run, clear } = useSubmit();
  const t = useDesignerTexts();
  const take = (file: File | undefined): void => {
    if (!file) return;
    setRefused([]);
    void run(
      async () => {
        const made = await importForm(uuidv7(), file);
        const conversion = CONVERSIONS.find((code) =>
          made.findings.some((one) => one.code === code),
        );
        if (conversion) say(findingText(t, { code: conversion }));
        await go(`/formulare/${made.key}`);
      },
      (error) => setRefused(findingsIn<FormFinding>(error)),
    );
  };
  return { take, refused, isBusy, failed, clear };
}

/** The list of all forms; a dropped file is imported. */
export function FormsPage() {
  const t = useDesignerTexts(),
    forms = useForms(),
    paperTitle = usePaperTitle(),
    go = useNavigate();
  const [source, setSource] = useState<NewStart | null>(null);
  const [isOver, setOver] = useState(false);
  const { take, refused, isBusy, failed, clear } = useImport();
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const openNew = (from: FormEntryView | undefined): void =>
    setSource({ id: uuidv7(), from: from?.key ?? '', title: from?.title ?? '' });
  return (
    <Page
      refused={forms.error}
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
        accept=".json,application/json,application/fhir+json"
        hidden
        aria-label={t('import')}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <div
        className="p-stack f-drop"
        data-over={isOver}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) {
            event.preventDefault();
            setOver(true);
          }
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className="p-muted f-lead">
          {t('lead')} {isOver ? t('drop') : t('dropHint')}
        </p>
        {refused.length > 0 ? (
          <RefusedNotice refused={refused} />
        ) : (
          failed !== null && <ErrorNotice error={failed} onRetry={clear} />
        )}
        {forms.isPending && <Loading />}
        {forms.isError && <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />}
        {forms.data && <FormLists items={forms.data.items} onCopy={openNew} />}
      </div>
      {source && (
        <NewFromDialog
          start={source}
          choices={(forms.data?.items ?? []).map((one) => ({
            ...one,
            title: one.origin === 'shipped' ? paperTitle(one.key, one.title) : one.title,
          }))}
          words={{ title: t('new'), fromEmpty: t('fromEmpty') }}
          make={async (input) => {
            const made = await createForm(input);
            await go(`/formulare/${made.key}`);
          }}
          onClose={() => setSource(null)}
        />
      )}
    </Page>
  );
}

function RefusedNotice({ refused }: { refused: readonly FormFinding[] }) {
  const t = useDesignerTexts();
  return (
    <Notice tone="bad" role="alert">
      <strong>{t('importRefused')}</strong>
      <ul className="f-plain">
        {refused.map((one, at) => (
          <li key={at}>
            {findingText(t, one)}{' '}
            {one.linkId !== undefined && <bdi className="f-code">{one.linkId}</bdi>}{' '}
            {one.detail !== undefined && <bdi className="f-code">{one.detail}</bdi>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface ListProps {
  items: readonly FormEntryView[];
  onCopy: (item: FormEntryView) => void;
}

function FormLists({ items, onCopy }: ListProps) {
  const t = useDesignerTexts(),
    own = items.filter((one) => one.origin === 'own'),
    shipped = items.filter((one) => one.origin === 'shipped');
  return (
    <>
      <section className="p-card" aria-labelledby="f-own">
        <Title order={2} size="md" id="f-own">
          {t('own')}
        </Title>
        {own.length === 0 ? (
          <Empty>{t('ownEmpty')}</Empty>
        ) : (
          <FormTable items={own} onCopy={onCopy} />
        )}
      </section>
      <section className="p-card" aria-labelledby="f-shipped">
        <Title order={2} size="md" id="f-shipped">
          {t('shipped')}
        </Title>
        <FormTable items={shipped} onCopy={onCopy} />
      </section>
    </>
  );
}

function FormTable({ items, onCopy }: ListProps) {
  const t = useDesignerTexts(),
    language = useLanguage(),
    paperTitle = usePaperTitle();
  return (
    <table className="f-list p-long">
      <thead>
        <tr>
          <th scope="col">{t('col.title')}</th>
          <th scope="col">{t('col.state')}</th>
          <th scope="col">{t('col.version')}</th>
          <th scope="col">{t('col.effort')}</th>
          <th scope="col">{t('col.languages')}</th>
          <th scope="col">
            <span className="f-hidden">{t('col.act')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.key}>
            <td>
              <Link className="f-name" to={`/formulare/${one.key}`}>
                <bdi>{one.origin === 'shipped' ? paperTitle(one.key, one.title) : one.title}</bdi>
              </Link>
              {one.changedAt !== null && (
                <div className="p-small p-muted p-tabular">
                  {momentText(one.changedAt, language)}
                </div>
              )}
              {one.trouble !== undefined && <Trouble finding={one.trouble} />}
              {one.isChecking === true && (
                <div className="p-small p-muted" role="status">
                  {t('checking')}
                </div>
              )}
            </td>
            <td>
              <VersionStateWord state={one.state} />
            </td>
            <td className="p-tabular">{one.version}</td>
            <td className="p-tabular">
              {one.trouble === undefined &&
                t('effort', { questions: one.questions, minutes: one.minutes })}
            </td>
            <td>
              <span title={one.languages.map((code) => languageName(code, language)).join(', ')}>
                {one.languages.length > 3
                  ? t('languages', { n: one.languages.length })
                  : one.languages.map((code) => languageName(code, language)).join(', ')}
              </span>
            </td>
            <td>
              {one.trouble === undefined ? (
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
              ) : (
                <EndBroken item={one} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Reason why a form cannot be filled in, as described by the finding; it is not given out. */
function Trouble({
  finding: { code, detail },
}: {
  finding: NonNullable<FormEntryView['trouble']>;
}) {
  const t = useDesignerTexts();
  return (
    <div className="p-small">
      <StateWord tone="bad" icon={IconXboxX}>
        {t('broken')}
      </StateWord>{' '}
      {findingText(t, { code: code as FormFinding['code'] })}
      {detail !== undefined && (
        <>
          {' '}
          <bdi className="f-code">{detail}</bdi>
        </>
      )}
    </div>
  );
}

/**
 * Removes a broken form from the list, without opening it: a draft is deleted, a published version
 * is withdrawn.
 */
function EndBroken({ item: { key, state, rev, title } }: { item: FormEntryView }) {
  const t = useDesignerTexts(),
    v = useVersionTexts(),
    refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useSubmit();
  if (state === 'retired') return null;
  const isDraft = state === 'draft';
  const confirmed = (): void =>
    void run(async () => {
      await (isDraft ? discard(key, rev) : act(key, 'retire', rev));
      setAsking(false);
      await refresh();
    }, sayError);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={
          isDraft ? <IconTrash size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
        }
        aria-label={`${v(isDraft ? 'version.discard' : 'version.retire')}: ${title}`}
        onClick={() => setAsking(true)}
      >
        {v(isDraft ? 'version.discard' : 'version.retire')}
      </Button>
      <EndDialog
        end={isAsking ? (isDraft ? 'discard' : 'retire') : null}
        retireWhat={t('retire.what')}
        isBusy={isBusy}
        onConfirm={confirmed}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
