// Form for refusing a proposal: first one of five reasons, then a comment of at most 250
// characters; fully usable by keyboard.

import { Button, Group, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { COMMENT_MAX, isCommentShortEnough } from '../../../shared/base/comment.ts';
import { REJECTION_REASONS } from '../../../shared/analytics/billing/proposal.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useBillingTexts } from './proposals-texts.ts';

export type Grund = (typeof REJECTION_REASONS)[number];
/** V1 counts code points: one emoji is one character. */
const lengthOf = (text: string): number => [...text].length;

/** @param about the refused proposal, for the accessible name of the group */
export function RejectForm({
  about,
  onReject,
  onCancel,
}: {
  about: string;
  onReject: (reason: Grund, comment: string) => void;
  onCancel: () => void;
}) {
  const t = useBillingTexts(),
    ui = useUiTexts(),
    [reason, setReason] = useState<Grund | null>(null),
    [comment, setComment] = useState(''),
    [isTried, setTried] = useState(false);
  const first = useRef<HTMLButtonElement>(null),
    field = useRef<HTMLTextAreaElement>(null),
    hint = useId(),
    isLong = !isCommentShortEnough(comment.trim()),
    count = lengthOf(comment.trim());
  useEffect(() => {
    first.current?.focus();
  }, []);
  // The field is rendered together with the reason, so it exists one tick later.
  useEffect(() => {
    if (reason !== null) field.current?.focus();
  }, [reason]);
  const send = (): void => {
    setTried(true);
    if (reason === null) first.current?.focus();
    else if (isLong) field.current?.focus();
    else onReject(reason, comment.trim());
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
  };
  const byDigit = (event: KeyboardEvent): void => {
    leave(event);
    const chosen =
      event.ctrlKey || event.metaKey || event.altKey
        ? undefined
        : REJECTION_REASONS[Number(event.key) - 1];
    if (chosen) {
      event.preventDefault();
      setReason(chosen);
      field.current?.focus();
    }
  };
  return (
    <form
      className="ab-reject"
      aria-label={t('ablehnen.was', { was: about })}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p className="ab-reject-head">{t('ablehnen.warum')}</p>
      <div className="ab-chips" role="group" aria-label={t('ablehnen.warum')}>
        {REJECTION_REASONS.map((one, at) => (
          <button
            key={one}
            ref={at === 0 ? first : undefined}
            type="button"
            className="ab-chip"
            aria-pressed={reason === one}
            onKeyDown={byDigit}
            onClick={() => {
              setReason(one);
              field.current?.focus();
            }}
          >
            <kbd aria-hidden>{at + 1}</kbd>
            {t(`grund.${one}`)}
          </button>
        ))}
      </div>
      {reason !== null && (
        <Textarea
          ref={field}
          label={t('ablehnen.kommentar')}
          rows={3}
          value={comment}
          aria-describedby={hint}
          error={isLong ? t('V1') : undefined}
          onChange={(event) => setComment(event.currentTarget.value)}
          onKeyDown={(event) => {
            leave(event);
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              send();
            }
          }}
        />
      )}
      <Group gap={8} justify="space-between">
        <span id={hint} className="p-small p-muted p-tabular" data-long={isLong}>
          {reason === null
            ? isTried
              ? t('ablehnen.grundFehlt')
              : t('ablehnen.tasten')
            : t('ablehnen.zaehler', { n: count, max: COMMENT_MAX })}
        </span>
        <Group gap={8}>
          <Button size="xs" variant="default" type="button" onClick={onCancel}>
            {ui('cancel')}
          </Button>
          <Button size="xs" type="submit">
            {t('ablehnen.tun')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
