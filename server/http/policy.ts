// The one table of permissions: which principal may use which policy; a missing cell is a denial (security matrix, product.md 6).

import type { Principal } from '../../shared/roles.ts';

interface Policy { who: readonly Principal[]; note: string }
const everyone: readonly Principal[] = ['anonymous', 'owner', 'staff', 'reception', 'tablet'];
const people: readonly Principal[] = ['owner', 'staff', 'reception'];

export const POLICIES = {
  public: { who: everyone, note: 'no secret in the answer, rate-limited where it takes a guess' },
  'docs.read': { who: everyone, note: 'in production only signed-in owners (checked where it is mounted)' },
  'session.open': { who: everyone, note: 'login, refresh, first user: the secret is the proof' },
  'account.own': { who: people, note: 'own account and session' },
  'tablet.register': { who: ['anonymous', 'tablet'], note: 'registration code or device key is the proof' },
  'tablet.self': { who: ['tablet'], note: 'sync, drafts, heartbeat of the tablet itself' },
  'tablet.code': { who: people, note: 'make codes, confirm registrations' },
  'tablet.manage': { who: people, note: 'rename, posture, answer Hilfe' },
  'tablet.revoke': { who: ['owner', 'reception'], note: 'with step-up' },
  'board.read': { who: people, note: 'reception board and its live channel' },
  'mappe.write': { who: people, note: 'compose, send, move, withdraw' },
  'task.talk': { who: people, note: 'the verb asks for a user marked as behandler' },
  'patient.read': { who: people, note: 'search and master data' },
  'patient.write': { who: people, note: 'by hand, merge' },
  'document.read': { who: people, note: 'sealed documents and prints' },
  'document.blob': { who: ['tablet'], note: 'base PDFs of tasks put to this tablet' },
  'document.check': { who: people, note: 'check page' },
  'audit.verify': { who: ['owner'], note: 'audit chain' },
  'backup.read': { who: people, note: 'how the backup stands; paths and sizes for the owner only' },
  'backup.write': { who: ['owner'], note: 'target, runs, recovery sheet (with step-up)' },
  'settings.read': { who: people, note: 'practice settings without secrets' },
  'settings.write': { who: ['owner'], note: 'practice settings' },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

/** Whether a principal may use a policy; unknown names are a denial. */
export function allows(policy: PolicyName, principal: Principal): boolean {
  return (POLICIES[policy].who as readonly Principal[]).includes(principal);
}
