// The only table of permissions: principals and the policies they may use; a missing cell is a
// denial (security matrix, product.md 6).

import type { GrantReach } from '../../../shared/vendor/grants.ts';
import type { Principal } from '../../../shared/base/roles.ts';

interface Policy {
  who: readonly Principal[];
  note: string;
  /** Rights of the vendor's users in a practice by a grant; absent: none. */
  grant?: GrantReach;
  /** Also open to users of the practice whom its owner permitted to design. */
  toDesigners?: true;
  /**
   * Also open to users of the practice who may read figures: by the owner's grant, or their own
   * ones as a practitioner.
   */
  toReaders?: true;
  /**
   * Open to owners before they have accepted the terms: the own account, the terms, and routes
   * unrelated to the practice.
   */
  beforeTerms?: true;
  /**
   * Routes may be switched off by the vendor. Never for records, signatures, sign-in, export,
   * backup or security.
   */
  switchable?: true;
}
const everyone: readonly Principal[] = [
  'anonymous',
  'administrator',
  'support',
  'owner',
  'staff',
  'reception',
  'tablet',
  'guest',
];
const people: readonly Principal[] = ['owner', 'staff', 'reception'];
/** Reception sees that a questionnaire was answered, never what (product.md 12). */
const treating: readonly Principal[] = ['owner', 'staff'];
const vendor: readonly Principal[] = ['administrator', 'support'];

