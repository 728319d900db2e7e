// Editor of one form: outline, item, live preview and findings; languages, simulation, versions;
// publishing.

import './designer.css';
import './preview.css';
import { SegmentedControl, Tabs, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Effort } from '../../../../shared/forms/questionnaire/effort.ts';
import type { FormView } from '../../../../shared/forms/design/forms.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Loading, Page } from '../../../ui/Page.tsx';
import { say, sayError } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { AlsoOpen } from '../../../ui/saving/also-open/AlsoOpen.tsx';
import { useAlsoOpen } from '../../../ui/saving/also-open/use-also-open.ts';
import { useEditorTabs } from '../../../ui/saving/next-missing.ts';
import { VersionHead, type VersionEnd } from '../../../ui/saving/VersionHead.tsx';
import { EndDialog } from '../../../ui/saving/versions.tsx';
import { findItem, setTitle } from './edit.ts';
import { FindingsPanel } from './FindingsPanel.tsx';
import { FORM_VARIABLES, FormVariables } from './panels/FormVariables.tsx';
import { useFindings } from './checking/use-findings.ts';
import { useDesignerTexts } from './designer-texts.ts';
import { FormClash } from './editing/FormClash.tsx';
import { ItemForm } from './ItemForm.tsx';
import { LanguageTab } from './LanguageTab.tsx';
import { Outline } from './Outline.tsx';
import { Preview } from './Preview.tsx';
import { SimulateTab } from './SimulateTab.tsx';
import { sayRefusal } from './editing/say-refusal.ts';
import { useEditing } from './editing/use-editing.ts';
import { act, discard, exportForm, newVersion, useForm, useRefresh } from './use-forms.ts';
import { VersionsTab } from './VersionsTab.tsx';

