// The versions of a form, and the differences between the open one and another.

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FormView } from '../../../../shared/forms/design/forms.schema.ts';
import { momentText } from '../../../../shared/base/dates.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Loading } from '../../../ui/Page.tsx';
import { VersionStateWord } from '../../../ui/saving/versions.tsx';
import { useDesignerTexts, type DesignerKey } from './designer-texts.ts';
import { useDiff, useForms } from './use-forms.ts';
import { useLanguage } from '../../../ui/texts.ts';

/** Names of the standard that have a text here; any other is „etwas anderes“. */
const FIELD_TEXT: Readonly<Record<string, DesignerKey>> = {
  text: 'diff.text',
  _text: 'diff.translation',
  title: 'diff.title',
  type: 'diff.type',
  required: 'diff.required',
  repeats: 'diff.repeats',
  answerOption: 'diff.options',
  answerValueSet: 'diff.options',
  enableWhen: 'diff.when',
  enableBehavior: 'diff.when',
  maxLength: 'diff.limits',
  extension: 'diff.marks',
  place: 'diff.place',
};

export function VersionsTab({ view }: { view: FormView }) {
  const language = useLanguage();
  const t = useDesignerTexts(),
    forms = useForms();
  const source = view.questionnaire.derivedFrom?.[0],
    shipped = forms.data?.items.find(
      (one) => source === `urn:molar:questionnaire:${one.id}|${one.version}`,
    );
  const others = [
    ...view.versions.filter((one) => one.key !== view.key),
    ...(shipped ? [shipped] : []),
  ];
  const [older, setOlder] = useState<string | null>(
      view.versions.find((one) => one.version < view.version)?.key ?? null,
    ),
    diff = useDiff(view.key, older);
  return (
    <section className="p-card p-stack" aria-label={t('tab.versions')}>
      <ul className="f-plain">
        {view.versions.map((one) => (
          <li key={one.key} className="p-row">
            <Link
              className="f-name"
              to={`/formulare/${one.key}`}
              aria-current={one.key === view.key ? 'page' : undefined}
            >
              {t('version', { n: one.version })}
            </Link>
            <VersionStateWord state={one.state} />
            {one.publishedAt !== null && (
              <span className="p-muted p-tabular">
                {t('publishedAt', { time: momentText(one.publishedAt, language) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <NativeSelect
          label={t('diff.with')}
          value={older ?? ''}
          data={[
            { value: '', label: t('none') },
            ...others.map((one) => ({ value: one.key, label: `${one.title} (${one.version})` })),
          ]}
          onChange={(event) =>
            setOlder(event.currentTarget.value === '' ? null : event.currentTarget.value)
          }
        />
      )}
      {older !== null && diff.isPending && <Loading />}
      {diff.isError && <ErrorNotice error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.data?.items.length === 0 && <p className="p-muted">{t('diff.same')}</p>}
      <ul className="f-plain">
        {diff.data?.items.map((one) => (
          <li key={`${one.kind} ${one.linkId}`} className="f-change" data-kind={one.kind}>
            <strong>{t(`diff.kind.${one.kind}`)}</strong>{' '}
            <bdi>{one.text === '' ? one.linkId : one.text}</bdi>
            {one.fields.length > 0 && (
              <span className="p-muted">
                {' '}
                ·{' '}
                {[...new Set(one.fields.map((name) => t(FIELD_TEXT[name] ?? 'diff.other')))].join(
                  ', ',
                )}
              </span>
            )}
            {one.before !== undefined && (
              <div className="p-small p-muted">
                {t('diff.before')} <bdi>{one.before}</bdi>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
