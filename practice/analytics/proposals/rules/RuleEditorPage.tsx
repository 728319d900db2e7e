// Editor of a practice's custom rule: composed of blocks, or typed in the rule language with errors
// that name their position; back-tested on the practice's own history, and only then live.

import { Button, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import type { OwnRule } from '../../../../shared/analytics/billing/own-rules.schema.ts';
import { dayText } from '../../../../shared/base/dates.ts';
import { AlsoOpen } from '../../../ui/saving/also-open/AlsoOpen.tsx';
import { useAlsoOpen } from '../../../ui/saving/also-open/use-also-open.ts';
import { DraftClash } from '../../../ui/saving/clash/DraftClash.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { BillingFrame } from '../ProposalsFrame.tsx';
import { getOwnRules, KEY, newestOf } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { Backtest } from './Backtest.tsx';
import { BlockFields } from './BlockFields.tsx';
import { RULE_SHAPE } from './clash/rule-shape.ts';
import { describeRule } from './clash/rule-words.ts';
import { RuleFields } from './RuleFields.tsx';
import { useRuleEditor } from './use-rule-editor.ts';

/**
 * Returns the id for a new rule. It stays once the rule is stored and its address is in view, so
 * that the editor goes on as it is; the next empty form gets another id.
 */
function useNewId(addressed: string | undefined): string {
  const [made, setMade] = useState(() => ({ id: uuidv7(), isStored: false }));
  if (addressed === made.id && !made.isStored) setMade({ ...made, isStored: true });
  if (addressed === undefined && made.isStored) setMade({ id: uuidv7(), isStored: false });
  return made.id;
}

/** Opens the newest version of a rule, or an empty form. */
export function RuleEditorPage() {
  const t = useBillingTexts(),
    { regelId } = useParams(),
    newId = useNewId(regelId),
    own = useQuery({
      queryKey: [KEY, 'eigene'],
      queryFn: getOwnRules,
      enabled: regelId !== undefined,
    });
  const newest = regelId === undefined ? undefined : newestOf(own.data ?? [], regelId);
  if (regelId === undefined || regelId === newId)
    return <Editor key={newId} id={newId} known={undefined} />;
  if (newest) return <Editor key={newest.regelId} id={newest.regelId} known={newest} />;
  return (
    <BillingFrame title={t('editor.titel')}>
      {own.isError ? (
        <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />
      ) : own.isPending ? (
        <Loading />
      ) : (
        <Empty>
          {t('editor.weg')}{' '}
          <Link className="ab-inline" to="/abrechnung/regeln">
            {t('regeln.titel')}
          </Link>
        </Empty>
      )}
    </BillingFrame>
  );
}

function Editor({ id, known }: { id: string; known: OwnRule | undefined }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    form = useRef<HTMLFormElement>(null),
    go = useNavigate(),
    describe = useMemo(() => describeRule(t, (day) => dayText(day, language)), [t, language]),
    editor = useRuleEditor(id, known, form),
    { saved, draft, isBusy, failed } = editor,
    others = useAlsoOpen(saved === undefined ? null : { kind: 'rule', id: saved.regelId });
  return (
    <BillingFrame
      title={t(saved === undefined ? 'editor.neu' : 'editor.titel')}
      actions={
        saved === undefined ? undefined : (
          <span className="p-muted">
            {t('regeln.fassung', { n: saved.version })} · {t(`eigene.${saved.state}`)}
          </span>
        )
      }
    >
      <AlsoOpen windows={others} />
      <div className="ab-editor">
        <form
          ref={form}
          className="p-card p-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void editor.save();
          }}
        >
          <SegmentedControl
            className="ab-block-form"
            aria-label={t('block.form')}
            value={editor.blocks === null ? 'text' : 'bloecke'}
            onChange={(value) => editor.showAs(value === 'text' ? 'text' : 'bloecke')}
            data={[
              { value: 'bloecke', label: t('block.form.bloecke') },
              { value: 'text', label: t('block.form.text') },
            ]}
          />
          {editor.blocks === null ? (
            <RuleFields draft={draft} shown={editor.shown} change={editor.change} />
          ) : (
            <BlockFields
              blocks={editor.blocks}
              draft={draft}
              shown={editor.shown}
              isTried={editor.isTried}
              onBlocks={editor.changeBlocks}
              change={editor.change}
            />
          )}
          {failed !== null && editor.met === null && <ErrorNotice error={failed} isSave />}
          <DraftClash
            id={`rule ${editor.id}`}
            mine={editor.tidy}
            met={editor.met}
            shape={RULE_SHAPE}
            describe={describe}
            load={editor.stored}
            copy={editor.copy}
            onJoin={editor.settle}
            onEnded={editor.forget}
            onOpen={(key) => void go(`/abrechnung/regeln/eigene/${encodeURIComponent(key)}`)}
          />
          <Group gap={8}>
            <Button type="submit" loading={isBusy}>
              {t('editor.speichern')}
            </Button>
            <Button component={Link} variant="default" to="/abrechnung/regeln">
              {t('regeln.titel')}
            </Button>
          </Group>
        </form>
        <Backtest
          saved={saved}
          isChanged={editor.isChanged}
          isBusy={isBusy}
          onTried={editor.keepResult}
          onLive={editor.live}
          onWithdraw={editor.withdraw}
        />
      </div>
    </BillingFrame>
  );
}
