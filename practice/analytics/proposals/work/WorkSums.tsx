// The line above a work list: open proposals, those that expire soon, the age of the data, and the
// last decision with its undo.

import { Button, Kbd } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Proposals } from '../../../../shared/analytics/billing/proposals.schema.ts';
import type { Sum } from '../../../../shared/analytics/billing/wire-values.schema.ts';
import { lastDayOfFiling } from '../../../../shared/analytics/billing/billing.ts';
import { findingKey } from '../../../../shared/analytics/billing/proposal.ts';
import { quarterStart } from '../../../../shared/base/day-math.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { showInstant } from '../../../ui/wording/moments.ts';
import { useToday } from '../../../ui/wording/now.ts';
import { addUp, sumOf, useWorth } from '../../../ui/wording/worth.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { periodName } from '../words.ts';
import type { ProposalListState } from './use-proposal-list.ts';
import type { ProposalWork } from './use-proposal-work.ts';

const minus = (one: Sum, gone: Sum): Sum => ({
  anzahl: Math.max(0, one.anzahl - gone.anzahl),
  cents: Math.max(0, one.cents - gone.cents),
  geschaetzt: Math.max(0, one.geschaetzt - gone.geschaetzt),
  ohneWert: Math.max(0, one.ohneWert - gone.ohneWert),
});

export function WorkSums({
  head,
  proposals: { all, isWarnings },
  work,
}: {
  head: Proposals;
  proposals: ProposalListState;
  work: ProposalWork;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth();
  // Decisions made a moment ago are already excluded from the sums.
  const gone = sumOf(all.filter((one) => work.decisions.gone.has(findingKey(one)))),
    left = minus(head.gefunden, gone);
  return (
    <div className="ab-line p-tabular">
      <strong>
        {isWarnings
          ? t('offen.hinweise', { count: left.anzahl })
          : t('offen', { n: left.anzahl, summe: worth.sum(left) })}
      </strong>
      {!isWarnings && <RunningOut expiring={head.verfaellt} />}
      {head.stand !== null && (
        <span className="p-muted">{t('stand', { am: showInstant(head.stand, language) })}</span>
      )}
      <LastDecision work={work} />
    </div>
  );
}

/**
 * Only proposals that expire with this quarter's billing are itemised; older services that were not
 * submitted are one sum.
 */
function RunningOut({ expiring }: { expiring: Proposals['verfaellt'] }) {
  const t = useBillingTexts(),
    worth = useWorth(),
    since = quarterStart(useToday());
  const running = expiring.filter((one) => lastDayOfFiling(one.zeitraum) >= since),
    older = expiring.filter((one) => lastDayOfFiling(one.zeitraum) < since);
  return (
    <>
      {running.map((one) => (
        <span key={`${one.bereich} ${one.zeitraum}`}>
          {t('verfaellt', {
            bereich: t(`bereich.${one.bereich}`),
            zeitraum: periodName(one.zeitraum),
            n: one.anzahl,
            summe: worth.sum(one),
          })}
        </span>
      ))}
      {older.length > 0 && (
        <span className="p-muted">
          {t('verfaellt.aelter', { n: addUp(older).anzahl, summe: worth.sum(addUp(older)) })}
        </span>
      )}
    </>
  );
}

function LastDecision({ work: { decisions, nameOf, undo } }: { work: ProposalWork }) {
  const t = useBillingTexts(),
    { last } = decisions;
  if (!last) return null;
  return (
    <span className="ab-last p-noprint">
      <span>
        {t(last.choice.action === 'vormerken' ? 'gesagt.vorgemerkt' : 'gesagt.abgelehnt', {
          was: nameOf(last.proposal),
        })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        rightSection={<Kbd aria-hidden>U</Kbd>}
        onClick={() => void undo()}
      >
        {t('zurueck')}
      </Button>
    </span>
  );
}
