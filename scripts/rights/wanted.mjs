/**
 * The matrix of roles and permissions that the product set out with, each row with the policies that
 * hold it now, and each difference with its reason. Grants of the vendor, step-up and a second person
 * are judged by the routes and have their own tests. Patients are no principal: the secret of their
 * link or the tablet's running task is the proof.
 */

/**
 * @typedef {{ what: string, wanted: readonly string[], policies: readonly string[],
 *   decided?: Readonly<Record<string, string>> }} WantedRow
 */

const TEAM = ['owner', 'staff', 'reception'],
  GRANT_ONLY = 'only by a grant of the practice',
  MONEY = 'money and licences are the work of administrators';

/** @type {readonly WantedRow[]} */
export const WANTED = [
  {
    what: 'own account, second factor, sessions',
    wanted: ['administrator', 'support', ...TEAM],
    policies: ['account.own'],
  },
  {
    what: 'users and roles of a practice',
    wanted: ['support', 'owner'],
    policies: ['user.read', 'user.write'],
    decided: {
      administrator: 'makes the first user of a practice and the people of the vendor',
      staff: 'sees names and roles of colleagues, no address and no state',
      reception: 'sees names and roles of colleagues, no address and no state',
    },
  },
  {
    what: 'settings and terms of a practice',
    wanted: ['support', 'owner', 'staff', 'r4c'],
    policies: ['settings.read', 'settings.write', 'terms.read', 'terms.accept'],
    decided: {
      support: GRANT_ONLY,
      reception: 'needs hours, languages and blank forms at the desk',
    },
  },
  {
    what: 'key figures and comparisons of practices',
    wanted: ['administrator', 'owner'],
    policies: ['report.read', 'report.write'],
    decided: {
      administrator: 'the vendor counts contracts and states, never figures of a practice',
    },
  },
  {
    what: 'reports that name patients; reception the day and recalls only',
    wanted: TEAM,
    policies: ['report.patients', 'report.day', 'worklist.read', 'worklist.write'],
  },
  {
    what: 'billing proposals and labels',
    wanted: ['owner', 'staff'],
    policies: ['proposal.read', 'proposal.work', 'proposal.rulebook', 'proposal.rules'],
  },
  {
    what: 'master data of patients; the tablet proposes',
    wanted: [...TEAM, 'tablet', 'r4c'],
    policies: ['patient.read', 'patient.write', 'tablet.self'],
  },
  {
    what: 'answers to questionnaires; reception their state only',
    wanted: [...TEAM, 'tablet', 'r4c'],
    policies: ['answers.state', 'answers.read', 'answers.write', 'tablet.self'],
  },
  {
    what: 'make, cancel and repeat tasks; the tablet cancels its own',
    wanted: [...TEAM, 'tablet', 'r4c'],
    policies: ['mappe.write', 'tablet.self'],
    decided: {
      r4c: 'the practice software brings patients and appointments as files; a person composes the Mappe',
    },
  },
  { what: 'sign', wanted: ['tablet'], policies: ['tablet.self'] },
  {
    what: 'documents; reception by type, the tablet those of its task',
    wanted: [...TEAM, 'tablet', 'r4c'],
    policies: ['document.read', 'document.upload', 'document.check', 'document.blob'],
  },
  {
    what: 'make, end and unlock a share',
    wanted: ['support', ...TEAM],
    policies: ['share.work'],
    decided: { support: 'a share is ended by the practice; a grant gives no right to change' },
  },
  {
    what: 'register and revoke a tablet',
    wanted: ['support', ...TEAM, 'tablet'],
    policies: ['tablet.code', 'tablet.revoke', 'tablet.register'],
    decided: { support: 'a tablet is revoked by the practice; a grant gives no right to change' },
  },
  {
    what: 'take over a task on another device',
    wanted: [...TEAM, 'tablet'],
    policies: ['mappe.write', 'takeover.accept'],
  },
  {
    what: 'consent to factoring',
    wanted: [...TEAM, 'tablet', 'r4c'],
    policies: ['mappe.write', 'tablet.self', 'factoring.write'],
    decided: { r4c: 'the declaration is a paper of the Mappe like any other' },
  },
  {
    what: 'pictures',
    wanted: [...TEAM, 'tablet'],
    policies: ['image.write', 'image.read'],
  },
  {
    what: 'contract and payment of a practice',
    wanted: ['administrator', 'support', 'owner'],
    policies: ['payment.read', 'payment.write', 'vendor.contracts', 'vendor.requests'],
    decided: { support: MONEY },
  },
  {
    what: 'vouchers, sponsors, licences',
    wanted: ['administrator', 'support'],
    policies: ['vendor.vouchers', 'vendor.licences'],
    decided: { support: MONEY },
  },
  {
    what: 'ask for access to a practice',
    wanted: ['administrator', 'support'],
    policies: ['vendor.grant'],
  },
  { what: 'approve access to a practice', wanted: ['owner'], policies: ['grant.answer'] },
  {
    what: 'read the audit log',
    wanted: ['administrator', 'owner'],
    policies: ['audit.read', 'audit.verify', 'audit.own'],
  },
  {
    what: 'export and erasure of one patient',
    wanted: ['owner', 'staff'],
    policies: ['retention.read', 'retention.write'],
    decided: { staff: 'asks an owner in person; Molar keeps no list of such requests' },
  },
  {
    what: 'export and deletion of a whole practice',
    wanted: ['administrator', 'owner'],
    policies: ['backup.write'],
    decided: {
      administrator:
        'the vendor reads no backup of a practice; the operator moves and deletes by commands on the server',
    },
  },
  { what: 'tokens of programs', wanted: ['owner'], policies: ['token.manage'] },
  {
    what: 'deliver rows of the practice software',
    wanted: ['collector'],
    policies: ['delivery.write', 'delivery.import'],
    decided: { owner: 'brings up tables by hand, where no program delivers them' },
  },
  {
    what: 'health of all practices',
    wanted: ['administrator', 'support'],
    policies: ['vendor.read'],
  },
  {
    what: 'requests for help',
    wanted: ['administrator', 'support', ...TEAM],
    policies: ['ticket.ask', 'vendor.tickets'],
  },
  {
    what: 'mails of a practice and their state',
    wanted: ['administrator', 'support', ...TEAM],
    policies: ['mail.outbox'],
    decided: {
      administrator: 'sees how many mails failed, in the health of practices',
      support: 'sees how many mails failed, in the health of practices',
      staff: 'a mail that failed is shown at the link or invitation that it carried',
      reception: 'a mail that failed is shown at the link or invitation that it carried',
    },
  },
];

/** A phone counts as its tablet; strangers and shares bring a secret. */
const NOT_COMPARED = new Set(['anonymous', 'guest', 'share']);

/**
 * Lists the differences between the matrix and the policies, decided or not.
 * @param {Record<string, { who: readonly string[] }>} policies
 * @returns {{ what: string, role: string, isMore: boolean, reason: string | undefined }[]}
 */
export function differences(policies) {
  return WANTED.flatMap(({ what, wanted, policies: names, decided = {} }) => {
    const may = new Set(names.flatMap((name) => policies[name]?.who ?? []));
    return [...new Set([...wanted, ...may])]
      .filter((role) => !NOT_COMPARED.has(role) && may.has(role) !== wanted.includes(role))
      .map((role) => ({ what, role, isMore: may.has(role), reason: decided[role] }));
  });
}