/** Loads the form that the address names and opens its editor. */
export function EditorPage() {
  const t = useDesignerTexts(),
    { key = '' } = useParams(),
    form = useForm(key);
  if (form.data && form.data.key === key)
    return <Editor key={`${key} ${form.data.state}`} view={form.data} />;
  return (
    <Page title={t('title')}>
      {form.isError ? (
        <ErrorNotice error={form.error} onRetry={() => void form.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

type Side = 'preview' | 'findings';
type Edited = ReturnType<typeof useEditing>;

/** Runs an action once the newest state of the form is checked. */
function useAfterCheck(
  isChecking: boolean,
  run: () => void,
): { readonly isAsked: boolean; readonly ask: () => void } {
  const [isAsked, setAsked] = useState(false);
  const go = useEffectEvent(() => {
    setAsked(false);
    run();
  });
  useEffect(() => {
    if (isAsked && !isChecking) go();
  }, [isAsked, isChecking]);
  return { isAsked, ask: () => setAsked(true) };
}

/** How long the form takes at most, in words. */
const longestWords = (
  t: ReturnType<typeof useDesignerTexts>,
  longest: Effort | undefined,
): string | undefined =>
  longest &&
  t('longest', {
    questions: longest.questions,
    minutes: Math.max(1, Math.ceil(longest.minutes)),
  });

/** Publishes, ends and continues a form. */
function useVerbs(view: FormView, saving: Edited['saving']) {
  const t = useDesignerTexts(),
    go = useNavigate(),
    refresh = useRefresh(),
    { isBusy, run } = useSubmit();
  const publish = (): void =>
    void run(
      async () => {
        await act(view.key, 'publish', await saving.flush());
        await refresh(view.key);
        say(t('published'));
      },
      (error) => sayRefusal(t, error),
    );
  const confirmed = (end: VersionEnd, onDone: () => void): void =>
    void run(async () => {
      if (end === 'discard') {
        await discard(view.key, await saving.flush());
        await refresh();
        await go('/formulare');
      } else {
        await act(view.key, 'retire', view.rev);
        await refresh(view.key);
      }
      onDone();
    }, sayError);
  const begin = (): void =>
    void run(async () => {
      const made = await newVersion(view.key);
      await refresh();
      await go(`/formulare/${made.key}`);
    }, sayError);
  return { isBusy, publish, confirmed, begin };
}

/** Leads to the field with an error in the selected part, once it is drawn. */
function focusWrong(within: string): void {
  requestAnimationFrame(() => {
    const part = document.querySelector<HTMLElement>(within);
    (part?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? part)?.focus();
  });
}

/** Leads to an item, to the form's own formulas, or to the gap of a translation in its language. */
const jumpOf =
  (view: FormView, { select }: Edited['editing'], tabs: ReturnType<typeof useEditorTabs>) =>
  (linkId: string, missing?: string): void => {
    const language = view.practiceLanguages.find((one) => one === missing?.split(' ')[0]);
    if (language !== undefined) return tabs.openGap({ language, at: linkId });
    tabs.open('items');
    if (linkId === '') return focusWrong(`#${FORM_VARIABLES}`);
    select(linkId);
    focusWrong('.f-item');
  };

function Editor({ view }: { view: FormView }) {
  const t = useDesignerTexts();
  const { editing, saving, wasKept } = useEditing(view),
    { form, change } = editing;
  const tabs = useEditorTabs('items'),
    [side, setSide] = useState<Side>('preview'),
    [isAsking, setAsking] = useState<VersionEnd | null>(null);
  const isReadOnly = view.state !== 'draft';
  const others = useAlsoOpen(isReadOnly ? null : { kind: 'form', id: view.key });
  const { findings, errors, marks, isReady, longest, isChecking } = useFindings(view, form);
  const jump = jumpOf(view, editing, tabs);
  const { isBusy, publish, confirmed, begin } = useVerbs(view, saving);
  const { isAsked, ask } = useAfterCheck(isChecking, () => {
    if (isReady && errors === 0) return publish();
    tabs.open('items');
    setSide('findings');
    say(t('publish.first'));
  });
  return (
    <Page
      title={form.title ?? t('title')}
      actions={
        <VersionHead
          view={view}
          saved={saving.state}
          facts={longestWords(t, longest)}
          exportWord={t('export')}
          isBusy={isBusy || isAsked}
          onExport={() => exportForm(form, view.key)}
          onEnd={setAsking}
          onPublish={ask}
          onBegin={begin}
        />
      }
    >
      <div className="p-stack">
        <Link to="/formulare" className="f-back">
          <IconArrowLeft size={16} aria-hidden /> {t('back')}
        </Link>
        <AlsoOpen windows={others} />
        <EditorNotices view={view} editing={editing} saving={saving} wasKept={wasKept} />
        {!isReadOnly && (
          <TextInput
            label={t('col.title')}
            className="p-narrow"
            maxLength={200}
            value={form.title ?? ''}
            onChange={(event) =>
              change(setTitle(form, event.currentTarget.value), { tag: 'title' })
            }
          />
        )}
        <Tabs value={tabs.tab} onChange={tabs.open} keepMounted={false}>
          <Tabs.List aria-label={form.title ?? t('title')}>
            <Tabs.Tab value="items">{t('tab.items')}</Tabs.Tab>
            <Tabs.Tab value="languages">{t('tab.languages')}</Tabs.Tab>
            <Tabs.Tab value="simulate">{t('tab.simulate')}</Tabs.Tab>
            <Tabs.Tab value="versions">{t('tab.versions')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="items" pt={12}>
            <ItemsBoard
              view={view}
              editing={editing}
              marks={marks}
              side={side}
              onSide={setSide}
              findings={findings}
              errors={errors}
              onJump={jump}
            />
          </Tabs.Panel>
          <Tabs.Panel value="languages" pt={12}>
            <LanguageTab
              form={form}
              before={view.questionnaire}
              languages={view.practiceLanguages}
              isReadOnly={isReadOnly}
              onChange={(next, tag) => change(next, tag === undefined ? {} : { tag })}
              gap={tabs.gap}
            />
          </Tabs.Panel>
          <Tabs.Panel value="simulate" pt={12}>
            <SimulateTab form={form} onJump={jump} />
          </Tabs.Panel>
          <Tabs.Panel value="versions" pt={12}>
            <VersionsTab view={view} />
          </Tabs.Panel>
        </Tabs>
      </div>
      <EndDialog
        end={isAsking}
        retireWhat={t('retire.what')}
        isBusy={isBusy}
        onConfirm={() => isAsking && confirmed(isAsking, () => setAsking(null))}
        onClose={() => setAsking(null)}
      />
    </Page>
  );
}

function EditorNotices({ view, editing, saving, wasKept }: { view: FormView } & Edited) {
  const t = useDesignerTexts(),
    isMet = saving.met !== null;
  return (
    <>
      <FormClash formKey={view.key} editing={editing} saving={saving} />
      {saving.state === 'failed' && !isMet && (
        <ErrorNotice
          error={saving.error}
          isSave
          onRetry={() => {
            saving.flush().catch(() => undefined);
          }}
        />
      )}
      {wasKept && !isMet && <Notice tone="info">{t('kept')}</Notice>}
      {view.state !== 'draft' && (
        <Notice tone="info">
          {view.origin === 'shipped' ? t('readOnlyShipped') : t('readOnly')}
        </Notice>
      )}
    </>
  );
}

type SideProps = {
  view: FormView;
  editing: Edited['editing'];
  side: Side;
  onSide: (side: Side) => void;
  onJump: (linkId: string, gap?: string) => void;
} & Pick<ReturnType<typeof useFindings>, 'findings' | 'errors'>;

/** Outline, selected item and side panel. */
function ItemsBoard({
  view,
  editing,
  marks,
  ...panel
}: SideProps & Pick<ReturnType<typeof useFindings>, 'marks'>) {
  const t = useDesignerTexts(),
    first = useRef<HTMLTextAreaElement>(null),
    { form, selected, change } = editing;
  const isReadOnly = view.state !== 'draft',
    item = selected === undefined ? undefined : findItem(form, selected)?.item;
  return (
    <div className="f-board">
      <Outline
        editing={editing}
        isReadOnly={isReadOnly}
        marks={marks}
        onAdded={() => requestAnimationFrame(() => first.current?.focus())}
      />
      <div className="p-stack">
        {item ? (
          <ItemForm
            key={item.linkId}
            form={form}
            item={item}
            isReadOnly={isReadOnly}
            first={first}
            onChange={(next, tag) => change(next, tag === undefined ? {} : { tag })}
          />
        ) : (
          <section className="p-card p-muted">{t('itemNone')}</section>
        )}
        <FormVariables
          form={form}
          isReadOnly={isReadOnly}
          onChange={(next, tag) => change(next, tag === undefined ? {} : { tag })}
        />
      </div>
      <SidePanel view={view} editing={editing} {...panel} />
    </div>
  );
}

function SidePanel({ view, editing, side, onSide, findings, errors, onJump }: SideProps) {
  const t = useDesignerTexts(),
    // A large form is drawn after the letter that was typed.
    previewed = useDeferredValue(editing.form);
  return (
    <div className="p-stack">
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
        <Preview
          form={previewed}
          languages={view.practiceLanguages}
          selected={editing.selected}
          onSelect={editing.select}
        />
      ) : (
        <FindingsPanel
          form={editing.form}
          findings={findings}
          onJump={onJump}
          canFetchLists={view.canFetchLists}
          {...(view.state === 'draft' && { onChange: (next) => editing.change(next) })}
        />
      )}
    </div>
  );
}
