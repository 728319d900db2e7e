// Letters or mails to the people of the selected lines: the text, the recipients, and who is left
// out for which reason.

import { Button, Group, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { openFile } from '../../ui/pdf.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { letters, writeTo, type Line, type Writing, type Written } from './worklists-calls.ts';
import { useListTexts } from './worklists-texts.ts';
import { Templates } from './Templates.tsx';
import { Modal } from '../../ui/Modal.tsx';

/** By letter or by mail. */
type Way = Writing['weg'];

export function WriteDialog({
  kind,
  lines,
  onClose,
}: {
  kind: WorklistKind;
  lines: readonly Line[];
  onClose: () => void;
}) {
  const t = useListTexts(),
    ui = useUiTexts(),
    { isBusy, run } = useSubmit(),
    standard = { betreff: t(`letter.${kind}.subject`), text: t(`letter.${kind}.text`) };
  // One id per request: pressed twice, no one gets a second mail.
  const [id] = useState(() => uuidv7()),
    [way, setWay] = useState<Way>('brief'),
    [subject, setSubject] = useState(standard.betreff),
    [text, setText] = useState(standard.text);
  const targets = lines.map((one) => one.id),
    writing = { id, kind, targets, weg: way, betreff: subject.trim(), text: text.trim() },
    isReady = writing.betreff !== '' && writing.text !== '';
  const whom = useQuery({
    queryKey: ['schreiben', kind, way, targets],
    queryFn: () => writeTo({ ...writing, betreff: '-', text: '-' }, false),
  });
  const reached = whom.data?.geschrieben ?? 0;
  const go = (): void =>
    void run(async () => {
      if (way === 'brief') {
        if (!(await openFile(() => letters(writing), `${t('letter.file')}.pdf`))) say(ui('popup'));
        say(t('letter.made', { n: reached }));
      } else {
        const { geschrieben: sent } = await writeTo(writing, true);
        say(t('mail.sent', { n: sent }));
      }
      onClose();
    }, sayError);
  return (
    <Modal opened onClose={onClose} title={t('write.title')} size={640}>
      <form
        className="al-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && reached > 0) go();
        }}
      >
        <WayChoice way={way} onWay={setWay} />
        <Templates
          kind={kind}
          words={{ betreff: subject, text }}
          standard={standard}
          onWords={(words) => {
            setSubject(words.betreff);
            setText(words.text);
          }}
        />
        <TextInput
          data-autofocus
          label={t('write.subject')}
          value={subject}
          maxLength={120}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          label={t('write.text')}
          description={t('write.words')}
          rows={8}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {way === 'brief' && (
          <Text size="sm" className="p-muted">
            {t('write.filed')}
          </Text>
        )}
        {way === 'email' && <Notice tone="info">{t('write.mailHint')}</Notice>}
        <Recipients whom={whom} lines={lines} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady || reached === 0}>
            {t(way === 'brief' ? 'write.print' : 'write.send')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function WayChoice({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const t = useListTexts();
  return (
    <SegmentedControl
      aria-label={t('way.choose')}
      value={way}
      onChange={(one) => onWay(one === 'email' ? 'email' : 'brief')}
      data={[
        { value: 'brief', label: t('way.brief') },
        { value: 'email', label: t('way.email') },
      ]}
    />
  );
}

/** How many people are reached, and who is left out for which reason. */
function Recipients({ whom, lines }: { whom: UseQueryResult<Written>; lines: readonly Line[] }) {
  const t = useListTexts(),
    reached = whom.data?.geschrieben ?? 0,
    name = (target: string): string => lines.find((one) => one.id === target)?.name ?? target;
  return (
    <>
      {whom.isError && <ErrorNotice error={whom.error} onRetry={() => void whom.refetch()} />}
      {whom.data && (
        <Text fw={600}>{t(reached === 1 ? 'write.reachOne' : 'write.reach', { n: reached })}</Text>
      )}
      {whom.data && whom.data.ausgelassen.length > 0 && (
        <details>
          <summary>{t('write.left', { n: whom.data.ausgelassen.length })}</summary>
          <ul className="al-left">
            {whom.data.ausgelassen.map((one) => (
              <li key={one.target}>
                {name(one.target)}: {t(`left.${one.warum}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
