// Signers of a paper in one line: signed, missing, refused.

import { Text } from '@mantine/core';
import type { BoardTask } from '../../../../shared/exchange/board.ts';
import { berlinDay, berlinTime, dayText } from '../../../../shared/base/dates.ts';
import type { SignerState } from '../../../../shared/papers/signers.ts';
import { useToday } from '../../../ui/wording/now.ts';
import { useBoardTexts } from '../board-texts.ts';
import { usePrivacy } from '../privacy.tsx';
import { useLanguage } from '../../../ui/texts.ts';

export function TaskSigners({
  task,
  signers,
}: {
  task: BoardTask;
  signers: readonly SignerState[];
}) {
  const language = useLanguage();
  const t = useBoardTexts(),
    privacy = usePrivacy(),
    today = useToday();
  const at = (ms: number): string =>
    berlinDay(ms) === today
      ? berlinTime(ms)
      : `${dayText(berlinDay(ms), language)} ${berlinTime(ms)}`;
  const signed = signers.flatMap((one) =>
    one.signedAt === null
      ? []
      : [t('signers.signed', { name: privacy.name(one.name), at: at(one.signedAt) })],
  );
  const missing = signers
    .filter((one) => one.signedAt === null)
    .map((one) =>
      t(one.isAway === true ? 'signers.away' : 'signers.missing', { name: privacy.name(one.name) }),
    );
  if (task.state === 'declined')
    return task.declinedBy === undefined ? null : (
      <Text size="xs">{t('signers.declined', { name: privacy.name(task.declinedBy) })}</Text>
    );
  if (['cancelled', 'expired', 'paper'].includes(task.state)) return null;
  return <Text size="xs">{[...signed, ...missing].join(' · ')}</Text>;
}
