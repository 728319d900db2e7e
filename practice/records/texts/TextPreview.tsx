// Preview of a consent text as a patient reads it, at the size of a phone or a tablet, and as the
// page that is signed; names are examples.

import { Box, Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Block, DocumentTemplate, LocalText } from '../../../shared/desk/document.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import { findLanguage } from '../../../shared/base/languages.ts';
import { fetchBlob } from '../../api.ts';
import { currentSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { openPdf } from '../../ui/pdf.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { shownWords } from './edit.ts';
import { useTextsTexts } from './texts-texts.ts';
import { pageOf } from './use-texts.ts';

type Size = 'phone' | 'tablet' | 'page';
interface Props {
  template: DocumentTemplate;
  textKey: string;
  languages: readonly string[];
  /** Saves the open text first, so that the page shows it. */
  flush: () => Promise<unknown>;
}

export function TextPreview({ template, textKey, languages, flush }: Props) {
  const t = useTextsTexts(),
    screen = useLanguage(),
    [size, setSize] = useState<Size>('phone'),
    [language, setLanguage] = useState('de');
  const shown = ['de', ...languages.filter((one) => one !== 'de')];
  return (
    <section className="p-card tx-preview" aria-label={t('preview')}>
      <div className="p-row">
        <SegmentedControl
          size="xs"
          aria-label={t('preview.size')}
          value={size}
          onChange={(one) =>
            setSize(one === 'tablet' ? 'tablet' : one === 'page' ? 'page' : 'phone')
          }
          data={[
            { value: 'phone', label: t('preview.phone') },
            { value: 'tablet', label: t('preview.tablet') },
            { value: 'page', label: t('preview.page') },
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label={t('preview.language')}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
          data={shown.map((one) => ({ value: one, label: languageName(one, screen) }))}
        />
      </div>
      {size === 'page' ? (
        <Sheet
          key={`${textKey} ${language}`}
          template={template}
          textKey={textKey}
          language={language}
          flush={flush}
        />
      ) : (
        <Reading template={template} language={language} size={size} />
      )}
    </section>
  );
}

function Reading({
  template,
  language,
  size,
}: {
  template: DocumentTemplate;
  language: string;
  size: Size;
}) {
  const t = useTextsTexts(),
    praxis = currentSession().praxisName;
  const example = (name: string): string | undefined => {
    const field = template.fields.find((one) => one.id === name);
    if (field) return `[${field.label.de === '' ? name : field.label.de}]`;
    return {
      praxis,
      patient: t('example.patient'),
      geburtsdatum: '01.01.1980',
      anschrift: t('example.address'),
      telefon: '030 000 000',
      mail: 'praxis@example.org',
      kontakt: '030 000 000',
    }[name];
  };
  const words = (text: LocalText) => {
    const said = shownWords(text, language, example);
    return <span lang={said.language}>{said.words === '' ? t('empty') : said.words}</span>;
  };
  return (
    // A scrollable area must be reachable by keyboard.
    <Box
      className="tx-screen"
      tabIndex={0}
      role="group"
      aria-label={t(`preview.${size}`)}
      data-size={size}
      lang={language}
      dir={findLanguage(language)?.dir ?? 'ltr'}
    >
      <div className="tx-title">{words(template.title)}</div>
      {template.sections.map((section) => (
        <div key={section.id} className="tx-part">
          <div className="tx-heading">{words(section.heading)}</div>
          {section.body.map((block, at) => (
            <Shown key={at} block={block} words={words} />
          ))}
        </div>
      ))}
      {template.declarations.map((one) => (
        <div key={one.id} className="tx-tile">
          <span className="tx-box" aria-hidden />
          {words(one.text)}
          {!one.required && <span className="p-muted p-small"> {t('optional')}</span>}
          {one.represented && (
            <span className="p-muted p-small">
              {' '}
              {t('representedSays')} {words(one.represented)}
            </span>
          )}
        </div>
      ))}
      {template.signerRoles.map((role) => (
        <div key={role} className="tx-ink">
          {t(`role.${role}`)}
        </div>
      ))}
    </Box>
  );
}
function Shown({ block, words }: { block: Block; words: (text: LocalText) => ReactNode }) {
  if (block.type === 'ul')
    return (
      <ul>
        {block.items.map((one, at) => (
          <li key={at}>{words(one)}</li>
        ))}
      </ul>
    );
  if (block.type === 'table')
    return (
      <div className="tx-scroll">
        <table>
          <caption>{words(block.caption)}</caption>
          <thead>
            <tr>
              {block.head.map((one, at) => (
                <th key={at} scope="col">
                  {words(one)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, r) => (
              <tr key={r}>
                {row.map((one, at) => (
                  <td key={at}>{words(one)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  return <p className={block.type === 'note' ? 'tx-note' : undefined}>{words(block.text)}</p>;
}

const REST_MS = 1_200;
/** The server renders the page from the saved text, debounced after the last change. */
function Sheet({
  template,
  textKey,
  language,
  flush,
}: Omit<Props, 'languages'> & { language: string }) {
  const t = useTextsTexts(),
    [page, setPage] = useState<{ url: string; title: string } | { error: unknown } | undefined>();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      flush()
        .then(() => fetchBlob(pageOf(textKey, language)))
        .then((bytes) => {
          if (!isOver)
            setPage({
              url: URL.createObjectURL(
                bytes.type === 'application/pdf'
                  ? bytes
                  : new Blob([bytes], { type: 'application/pdf' }),
              ),
              title: template.title.de,
            });
        })
        .catch((error: unknown) => {
          if (!isOver) setPage({ error });
        });
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [template, textKey, language, flush]);
  const url = page && 'url' in page ? page.url : undefined;
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );
  const open = (): void => {
    flush()
      .then(() => openPdf(pageOf(textKey, language), `${textKey}.pdf`))
      .then((isOpen) => {
        if (!isOpen) say(t('popup'));
      })
      .catch(sayError);
  };
  return (
    <>
      {page === undefined && <Loading />}
      {page && 'error' in page && <ErrorNotice error={page.error} />}
      {page && 'url' in page && (
        <iframe
          className="tx-sheet"
          title={`${t('preview.page')}: ${page.title}`}
          src={`${page.url}#toolbar=0&navpanes=0&view=FitH`}
        />
      )}
      <Button
        size="xs"
        variant="default"
        className="tx-add"
        leftSection={<IconExternalLink size={16} aria-hidden />}
        onClick={open}
      >
        {t('preview.open')}
      </Button>
    </>
  );
}
