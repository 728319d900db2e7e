// Form for refusing a proposal: first one of five reasons, then a comment of at most 250
// characters; fully usable by keyboard.

import { Button, Group, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { COMMENT_MAX, isCommentShortEnough } from '../../../../shared/base/comment.ts';
import type { RejectionReason } from '../../../../shared/analytics/billing/billing.ts';
import { REJECTION_REASONS } from '../../../../shared/analytics/billing/proposal.ts';
import { useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useBillingTexts } from '../proposals-texts.ts';

/** V1 counts code points: one emoji is one character. */
const lengthOf = (text: string): number => [...text].length;

/** Holds the reason and the comment, and leads the focus from one to the other. */
function useRejection(
  onReject: (reason: RejectionReason, comment: string) => void,
  onCancel: () => void,
) {
  const [reason, setReason] = useState<RejectionReason | null>(null),
    [comment, setComment] = useState(''),
    [isTried, setTried] = useState(false),
    first = useRef<HTMLButtonElement>(null),
    field = useRef<HTMLTextAreaElement>(null),
    isLong = !isCommentShortEnough(comment.trim());
  useEffect(() => {
    first.current?.focus();
  }, []);
  // The field is rendered together with the reason, so it exists one tick later.
  useEffect(() => {
    if (reason !== null) field.current?.focus();
  }, [reason]);
  return {
    reason,
    comment,
    setComment,
    isTried,
    isLong,
    first,
    field,
    choose(chosen: RejectionReason): void {
      setReason(chosen);
      field.current?.focus();
    },
    send(): void {
      setTried(true);
      if (reason === null) first.current?.focus();
      else if (isLong) field.current?.focus();
      else onReject(reason, comment.trim());
    },
    cancelByKey(event: KeyboardEvent): void {
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }
    },
  };
}
type Rejection = ReturnType<typeof useRejection>;

/** @param about the refused proposal, for the accessible name of the group */
export function RejectForm({
  about,
  onReject,
  onCancel,
}: {
  about: string;
  onReject: (reason: RejectionReason, comment: string) => void;
  onCancel: () => void;
}) {
  const t = useBillingTexts(),
    ui = useUiTexts(),
    hint = useId(),
    form = useRejection(onReject, onCancel),
    { reason, isLong } = form;
  return (
    <form
      className="ab-reject"
      aria-label={t('ablehnen.was', { was: about })}
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <p className="ab-reject-head">{t('ablehnen.warum')}</p>
      <Reasons form={form} />
      {reason !== null && <Comment form={form} hint={hint} />}
      <Group gap={8} justify="space-between">
        <span id={hint} className="p-small p-muted p-tabular" data-long={isLong}>
          {reason === null
            ? form.isTried
              ? t('ablehnen.grundFehlt')
              : t('ablehnen.tasten')
            : t('ablehnen.zaehler', { n: lengthOf(form.comment.trim()), max: COMMENT_MAX })}
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

/** The reasons as buttons, chosen by their digit as well. */
function Reasons({ form: { reason, first, choose, cancelByKey } }: { form: Rejection }) {
  const t = useBillingTexts();
  const byDigit = (event: KeyboardEvent): void => {
    cancelByKey(event);
    const chosen =
      event.ctrlKey || event.metaKey || event.altKey
        ? undefined
        : REJECTION_REASONS[Number(event.key) - 1];
    if (chosen) {
      event.preventDefault();
      choose(chosen);
    }
  };
  return (
    <div className="ab-chips" role="group" aria-label={t('ablehnen.warum')}>
      {REJECTION_REASONS.map((one, at) => (
        <button
          key={one}
          ref={at === 0 ? first : undefined}
          type="button"
          className="ab-chip"
          aria-pressed={reason === one}
          onKeyDown={byDigit}
          onClick={() => choose(one)}
        >
          <kbd aria-hidden>{at + 1}</kbd>
          {t(`grund.${one}`)}
        </button>
      ))}
    </div>
  );
}

/** @param hint id of the element that counts the characters */
function Comment({
  form: { comment, setComment, field, isLong, send, cancelByKey },
  hint,
}: {
  form: Rejection;
  hint: string;
}) {
  const t = useBillingTexts();
  return (
    <Textarea
      ref={field}
      label={t('ablehnen.kommentar')}
      rows={3}
      value={comment}
      aria-describedby={hint}
      error={isLong ? t('V1') : undefined}
      onChange={(event) => setComment(event.currentTarget.value)}
      onKeyDown={(event) => {
        cancelByKey(event);
        if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
          event.preventDefault();
          send();
        }
      }}
    />
  );
}
