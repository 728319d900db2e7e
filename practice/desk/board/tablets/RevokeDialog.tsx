// Dialog that signs a tablet out: the consequence, what it still holds, and the password again.

import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { SILENT_MS, type BoardTablet } from '../../../../shared/exchange/board.ts';
import { momentText } from '../../../../shared/base/dates.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { StepUp } from '../../../ui/saving/StepUp.tsx';
import { say } from '../../../ui/toast.tsx';
import { revokeTablet } from '../board-actions.ts';
import { sinceText, useBoardTexts } from '../board-texts.ts';
import { BOARD_KEY } from '../use-board.ts';
import { useLanguage } from '../../../ui/texts.ts';

export function RevokeDialog({
  tablet,
  now,
  isOpen,
  onClose,
}: {
  tablet: BoardTablet;
  now: number;
  isOpen: boolean;
  onClose: () => void;
}) {
  const language = useLanguage();
  const t = useBoardTexts();
  const queries = useQueryClient();
  const since = tablet.lastSeenAt ?? tablet.registeredAt,
    mayHoldBlank = tablet.keepsBlanks === true && now - since > SILENT_MS;
  const revoke = async (): Promise<void> => {
    await revokeTablet(tablet.tabletId);
    say(t('tablet.revoked', { tablet: tablet.name }));
    await queries.invalidateQueries({ queryKey: BOARD_KEY });
  };
  return (
    <StepUp
      isOpen={isOpen}
      onClose={onClose}
      onConfirmed={revoke}
      title={t('tablet.revokeTitle', { tablet: tablet.name })}
      actionLabel={t('tablet.revoke')}
    >
      {tablet.unsent > 0 && (
        <div className="e-below">
          <Notice tone="warn">
            {t('board.unsent', { tablet: tablet.name, n: tablet.unsent })}
          </Notice>
        </div>
      )}
      {tablet.mappeId !== null && (
        <div className="e-below">
          <Notice tone="warn">{t('tablet.revokeOpen')}</Notice>
        </div>
      )}
      {mayHoldBlank && (
        <div className="e-below">
          <Notice tone="warn">
            {t('tablet.blankUnheard', {
              tablet: tablet.name,
              time: sinceText(since, now, language),
            })}
          </Notice>
        </div>
      )}
      <Text size="sm" mb={12}>
        {t('tablet.revokeText', { time: momentText(tablet.leaseUntil, language) })}
      </Text>
    </StepUp>
  );
}
