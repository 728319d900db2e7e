// Editor of one form: outline, item, live preview and findings; languages, simulation, versions;
// publishing.

import './designer.css';
import { Button, Menu, SegmentedControl, Tabs, TextInput } from '@mantine/core';
import { IconArrowLeft, IconDots, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { FormView } from '../../../../shared/forms/design/forms.schema.ts';
import { checkForm, formulaFindings } from '../../../../shared/forms/design/form-findings.ts';
import { glyphsOf } from '../../../../shared/base/glyphs.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Loading, Page } from '../../../ui/Page.tsx';
import { say, sayError } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { EndDialog, SavedWord, VersionStateWord } from '../../../ui/saving/versions.tsx';
import { findItem, setTitle } from './edit.ts';
import { FindingsPanel } from './FindingsPanel.tsx';
import { useEvaluate } from './use-evaluate.ts';
import { useFormulareTexts } from './designer-texts.ts';
import { ItemForm } from './ItemForm.tsx';
import { LanguageTab } from './LanguageTab.tsx';
import { Outline } from './Outline.tsx';
import { Preview } from './Preview.tsx';
import { SimulateTab } from './SimulateTab.tsx';
import { useEditing } from './use-editing.ts';
import { act, discard, exportForm, newVersion, useForm, useRefresh } from './use-forms.ts';
import { VersionsTab } from './VersionsTab.tsx';

export function EditorPage() {
  const t = useFormulareTexts(),
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

function Editor({ view }: { view: FormView }) {
  const t = useFormulareTexts(),
    go = useNavigate(),
    refresh = useRefresh();
  const { editing, saving, wasKept } = useEditing(view),
    { form, selected, change } = editing;
  const [tab, setTab] = useState<string | null>('items'),
    [side, setSide] = useState<'preview' | 'findings'>('preview'),
    [isAsking, setAsking] = useState<'discard' | 'retire' | null>(null);
  const first = useRef<HTMLTextAreaElement>(null),
    { isBusy, run } = useSubmit();
  const isReadOnly = view.state !== 'draft',
    item = selected === undefined ? undefined : findItem(form, selected)?.item;
  const evaluate = useEvaluate(useMemo(() => modelOf(form).usesFhirPath, [form]));
  const {
    findings: found,
    isReady,
    longest,
  } = useMemo(
    () => checkForm(form, view.practiceLanguages, glyphsOf(view.printable)),
    [form, view.practiceLanguages, view.printable],
  );
  const findings = useMemo(
    () => [...(evaluate ? formulaFindings(form, evaluate) : []), ...found],
    [form, evaluate, found],
  );
  const errors = findings.filter((one) => one.level === 'error').length;
  const marks = useMemo(
    () =>
      new Map(
        findings
          .flatMap((one) =>
            one.linkId === undefined || one.level === 'note'
              ? []
              : [[one.linkId, one.level] as const],
          )
          .reverse(),
      ),
    [findings],
  );
  const jump = (linkId: string): void => {
    editing.select(linkId);
    setTab('items');
  };
  const publish = (): void => {
    if (!isReady || errors > 0) {
      setTab('items');
      setSide('findings');
      say(t('publish.first'));
      return;
    }
    void run(async () => {
      await act(view.key, 'publish', await saving.flush());
      await refresh(view.key);
      say(t('published'));
    }, sayError);
  };
  const confirmed = (): void =>
    void run(async () => {
      if (isAsking === 'discard') {
        await discard(view.key, await saving.flush());
        await refresh();
        await go('/formulare');
      } else {
        await act(view.key, 'retire', view.rev);
        await refresh(view.key);
      }
      setAsking(null);
    }, sayError);
  const begin = (): void =>
    void run(async () => {
      const made = await newVersion(view.key);
      await refresh();
      await go(`/formulare/${made.key}`);
    }, sayError);
  return (
    <Page
      title={form.title ?? t('title')}
      actions={
        <div className="p-row">
          {!isReadOnly && <SavedWord state={saving.state} />}
          <VersionStateWord state={view.state} />
          <span className="p-muted p-tabular">
            {t('version', { n: view.version })}
            {longest &&
              ` · ${t('longest', { questions: longest.questions, minutes: Math.max(1, Math.ceil(longest.minutes)) })}`}
          </span>
          <Menu position="bottom-end" width={240}>
            <Menu.Target>
              <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
                {t('more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => exportForm(form, view.key)}>{t('export')}</Menu.Item>
              {view.state === 'draft' && (
                <Menu.Item c="var(--bad)" onClick={() => setAsking('discard')}>
                  {t('discard')}
                </Menu.Item>
              )}
              {view.state === 'active' && view.origin === 'own' && (
                <Menu.Item onClick={() => setAsking('retire')}>{t('retire')}</Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          {view.state === 'draft' && (
            <Button
              loading={isBusy}
              leftSection={<IconRosetteDiscountCheck size={18} aria-hidden />}
              onClick={publish}
            >
              {t('publish')}
            </Button>
          )}
          {isReadOnly && view.origin === 'own' && (
            <Button loading={isBusy} onClick={begin}>
              {t('newVersion')}
            </Button>
          )}
        </div>
      }
    >
      <div className="p-stack">
        <Link to="/formulare" className="f-back">
          <IconArrowLeft size={16} aria-hidden /> {t('back')}
        </Link>
        {saving.state === 'failed' && (
          <ErrorNotice
            error={saving.error}
            isSave
            onRetry={() => {
              saving.flush().catch(() => undefined);
            }}
          />
        )}
        {wasKept && <Notice tone="info">{t('kept')}</Notice>}
        {isReadOnly && (
          <Notice tone="info">
            {view.origin === 'shipped' ? t('readOnlyShipped') : t('readOnly')}
          </Notice>
        )}
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
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List aria-label={form.title ?? t('title')}>
            <Tabs.Tab value="items">{t('tab.items')}</Tabs.Tab>
            <Tabs.Tab value="languages">{t('tab.languages')}</Tabs.Tab>
            <Tabs.Tab value="simulate">{t('tab.simulate')}</Tabs.Tab>
            <Tabs.Tab value="versions">{t('tab.versions')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="items" pt={12}>
            <div className="f-board">
              <Outline
                editing={editing}
                isReadOnly={isReadOnly}
                marks={marks}
                onAdded={() => requestAnimationFrame(() => first.current?.focus())}
              />
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
              <div className="p-stack">
                <SegmentedControl
                  aria-label={t('side')}
                  value={side}
                  onChange={(one) => setSide(one === 'findings' ? 'findings' : 'preview')}
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
                    form={form}
                    languages={view.practiceLanguages}
                    selected={selected}
                    onSelect={editing.select}
                  />
                ) : (
                  <FindingsPanel form={form} findings={findings} onJump={jump} />
                )}
              </div>
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="languages" pt={12}>
            <LanguageTab
              form={form}
              before={view.questionnaire}
              languages={view.practiceLanguages}
              isReadOnly={isReadOnly}
              onChange={(next, tag) => change(next, tag === undefined ? {} : { tag })}
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
        onConfirm={confirmed}
        onClose={() => setAsking(null)}
      />
    </Page>
  );
}
