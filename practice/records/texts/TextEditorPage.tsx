// Editor of one consent text: German text at the left, live preview and findings at the right;
// languages, versions; publishing.

import './texts.css';
import { SegmentedControl, Tabs, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import { glyphsOf } from '../../../shared/base/glyphs.ts';
import { checkText, type TextFinding } from '../../../shared/papers/text-findings.ts';
import type { TextView } from '../../../shared/papers/texts.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { say } from '../../ui/toast.tsx';
import { AlsoOpen } from '../../ui/saving/also-open/AlsoOpen.tsx';
import { useAlsoOpen } from '../../ui/saving/also-open/use-also-open.ts';
import { useEditorTabs } from '../../ui/saving/next-missing.ts';
import { keptDraft, startOf, useAutosave, useHistory } from '../../ui/saving/use-drafting.ts';
import { VersionHead } from '../../ui/saving/VersionHead.tsx';
import { EndDialog } from '../../ui/saving/versions.tsx';
import { german } from './edit.ts';
import { FactsEditor } from './FactsEditor.tsx';
import { gapOf, goTo } from './places.ts';
import { SectionsEditor } from './SectionsEditor.tsx';
import { TextClash } from './clash/TextClash.tsx';
import { TextFindings } from './TextFindings.tsx';
import { TextLanguages } from './TextLanguages.tsx';
import { TextPreview } from './TextPreview.tsx';
import { TextVersions } from './TextVersions.tsx';
import { useTextsTexts } from './texts-texts.ts';
import { StepButtons } from '../../ui/saving/StepButtons.tsx';
import { exportText, saveText, useText } from './use-texts.ts';
import { useVersionActs } from './use-version-acts.ts';

/** Loads one text and opens its editor. */
export function TextEditorPage() {
  const t = useTextsTexts(),
    { key = '' } = useParams(),
    text = useText(key);
  if (text.data && text.data.key === key)
    return <Editor key={`${key} ${text.data.state}`} view={text.data} />;
  return (
    <Page title={t('title')}>
      {text.isError ? (
        <ErrorNotice error={text.error} onRetry={() => void text.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

type Side = 'preview' | 'findings';

/** Holds the text as edited, with what an earlier visit kept, its steps and its saving. */
function useTextDraft(view: TextView, isReadOnly: boolean) {
  const [kept] = useState(() =>
    isReadOnly ? undefined : keptDraft<DocumentTemplate>(`text.${view.key}`),
  );
  const { now: template, change, ...history } = useHistory(view.template, kept?.value),
    saving = useAutosave(
      {
        key: `text.${view.key}`,
        ...startOf(kept, view.rev, view.template),
        isDraft: !isReadOnly,
        save: (rev, now) => saveText(view.key, rev, now),
      },
      template,
    );
  return { kept, template, change, history, saving };
}

/** Findings of the text, and the languages that it has or must have. */
function useFindings(view: TextView, template: DocumentTemplate) {
  const findings = useMemo(
      () => checkText(template, view.practiceLanguages, glyphsOf(view.printable)),
      [template, view.practiceLanguages, view.printable],
    ),
    errors = findings.filter((one) => one.level === 'error').length;
  const languages = useMemo(
    () => [...new Set(['de', ...view.practiceLanguages, ...Object.keys(template.title)])],
    [view.practiceLanguages, template.title],
  );
  return { findings, errors, languages };
}

function Editor({ view }: { view: TextView }) {
  const t = useTextsTexts(),
    isReadOnly = view.state !== 'draft';
  const { kept, template, change, history, saving } = useTextDraft(view, isReadOnly);
  const tabs = useEditorTabs('words'),
    [side, setSide] = useState<Side>('preview');
  const others = useAlsoOpen(isReadOnly ? null : { kind: 'text', id: view.key });
  const { findings, errors, languages } = useFindings(view, template);
  const put = (next: DocumentTemplate, tag?: string): void =>
    change(next, tag === undefined ? {} : { tag });
  const jump = (finding: TextFinding): void => {
    const gap = gapOf(finding, languages);
    if (gap) return tabs.openGap(gap);
    tabs.open('words');
    requestAnimationFrame(() => goTo(finding.place));
  };
  const ends = useVersionActs(view, saving.flush);
  const publish = (): void => {
    if (errors === 0) return ends.publish();
    tabs.open('words');
    setSide('findings');
    say(t('publish.first'));
  };
  return (
    <Page
      title={template.title.de === '' ? t('title') : template.title.de}
      actions={
        <VersionHead
          view={view}
          saved={saving.state}
          exportWord={t('export')}
          isBusy={ends.isBusy}
          onExport={() => exportText(template, view.key)}
          onEnd={ends.setAsking}
          onPublish={publish}
          onBegin={ends.begin}
        >
          {!isReadOnly && <StepButtons {...history} />}
        </VersionHead>
      }
    >
      <div className="p-stack">
        <Link to="/texte" className="tx-back">
          <IconArrowLeft size={16} aria-hidden /> {t('back')}
        </Link>
        <AlsoOpen windows={others} />
        <EditorNotices
          saving={saving}
          isKept={kept !== undefined}
          isReadOnly={isReadOnly}
          view={view}
          template={template}
          history={history}
        />
        <Tabs value={tabs.tab} onChange={tabs.open} keepMounted={false}>
          <Tabs.List aria-label={template.title.de}>
            <Tabs.Tab value="words">{t('tab.words')}</Tabs.Tab>
            <Tabs.Tab value="languages">{t('tab.languages')}</Tabs.Tab>
            <Tabs.Tab value="versions">{t('tab.versions')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="words" pt={12}>
            <WordsPanel
              view={view}
              template={template}
              languages={languages}
              findings={findings}
              side={side}
              onSide={setSide}
              onChange={put}
              onJump={jump}
              flush={saving.flush}
            />{' '}
          </Tabs.Panel>
          <Tabs.Panel value="languages" pt={12}>
            <TextLanguages
              template={template}
              before={view.template}
              languages={view.practiceLanguages}
              isReadOnly={isReadOnly}
              view={view}
              onChange={put}
              gap={tabs.gap}
            />
          </Tabs.Panel>
          <Tabs.Panel value="versions" pt={12}>
            <TextVersions view={view} template={template} languages={languages} />
          </Tabs.Panel>
        </Tabs>
      </div>
      <EndDialog
        end={ends.isAsking}
        retireWhat={t('retire.what')}
        isBusy={ends.isBusy}
        onConfirm={ends.confirmed}
        onClose={() => ends.setAsking(null)}
      />
    </Page>
  );
}

function EditorNotices({
  saving,
  isKept,
  isReadOnly,
  view,
  template,
  history,
}: {
  isKept: boolean;
  isReadOnly: boolean;
  view: TextView;
} & Pick<ReturnType<typeof useTextDraft>, 'saving' | 'template' | 'history'>) {
  const t = useTextsTexts(),
    isMet = saving.met !== null;
  return (
    <>
      <TextClash textKey={view.key} template={template} saving={saving} history={history} />
      {saving.state === 'failed' && !isMet && (
        <ErrorNotice
          error={saving.error}
          isSave
          onRetry={() => {
            saving.flush().catch(() => undefined);
          }}
        />
      )}
      {isKept && !isMet && <Notice tone="info">{t('kept')}</Notice>}
      {isReadOnly && (
        <Notice tone="info">
          {view.origin === 'shipped' ? t('readOnlyShipped') : t('readOnly')}
        </Notice>
      )}
    </>
  );
}

/** The German text at the left; its preview or its findings at the right. */
function WordsPanel({
  view,
  template,
  languages,
  findings,
  side,
  onSide,
  onChange,
  onJump,
  flush,
}: {
  view: TextView;
  template: DocumentTemplate;
  languages: string[];
  findings: ReturnType<typeof checkText>;
  side: Side;
  onSide: (side: Side) => void;
  onChange: (next: DocumentTemplate, tag?: string) => void;
  onJump: (finding: TextFinding) => void;
  flush: () => Promise<number>;
}) {
  const t = useTextsTexts();
  const isReadOnly = view.state !== 'draft';
  const errors = findings.filter((one) => one.level === 'error').length;
  return (
    <div className="tx-board">
      <fieldset className="tx-form" disabled={isReadOnly}>
        <legend className="tx-hidden">{t('tab.words')}</legend>
        <TextInput
          id="tx-title"
          label={t('col.title')}
          maxLength={300}
          value={template.title.de}
          onChange={(event) =>
            onChange(
              { ...template, title: german(template.title, event.currentTarget.value) },
              'title',
            )
          }
        />
        <SectionsEditor template={template} onChange={onChange} />
        <FactsEditor template={template} onChange={onChange} />
      </fieldset>
      <div className="tx-side p-stack">
        <SegmentedControl
          aria-label={t('side')}
          value={side}
          onChange={(one) => onSide(one === 'findings' ? 'findings' : 'preview')}
          data={[
            { value: 'preview', label: t('preview') },
            {
              value: 'findings',
              label: errors > 0 ? t('findings.count', { n: errors }) : t('findings'),
            },
          ]}
        />
        {side === 'preview' ? (
          <TextPreview template={template} textKey={view.key} languages={languages} flush={flush} />
        ) : (
          <TextFindings template={template} findings={findings} onJump={onJump} />
        )}
      </div>
    </div>
  );
}
