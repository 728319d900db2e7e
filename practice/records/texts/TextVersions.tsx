// The versions of a consent text, and the differences between the open one and another, word by
// word.

import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { momentText } from '../../../shared/base/dates.ts';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import type { Piece } from '../../ui/wording/word-diff.ts';
import { diffTexts, type TextChange } from './text-diff.ts';
import type { TextView } from '../../../shared/papers/texts.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { VersionStateWord } from '../../ui/saving/versions.tsx';
import { useTextsTexts, type TextsTexts } from './texts-texts.ts';
import { useOtherText, useTexts } from './use-texts.ts';

export function TextVersions({
  view,
  template,
  languages,
}: {
  view: TextView;
  template: DocumentTemplate;
  languages: readonly string[];
}) {
  const t = useTextsTexts(),
    screen = useLanguage(),
    texts = useTexts(),
    source = texts.data?.items.find((one) => one.key === view.basedOn);
  const others = [
    ...view.versions.filter((one) => one.key !== view.key),
    ...(source && source.id !== view.id ? [source] : []),
  ];
  const [older, setOlder] = useState<string | null>(
      view.versions.find((one) => one.version < view.version)?.key ?? view.basedOn,
    ),
    [language, setLanguage] = useState('de');
  const other = useOtherText(
    older !== null && others.some((one) => one.key === older) ? older : null,
  );
  const changes = useMemo(
    () => other.data && diffTexts(other.data.template, template, language),
    [other.data, template, language],
  );
  return (
    <section className="p-card p-stack" aria-label={t('tab.versions')}>
      <ul className="tx-plain">
        {view.versions.map((one) => (
          <li key={one.key} className="p-row">
            <Link
              className="tx-name"
              to={`/texte/${one.key}`}
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
        <div className="p-row">
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
          <NativeSelect
            label={t('diff.language')}
            value={language}
            data={languages.map((one) => ({ value: one, label: languageName(one, screen) }))}
            onChange={(event) => setLanguage(event.currentTarget.value)}
          />
        </div>
      )}
      {other.isLoading && <Loading />}
      {other.isError && <ErrorNotice error={other.error} onRetry={() => void other.refetch()} />}
      {changes?.length === 0 && <p className="p-muted">{t('diff.same')}</p>}
      <ul className="tx-plain">
        {changes?.map((one, at) => (
          <li key={at} className="tx-change" data-is={one.is}>
            <div className="p-small p-muted">
              {t(`diff.${one.is}`)} · {t(`line.${one.kind}`)}
              {one.under !== '' && one.kind !== 'heading' && (
                <>
                  {' '}
                  · <bdi lang={language}>{one.under}</bdi>
                </>
              )}
            </div>
            <div lang={language} dir="auto">
              {one.pieces.map((piece, n) => (
                <PieceOf key={n} piece={piece} words={wordsOf(t, one, piece)} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Values of the legal switches are codes; all other values are shown unchanged. */
function wordsOf(t: TextsTexts, { kind }: TextChange, { words }: Piece): string {
  if (kind === 'talk') return words === 'true' ? t('yes') : words === 'false' ? t('no') : words;
  const known = (kind === 'kind' ? (['consent', 'notice', 'plan'] as const) : []).find(
      (one) => one === words,
    ),
    form = (kind === 'form' ? (['none', 'textform', 'schriftform', 'partner'] as const) : []).find(
      (one) => one === words,
    );
  return known ? t(`kind.${known}`) : form ? t(`form.${form}`) : words;
}
function PieceOf({ piece: { is }, words }: { piece: Piece; words: string }) {
  if (is === 'added') return <ins className="tx-ins">{words}</ins>;
  return is === 'removed' ? <del className="tx-del">{words}</del> : <span>{words}</span>;
}
