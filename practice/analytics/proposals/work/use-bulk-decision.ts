// Decides several proposals alike, one request per rule; one undo takes all of them back.

import { useQueryClient } from '@tanstack/react-query';
import type {
  DecisionAction,
  RejectionReason,
} from '../../../../shared/analytics/billing/billing.ts';
import type { Proposal } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { say, sayError, sayWithUndo } from '../../../ui/toast.tsx';
import { decideTogether, KEY } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';

/** Proposals per request at most. */
const MOST = 200;
type Decided = Pick<Proposal, 'patid' | 'tag' | 'zahn' | 'rev'>;
/** Proposals of one rule that one request decides. */
interface Part {
  readonly rule: string;
  readonly targets: readonly Decided[];
}

/** Splits proposals into requests. Pure. */
function partsOf(selected: readonly Proposal[]): readonly Part[] {
  const rules = new Set(selected.map(({ regel }) => regel));
  return [...rules].flatMap((rule) => {
    const of = selected.filter(({ regel }) => regel === rule);
    return Array.from({ length: Math.ceil(of.length / MOST) }, (_, at) => ({
      rule,
      targets: of.slice(at * MOST, (at + 1) * MOST),
    }));
  });
}
const send = async (
  { rule, targets }: Part,
  action: DecisionAction,
  rest: { grund?: RejectionReason; comment?: string } = {},
) =>
  decideTogether({
    tat: action,
    regel: rule,
    ziele: targets.map(({ patid, tag, zahn, rev }) => ({ patid, tag, zahn, rev })),
    ...rest,
  });

/**
 * @param onDone called after the last request; the server may have left some out, which another
 * user decided
 */
export function useBulkDecision(onDone: () => void) {
  const t = useBillingTexts(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit();
  const fresh = (): Promise<void> => queries.invalidateQueries({ queryKey: [KEY] });
  const decide = (
    selected: readonly Proposal[],
    action: 'vormerken' | 'ablehnen',
    rest: { grund?: RejectionReason; comment?: string } = {},
  ): void =>
    void run(async () => {
      if (selected.length === 0) return;
      const done: Part[] = [];
      let left = 0;
      try {
        for (const part of partsOf(selected)) {
          const answer = await send(part, action, rest);
          done.push({ rule: part.rule, targets: answer.entschieden });
          left += answer.ausgelassen.length;
        }
      } finally {
        // Those before a failure are decided, and can be undone.
        await fresh();
        const n = done.reduce((sum, { targets }) => sum + targets.length, 0);
        if (left > 0) say(t('gemeinsam.ausgelassen', { n: left }));
        if (n > 0)
          sayWithUndo(
            t(action === 'vormerken' ? 'gemeinsam.vorgemerkt' : 'gemeinsam.abgelehnt', { n }),
            async () => {
              for (const part of done)
                if (part.targets.length > 0) await send(part, 'zuruecknehmen');
              await fresh();
            },
          );
      }
      onDone();
    }, sayError);
  return { isBusy, decide };
}
