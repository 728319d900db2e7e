// The scope that a program's token needs for each policy. The table is total: a new policy does not
// compile without a decision.

import type { TokenScope } from '../../../shared/accounts/token-scopes.ts';
import type { PolicyName } from './policy.ts';

/** Policies that need no scope: the caller proves itself otherwise, or nothing is protected. */
type Open = 'open';

const SCOPE_OF = {
  public: 'open',
  'docs.read': 'open',
  'metrics.read': 'open',
  'session.open': 'open',
  'tablet.register': 'open',
  'takeover.accept': 'open',
  'home.fill': 'open',
  'share.open': 'open',
  'mail.unsubscribe': 'open',
  'mail.events': 'open',
  'payment.events': 'open',
  'payment.link': 'open',

  'board.read': 'patients',
  'board.work': 'patients',
  'mappe.write': 'patients',
  'task.talk': 'patients',
  'patient.read': 'patients',
  'patient.write': 'patients',
  'room.write': 'patients',
  'tablet.self': 'patients',
  'tablet.house': 'patients',
  'tablet.code': 'patients',
  'tablet.manage': 'patients',
  'tablet.revoke': 'patients',
  'takeover.guest': 'patients',
  'transfer.read': 'patients',
  'transfer.work': 'patients',

  'answers.state': 'answers',
  'answers.read': 'answers',
  'answers.write': 'answers',
  'unmatched.work': 'answers',
  'parked.open': 'answers',
  'home.link': 'answers',

  'document.read': 'papers',
  'document.upload': 'papers',
  'document.blob': 'papers',
  'document.check': 'papers',
  'bucket.read': 'papers',
  'handwriting.open': 'papers',
  'consent.read': 'papers',
  'consent.write': 'papers',
  'share.work': 'papers',
  'retention.read': 'papers',
  'retention.write': 'papers',

  'lage.read': 'figures',
  'worklist.read': 'figures',
  'worklist.write': 'figures',
  'report.read': 'figures',
  'report.write': 'figures',
  'report.patients': 'figures',
  'report.day': 'figures',
  'proposal.read': 'figures',
  'proposal.work': 'figures',
  'proposal.rulebook': 'figures',
  'proposal.rules': 'figures',
  'static.read': 'figures',
  'static.write': 'figures',
  'delivery.read': 'figures',
  'delivery.write': 'figures',
  'delivery.import': 'figures',
  'delivery.undo': 'figures',

  'account.own': 'practice',
  'sms.write': 'practice',
  'form.read': 'practice',
  'form.write': 'practice',
  'factoring.write': 'practice',
  'seal.retire': 'practice',
  'terms.read': 'practice',
  'terms.accept': 'practice',
  'token.manage': 'practice',
  'audit.read': 'practice',
  'audit.verify': 'practice',
  'audit.own': 'practice',
  'backup.read': 'practice',
  'backup.write': 'practice',
  'mail.outbox': 'practice',
  'user.read': 'practice',
  'user.write': 'practice',
  'image.write': 'practice',
  'image.read': 'practice',
  'transfer.write': 'practice',
  'settings.read': 'practice',
  'settings.write': 'practice',
  'grant.see': 'practice',
  'grant.speak': 'practice',
  'grant.answer': 'practice',
  'ticket.ask': 'practice',
  'licence.read': 'practice',
  'licence.write': 'practice',
  'compliance.read': 'practice',
  'compliance.write': 'practice',
  'onboarding.read': 'practice',
  'payment.read': 'practice',
  'payment.write': 'practice',
  'vendor.read': 'practice',
  'vendor.grant': 'practice',
  'vendor.second': 'practice',
  'vendor.tickets': 'practice',
  'vendor.invoices': 'practice',
  'vendor.vouchers': 'practice',
  'vendor.licences': 'practice',
  'vendor.onboarding': 'practice',
  'vendor.figures': 'practice',
  'vendor.clients': 'practice',
} as const satisfies Record<PolicyName, TokenScope | Open>;

/**
 * Checks whether a program's token reaches a policy.
 * @param scopes null: a token from before scopes existed, which keeps what it had
 */
export function reaches(scopes: readonly TokenScope[] | null, policy: PolicyName): boolean {
  const needed: TokenScope | Open = SCOPE_OF[policy];
  return needed === 'open' || scopes === null || scopes.includes(needed);
}