export const POLICIES = {
  public: {
    who: everyone,
    beforeTerms: true,
    note: 'no secret in the answer, rate-limited where it takes a guess',
  },
  'docs.read': {
    who: everyone,
    beforeTerms: true,
    note: "in production only signed-in owners and the vendor's people (checked where it is mounted)",
  },
  'metrics.read': {
    who: everyone,
    beforeTerms: true,
    note: "state of the server without practices: the operator's own token, compared by the route",
  },
  'session.open': {
    who: everyone,
    beforeTerms: true,
    note: 'login, refresh, first user: the secret is the proof',
  },
  'account.own': {
    who: [...vendor, ...people],
    beforeTerms: true,
    note: 'own account and session',
  },
  'tablet.register': {
    who: ['anonymous', 'tablet'],
    note: 'registration code or device key is the proof',
  },
  'tablet.self': {
    who: ['tablet', 'guest'],
    note: 'sync, drafts, heartbeat of the tablet itself; of a private phone only what belongs to its one Mappe',
  },
  'tablet.house': {
    who: ['tablet'],
    note: 'staff PIN and blank forms: only tablets of the practice',
  },
  'takeover.accept': {
    who: ['anonymous', 'tablet', 'guest'],
    note: 'the code of two minutes is the proof',
  },
  'takeover.guest': { who: ['guest'], note: 'a private phone gives its Mappe back and ends' },
  'tablet.code': { who: people, note: 'make codes, confirm registrations' },
  'tablet.manage': { who: people, note: 'rename, posture, answer Hilfe' },
  'tablet.revoke': { who: ['owner', 'reception'], note: 'with step-up' },
  'board.read': {
    who: people,
    grant: 'masked',
    note: 'reception board and its live channel; without identities by a spoken code',
  },
  'board.work': { who: people, note: 'texts, ledger, parked submissions' },
  'parked.open': {
    who: people,
    note: 'a parked submission, opened: answers and photos; each opening is in the audit',
  },
  'mappe.write': { who: people, note: 'compose, send, move, withdraw' },
  'task.talk': { who: people, note: 'the verb asks for a user marked as behandler' },
  'patient.read': { who: [...people, 'r4c'], grant: 'patients', note: 'search and master data' },
  'patient.write': { who: people, note: 'by hand, merge' },
  'lage.read': { who: people, note: 'the line of the morning: numbers, without names of patients' },
  'room.write': { who: people, note: 'who sits in which treatment room' },
  'answers.state': {
    who: [...people, 'r4c'],
    grant: 'patients',
    note: 'which questionnaires a person answered, and when; of critical answers reception gets the number only',
  },
  'answers.read': {
    who: [...treating, 'r4c'],
    grant: 'patients',
    note: 'what a person answered in questionnaires, the card of a treatment room',
  },
  'answers.write': { who: treating, note: 'a Nachtrag to answers; the original stays' },
  'home.fill': {
    who: everyone,
    beforeTerms: true,
    note: 'the secret of a link is the proof; nothing of any patient is answered',
  },
  'home.link': { who: people, note: 'links to questionnaires at home: make, mail, end' },
  'share.open': {
    who: everyone,
    beforeTerms: true,
    note: 'the link of a share with name, birth date and code is the proof, then the cookie of who was let in',
  },
  'share.work': {
    who: people,
    note: 'give documents and forms home by a link: make, show, mail, renew, unlock, end',
  },
  'sms.write': { who: ['owner'], note: 'gateway for text messages, and a try' },
  'unmatched.work': { who: people, note: 'answers without a record: read, file, put aside' },
  'form.read': {
    who: ['owner'],
    toDesigners: true,
    note: 'forms and consent texts of the practice in every version, for users who design them',
  },
  'form.write': {
    who: ['owner'],
    toDesigners: true,
    note: 'make, import, change and publish forms and consent texts',
  },
  'draft.open': {
    who: ['owner'],
    toDesigners: true,
    note: 'say that one has a draft of an editor open, and who else has; nothing of the draft',
  },
  'consent.read': {
    who: people,
    note: 'what people consented to, old versions, billing companies',
  },
  'consent.write': {
    who: people,
    note: 'withdraw, void, send again, consent to billing through a company',
  },
  'factoring.write': {
    who: ['owner'],
    note: 'billing companies of the practice and how each wants its consent signed',
  },
  'document.read': {
    who: [...people, 'r4c'],
    grant: 'patients',
    note: 'sealed documents and prints; signed answers not by reception, except a copy that the patient asked for',
  },
  'document.upload': { who: people, note: 'files that the practice puts to a patient' },
  'bucket.read': {
    who: ['owner'],
    note: 'stored files of the practice: list, check, orphans; taking one out with step-up',
  },
  'document.blob': { who: ['tablet', 'guest'], note: 'base PDFs of tasks put to this tablet' },
  'seal.retire': {
    who: ['owner'],
    note: 'seal keys and trusted certificates; retiring a key with step-up',
  },
  'handwriting.open': {
    who: ['owner'],
    note: 'encrypted pen movement of a paper, with step-up; only the escrow key opens it',
  },
  'document.check': { who: people, note: 'check page' },
  'retention.read': {
    who: ['owner'],
    note: 'records whose periods are over, holds, reports of deletions',
  },
  'retention.write': {
    who: ['owner'],
    note: 'holds; releasing a deletion with step-up, stopping it',
  },
  'terms.read': { who: people, beforeTerms: true, note: 'terms of use; who may accept them' },
  'terms.accept': { who: ['owner'], beforeTerms: true, note: 'once per practice and version' },
  'token.manage': { who: ['owner'], note: 'tokens of programs; making and ending with step-up' },
  'audit.read': {
    who: ['owner', 'administrator'],
    grant: 'plain',
    note: 'audit log; the vendor reads it without identities',
  },
  'audit.verify': { who: ['owner'], grant: 'plain', note: 'audit chain' },
  'audit.own': { who: ['owner'], note: 'who saw one patient; alarms, and that they were seen' },
  'backup.read': {
    who: people,
    grant: 'plain',
    note: 'how the backup stands; paths and sizes for the owner only',
  },
  'backup.write': { who: ['owner'], note: 'target, runs, recovery sheet (with step-up)' },
  'mail.unsubscribe': {
    who: everyone,
    note: 'the token of a mail is the proof; without one the verb asks for staff of the practice',
  },
  'mail.events': { who: everyone, note: 'a shared secret of the mail provider is the proof' },
  'mail.outbox': { who: ['owner'], note: 'mails of the practice; opening one with step-up' },
  'user.read': {
    who: [...vendor, ...people],
    note: 'who works here; addresses and states for the owner only',
  },
  'user.write': {
    who: ['owner', 'administrator'],
    note: 'invite, change, disable, remove others (with step-up)',
  },
  'image.write': { who: people, note: 'pictures; for forms not by reception' },
  'image.read': { who: [...people, 'tablet', 'guest'], note: 'pictures of the practice' },
  'transfer.read': {
    who: people,
    note: 'what waits, failed and came in on the way to the practice software; paths for the owner only',
  },
  'transfer.work': {
    who: people,
    note: 'try again, settle by hand, say whose an online appointment is',
  },
  'transfer.write': { who: ['owner'], note: 'folders and formats of the practice software' },
  'worklist.read': { who: people, note: 'plans and recalls that wait for a call' },
  'worklist.write': {
    who: people,
    note: 'labels, next steps, notes, letters and mails of the work lists',
  },
  'delivery.read': {
    who: ['owner', 'collector'],
    note: 'deliveries of the practice software: what came, when, how many rows; no row itself',
  },
  'delivery.write': {
    who: ['owner', 'collector'],
    note: 'deliver rows of the practice software: add only',
  },
  'delivery.import': {
    who: ['owner'],
    note: 'tables of the practice software brought up by the browser, mappings of their columns',
  },
  'delivery.undo': { who: ['owner'], note: 'withdraw a delivery or bring it back' },
  'settings.read': {
    who: [...people, 'r4c'],
    grant: 'plain',
    note: 'practice settings without secrets',
  },
  'settings.write': { who: ['owner'], grant: 'plain', note: 'practice settings' },
  'grant.see': { who: people, note: 'who of the vendor acts here; ending it' },
  'grant.speak': { who: people, note: 'a code for a view without identities' },
  'report.read': {
    who: ['owner'],
    toReaders: true,
    switchable: true,
    note: 'key figures and reports; each report judges what a user other than an owner may read',
  },
  'report.write': {
    who: ['owner'],
    note: "figures for the tax adviser, reports by mail, targets, the fee limit's scheme, figures of the association's letter, groups of appointment types",
  },
  'report.patients': {
    who: ['owner', 'staff'],
    note: 'reports that name patients: invoices, services, one patient in short',
  },
  'report.day': {
    who: people,
    note: 'the day: who comes, gaps, plans and recalls of its patients',
  },
  'proposal.read': {
    who: ['owner', 'staff'],
    note: 'billing proposals and warnings with their patients, key figures; those of practitioners for owners only',
  },
  'proposal.work': {
    who: ['owner', 'staff'],
    note: 'decide about proposals, their labels, billings handed in',
  },
  'proposal.rulebook': {
    who: ['owner', 'staff'],
    toDesigners: true,
    note: 'billing rules and how they fare: nothing of patients',
  },
  'proposal.rules': {
    who: ['owner'],
    toDesigners: true,
    note: "switch billing rules, write own ones and try them on the practice's history",
  },
  'static.read': {
    who: people,
    note: 'lists of the practice software and the fee catalogue: nothing of patients',
  },
  'static.write': {
    who: ['owner'],
    note: 'point values, subsidies and prices of the practice itself',
  },
  'ticket.ask': {
    who: people,
    note: 'requests for help to the vendor: the own ones, for owners those of the practice',
  },
  'compliance.read': {
    who: treating,
    note: 'checklist of the IT security guideline, register of data breaches',
  },
  'compliance.write': { who: ['owner'], note: 'state of duties and points, data breaches' },
  'onboarding.read': { who: ['owner'], note: 'steps of the guided start of the practice' },
  'payment.read': { who: ['owner'], note: 'contract, plans and invoices of the practice' },
  'payment.write': {
    who: ['owner'],
    note: 'plan, method of payment and end of the contract (with step-up)',
  },
  'payment.link': {
    who: everyone,
    beforeTerms: true,
    note: "stop or confirm a waiting change: the secret of a mail's link is the proof",
  },
  'licence.read': { who: ['owner'], note: 'licence of the practice' },
  'licence.write': { who: ['owner'], note: "store a licence file with the vendor's signature" },
  'payment.events': {
    who: everyone,
    beforeTerms: true,
    note: "the signature of the payment provider over the call's bytes is the proof",
  },
  'grant.answer': { who: ['owner'], note: 'approve (with step-up) and review' },
  'vendor.read': { who: vendor, note: 'list of practices, own grants' },
  'vendor.grant': { who: vendor, note: 'ask with reason and ticket (with step-up), redeem, end' },
  'vendor.second': {
    who: ['administrator'],
    note: 'second administrator, never for the own request',
  },
  'vendor.tickets': { who: vendor, note: 'requests for help of the practices, answers, notes' },
  'shop.order': {
    who: people,
    switchable: true,
    note: 'touch pens: cart and own orders; owners see and release all of the practice',
  },
  'vendor.shop': { who: vendor, note: 'products, stock and orders of the shop' },
  'vendor.vouchers': {
    who: ['administrator'],
    note: 'make, block and report vouchers (changes with step-up)',
  },
  'vendor.invoices': {
    who: ['administrator'],
    note: 'invoices to the practices; cancel and replace them (with step-up)',
  },
  'vendor.contracts': {
    who: ['administrator'],
    note: 'contracts of the practices: read, pause, end, hold dunning (with step-up; money by two)',
  },
  'vendor.requests': {
    who: ['administrator'],
    note: 'second administrator where money moves, never for the own request',
  },
  'vendor.licences': {
    who: ['administrator'],
    note: 'issue, block and download licences (changes with step-up)',
  },
  'vendor.onboarding': {
    who: vendor,
    note: 'note calls about the guided start of a practice, skip its steps with a reason',
  },
  'vendor.figures': {
    who: ['administrator'],
    note: 'figures of contracts, money and requests, with their rows',
  },
  'vendor.clients': { who: ['administrator'], note: 'make practices (with step-up)' },
  'flags.own': { who: people, note: 'features that are switched off for the own practice' },
  'vendor.flags': { who: vendor, note: 'switches of features, their rules, what counts where' },
  'vendor.switch': {
    who: ['administrator'],
    note: 'add and end rules of switches (with step-up)',
  },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

/** Returns a grant's rights by a policy; none by default. */
export const reachOf = (policy: PolicyName): GrantReach | undefined =>
  (POLICIES[policy] as Policy).grant;
/** Checks whether owners may use a policy before they have accepted the terms. */
export const worksWithoutTerms = (policy: PolicyName): boolean =>
  (POLICIES[policy] as Policy).beforeTerms === true;
/** Checks whether a route of this policy may be switched off. */
export const isSwitchable = (policy: PolicyName): boolean =>
  (POLICIES[policy] as Policy).switchable === true;
/** Checks whether designers may use a policy that their role does not permit. */
export const isOpenToDesigners = (policy: PolicyName): boolean =>
  (POLICIES[policy] as Policy).toDesigners === true;
/** Checks whether users who may read figures may use a policy that their role does not permit. */
export const isOpenToReaders = (policy: PolicyName): boolean =>
  (POLICIES[policy] as Policy).toReaders === true;
/**
 * Checks for routes that trust a cookie: calls must come from a page of the own origin, for any
 * caller.
 */
export const readsCookie = (policy: PolicyName): boolean =>
  policy === 'session.open' || policy === 'share.open';
/** Checks for policies that admit people only, not programs of the practice. */
export const isPersonal = (policy: PolicyName): boolean => policy === 'account.own';
/** Checks whether a principal may use a policy; unknown names are a denial. */
export function allows(policy: PolicyName, principal: Principal): boolean {
  return (POLICIES[policy].who as readonly Principal[]).includes(principal);
}
