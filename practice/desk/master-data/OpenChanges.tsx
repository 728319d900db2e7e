// Deviations of a person's entries from their record: old next to new, checkboxes, one press to
// accept, one to decline with ten seconds of undo.

import './master-data.css';
import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { OpenChange } from '../../../shared/desk/master-data.schema.ts';
import { isIdentity } from '../../../shared/desk/master-data.ts';
import { CallError } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useMasterDataTexts, valueText } from './master-data-texts.ts';
import { useChangeActs } from './use-changes.ts';
import { useFieldNames } from '../../ui/wording/field-names.ts';

const isChanged = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'record_changed';

export function OpenChanges({ patid, open }: { patid: string; open: readonly OpenChange[] }) {
  const t = useMasterDataTexts(),
    acts = useChangeActs(patid),
    { isBusy, failed, run, clear } = useSubmit();
  // Name and birth date define the identity: they are ticked by hand, one by one.
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({}),
    [isAsked, setAsked] = useState(false);
  const isTicked = (one: OpenChange): boolean => ticks[one.id] ?? !isIdentity(one.field);
  const chosen = open.filter(isTicked),
    isAll = chosen.length === open.length,
    own = open.filter((one) => isIdentity(one.field)),
    others = open.filter((one) => !isIdentity(one.field));
  const act = (
    work: (changes: readonly OpenChange[]) => Promise<void>,
    done: (changes: readonly OpenChange[]) => void,
  ): void => {
    setAsked(chosen.length === 0);
    if (chosen.length === 0) return;
    const changes = chosen;
    void run(
      async () => {
        await work(changes);
        setTicks({});
        done(changes);
      },
      (error) => {
        if (isChanged(error)) void acts.refresh();
      },
    );
  };
  const decline = (changes: readonly OpenChange[]): void =>
    sayWithUndo(t('act.declined'), () => acts.reopen(changes));
  const list = (rows: readonly OpenChange[]) => (
    <ul className="sd-list">
      {rows.map((one) => (
        <Row
          key={one.id}
          one={one}
          isTicked={isTicked(one)}
          onTick={(isOn) => {
            setTicks({ ...ticks, [one.id]: isOn });
            setAsked(false);
            clear();
          }}
        />
      ))}
    </ul>
  );
  return (
    <section className="p-card p-stack sd-open" aria-labelledby="sd-open">
      <Title order={2} id="sd-open" className="sd-h2">
        {t('open.title')}
      </Title>
      {open.length === 0 ? (
        failed === null && <Text c="dimmed">{t('open.none')}</Text>
      ) : (
        <>
          {others.length > 0 && list(others)}
          {own.length > 0 && (
            <>
              <Text size="sm" className="sd-identity">
                {t('open.identity')}
              </Text>
              {list(own)}
            </>
          )}
        </>
      )}
      {failed !== null && <ErrorNotice error={failed} isSave={!isChanged(failed)} />}
      {isAsked && (
        <Notice tone="warn" role="alert">
          {t('open.nothing')}
        </Notice>
      )}
      {open.length > 0 && (
        <Group gap={8} className="p-noprint">
          <Button
            leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
            loading={isBusy}
            onClick={() => act(acts.take, () => say(t('act.taken')))}
          >
            {isAll ? t('act.takeAll') : t('act.take', { n: chosen.length })}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => act(acts.decline, decline)}>
            {isAll ? t('act.declineAll') : t('act.decline', { n: chosen.length })}
          </Button>
        </Group>
      )}
    </section>
  );
}

function Row({
  one,
  isTicked,
  onTick,
}: {
  one: OpenChange;
  isTicked: boolean;
  onTick: (isOn: boolean) => void;
}) {
  const t = useMasterDataTexts(),
    language = useLanguage(),
    nameOf = useFieldNames(),
    field = nameOf(one.field),
    before = valueText(t, one.field, one.before, language),
    after = valueText(t, one.field, one.after, language);
  return (
    <li className="sd-change">
      <Checkbox
        checked={isTicked}
        onChange={(event) => onTick(event.currentTarget.checked)}
        aria-label={t('open.pick', { field, before, after })}
        classNames={{ root: 'sd-tick' }}
      />
      <div className="sd-what">
        <span className="sd-field">{field}</span>
        <span className="sd-values">
          <del data-empty={one.before === ''}>{before}</del>
          <IconArrowRight size={16} stroke={1.75} aria-label={t('becomes')} className="sd-arrow" />
          <ins data-empty={one.after === ''}>{after}</ins>
        </span>
        <span className="p-muted sd-said">
          {t('open.said', { at: showInstant(one.answeredAt, language) })}
        </span>
        {(one.confirmed !== null || one.isStale) && (
          <span className="sd-marks">
            {one.confirmed !== null && (
              <StateWord tone="ok-outline" icon={IconCheck}>
                {t('open.confirmed')}
              </StateWord>
            )}
            {one.isStale && (
              <StateWord tone="warn" icon={IconAlertTriangle}>
                {t('open.stale')}
              </StateWord>
            )}
          </span>
        )}
      </div>
    </li>
  );
}
