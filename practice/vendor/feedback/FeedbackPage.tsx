// Feedback of a user: rating, words, and a picture that is chosen and shown before it is sent.

import '../tickets/tickets.css';
import './feedback.css';
import { Button, Group, Radio, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { FEEDBACK_RATINGS, FEEDBACK_TEXT } from '../../../shared/vendor/feedback.ts';
import { withoutWord } from '../../../shared/vendor/patient-words.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { FoundWords } from '../tickets/FoundWords.tsx';
import { useCarefulSend } from '../tickets/use-careful-send.ts';
import { draftOf, forgetDraft, keepDraft, type FeedbackDraft } from './draft.ts';
import { sendFeedback, useFreshFeedback, useOwnFeedback } from './feedback-calls.ts';
import { useFeedbackTexts } from './feedback-texts.ts';
import { Picture } from './Picture.tsx';
import { openPictureBar } from './picture-bar.ts';
import { RatingWord } from './RatingWord.tsx';

/** The draft of the signed-in user, which outlives the way to another page. */
function useDraft() {
  const userId = useSession().user?.id ?? '',
    [draft, setDraft] = useState(() => draftOf(userId));
  const put = (next: FeedbackDraft): void => {
    keepDraft(userId, next);
    setDraft(next);
  };
  return {
    draft,
    userId,
    set: (change: Partial<FeedbackDraft>): void => put({ ...draft, ...change }),
    reset: (): void => {
      forgetDraft();
      setDraft(draftOf(userId));
    },
  };
}

function PictureField({
  draft,
  userId,
  onRemove,
}: {
  draft: FeedbackDraft;
  userId: string;
  onRemove: () => void;
}) {
  const t = useFeedbackTexts(),
    navigate = useNavigate(),
    { picture, page } = draft;
  const take = (): void => {
    // Chosen so far: it is there again with the picture.
    keepDraft(userId, draft);
    openPictureBar(
      { name: t('bar'), what: t('bar.what'), take: t('bar.take'), cancel: t('bar.cancel') },
      (taken) => {
        if (taken) keepDraft(userId, { ...draft, ...taken });
        void navigate('/hilfe/rueckmeldung');
      },
    );
    void navigate('/');
  };
  return (
    <section className="p-stack" aria-labelledby="fb-picture">
      <div>
        <Text fw={600} id="fb-picture">
          {t('picture')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('pictureWhat')}
        </Text>
      </div>
      {picture && (
        <>
          <Picture picture={picture} />
          <Text size="sm" role="status">
            {t('shown', {
              count: picture.boxes.length,
              page: page === '/' ? t('page.none') : page,
            })}
          </Text>
        </>
      )}
      <Group gap={8}>
        <Button variant="default" onClick={take}>
          {t(picture ? 'again' : 'take')}
        </Button>
        {picture && (
          <Button variant="default" onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </Group>
    </section>
  );
}

function OwnList() {
  const t = useFeedbackTexts(),
    language = useLanguage(),
    own = useOwnFeedback();
  return (
    <section className="p-card" aria-labelledby="fb-own">
      <Title order={2} id="fb-own">
        {t('own')}
      </Title>
      {own.isPending && <Loading />}
      {own.isError && <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && (
        <Text size="sm" c="dimmed">
          {own.data.items.length === 0 ? t('own.none') : t('own.kept')}
        </Text>
      )}
      <ul className="fb-rows">
        {own.data?.items.map(({ id, at, rating, text, seenAt }) => (
          <li key={id}>
            <RatingWord rating={rating} />
            {text !== '' && <p className="fb-text">{text}</p>}
            <Text size="sm" c="dimmed">
              {showInstant(at, language)} · {t(seenAt === null ? 'unseen' : 'seen')}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FeedbackPage() {
  const t = useFeedbackTexts(),
    fresh = useFreshFeedback(),
    { draft, userId, set, reset } = useDraft(),
    [isChecked, setChecked] = useState(false),
    hasPicture = !useSession().off.includes('feedback_picture'),
    { id, rating, text, page, picture } = draft;
  const sending = useCarefulSend<true>(
    async (confirmed) => {
      if (rating === null) return { ticket: null, found: [] };
      const { isStored, found } = await sendFeedback({
        id,
        rating,
        text: text.trim(),
        page: hasPicture ? page : '/',
        picture: hasPicture ? picture : null,
        confirmed,
      });
      return { ticket: isStored ? true : null, found };
    },
    () => {
      reset();
      setChecked(false);
      say(t('sent'));
      void fresh();
    },
  );
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <form
          noValidate
          className="p-card p-stack"
          onSubmit={(event) => {
            event.preventDefault();
            setChecked(true);
            if (rating !== null) void sending.send();
          }}
        >
          <Text>{t('lead')}</Text>
          <Radio.Group
            label={t('rating')}
            value={rating}
            error={isChecked && rating === null ? t('missing') : undefined}
            onChange={(value) =>
              set({ rating: FEEDBACK_RATINGS.find((one) => one === value) ?? null })
            }
          >
            <Group gap={24} mt={8} mb={8}>
              {FEEDBACK_RATINGS.map((value) => (
                <Radio key={value} value={value} label={t(`rating.${value}`)} />
              ))}
            </Group>
          </Radio.Group>
          <Textarea
            label={t('text')}
            description={t('textHint')}
            maxLength={FEEDBACK_TEXT}
            autosize
            minRows={4}
            maxRows={14}
            value={text}
            onChange={(event) => set({ text: event.currentTarget.value })}
          />
          {hasPicture && (
            <PictureField
              draft={draft}
              userId={userId}
              onRemove={() => set({ picture: null, page: '/' })}
            />
          )}
          {!hasPicture && picture && <Notice tone="info">{t('pictureOff')}</Notice>}
          <FoundWords
            sending={sending}
            onRemove={(word, by) => set({ text: withoutWord(text, word, by) })}
          />
          {sending.failed !== null && <ErrorNotice error={sending.failed} isSave />}
          <Group>
            <Button type="submit" loading={sending.isBusy}>
              {t('send')}
            </Button>
            <Button component={Link} to="/hilfe" variant="default">
              {t('back')}
            </Button>
          </Group>
        </form>
        <OwnList />
      </div>
    </Page>
  );
}
