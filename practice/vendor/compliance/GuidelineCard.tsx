// The IT security guideline: the size of the practice, and the points that apply to it.

import { Button, Checkbox, Group, NumberInput, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { GUIDELINE, GUIDELINE_READ } from '../../../catalog/compliance/guideline.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { annexesOf, MOST_PEOPLE } from '../../../shared/vendor/compliance.ts';
import type { Compliance } from '../../../shared/vendor/compliance.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { storeProfile, useFreshCompliance } from './compliance-calls.ts';
import { useComplianceTexts } from './compliance-texts.ts';
import { PointList } from './PointList.tsx';

export function GuidelineCard({
  compliance,
  isOwner,
}: {
  compliance: Compliance;
  isOwner: boolean;
}) {
  const t = useComplianceTexts(),
    language = useLanguage(),
    { profile, points } = compliance,
    annexes = profile === null ? [] : annexesOf(profile),
    asked = GUIDELINE.filter(({ annex }) => annexes.includes(annex)),
    settled = asked.filter(({ id }) =>
      points.some((one) => one.point === id && one.state !== 'open'),
    ).length;
  return (
    <section className="p-card p-stack" aria-labelledby="co-guideline">
      <h2 id="co-guideline">{t('guideline')}</h2>
      <Text size="sm">{t('guidelineLead', { day: dayText(GUIDELINE_READ, language) })}</Text>
      {isOwner && <ProfileForm key={profile?.people ?? 0} profile={profile} />}
      {profile === null ? (
        <Text>{t('noProfile')}</Text>
      ) : (
        <>
          <div role="status">
            <Text fw={600}>
              {t('progress', { n: settled, of: asked.length, annexes: annexes.join(', ') })}
            </Text>
            <Progress
              value={(settled / asked.length) * 100}
              mt={8}
              aria-label={t('progress', {
                n: settled,
                of: asked.length,
                annexes: annexes.join(', '),
              })}
            />
          </div>
          <PointList
            isOwner={isOwner}
            stored={points}
            points={asked.map(({ id, annex, numbers, ...words }) => ({
              id,
              title: language.startsWith('de') ? words.de : words.en,
              sub: t('number', { annex, numbers: numbers.replace('-', '–') }),
            }))}
          />
        </>
      )}
    </section>
  );
}

function ProfileForm({ profile }: { profile: Compliance['profile'] }) {
  const t = useComplianceTexts(),
    fresh = useFreshCompliance(),
    { isBusy, failed, run } = useSubmit();
  const [people, setPeople] = useState<number | string>(profile?.people ?? ''),
    [hasLargeDevices, setLarge] = useState(profile?.hasLargeDevices ?? false),
    isRight = typeof people === 'number' && Number.isInteger(people) && people >= 1;
  return (
    <form
      className="p-stack co-screen"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRight) return;
        void run(async () => {
          await storeProfile({ people, hasLargeDevices });
          await fresh();
          say(t('stored'));
        });
      }}
    >
      <Group align="flex-end">
        <NumberInput
          label={t('people')}
          min={1}
          max={MOST_PEOPLE}
          allowDecimal={false}
          value={people}
          onChange={setPeople}
        />
        <Checkbox
          label={t('large')}
          checked={hasLargeDevices}
          onChange={(event) => setLarge(event.currentTarget.checked)}
        />
        <Button type="submit" variant="default" disabled={!isRight} loading={isBusy}>
          {t('store')}
        </Button>
      </Group>
      {failed !== null && <ErrorNotice error={failed} isSave />}
    </form>
  );
}
