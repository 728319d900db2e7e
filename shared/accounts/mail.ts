// Kinds of mails: their templates, required data, and whether the recipient may unsubscribe from
// them.

export type MailTemplate =
  | 'reset'
  | 'invite'
  | 'code'
  | 'mail_confirm'
  | 'mail_undo'
  | 'password_changed'
  | 'new_device'
  | 'factor_changed'
  | 'passkey_clone'
  | 'grant'
  | 'ticket'
  | 'ticketNews'
  | 'ticketSolved'
  | 'paymentChanged'
  | 'paymentDue'
  | 'paymentDebit'
  | 'paymentPayer'
  | 'paymentHeld'
  | 'paymentStopped'
  | 'paymentReader'
  | 'paymentActed'
  | 'paymentNotDone'
  | 'paymentPage'
  | 'paymentOther'
  | 'requestFailed'
  | 'startWaits'
  | 'shopOrder'
  | 'terms'
  | 'processing'
  | 'news'
  | 'home'
  | 'share'
  | 'shareForm'
  | 'shareCode'
  | 'shareOpened'
  | 'shareAlarm'
  | 'loginAlarm'
  | 'resetAlarm'
  | 'tabletAlarm'
  | 'factorAlarm'
  | 'pinAlarm'
  | 'tabletPinAlarm'
  | 'grantUnreviewed'
  | 'serverTrouble'
  | 'letter'
  | 'report'
  | 'sealEnds'
  | 'sealOver'
  | 'sealRenewed';

/**
 * One mail. `key` identifies the event: the same key is sent once per practice, however often it is
 * requested. `data.link` is a path (`/practice/reset/…`); the public address is prepended on
 * rendering, never a request's host.
 */
export interface MailOrder {
  key: string;
  to: string;
  template: MailTemplate;
  language: 'de' | 'en';
  data: Record<string, string>;
  /** The mail belongs to a conversation. */
  thread?: MailThread;
  /** ms; after that the mail is not sent, and its link and code are deleted. */
  expiresAt?: number;
}

/** Address for answers, and the Message-IDs of a conversation, the oldest first. */
export interface MailThread {
  replyTo: string;
  references: readonly string[];
}

export interface MailRule {
  /** Keys of `data` that the template requires. */
  needs: readonly string[];
  /** Account security: sent also to unsubscribed recipients, without an unsubscribe link. */
  isSafety: boolean;
  /**
   * A user waits for it: an undeliverable address is reported at once (X1). Otherwise the mail is
   * only recorded as not sent.
   */
  isAwaited: boolean;
  /**
   * For a crash between sending and recording it. `once`: no retry, its link can be requested
   * again. `again`: rather twice than never, under the same Message-ID.
   */
  whenUnsure: 'once' | 'again';
}

const notice = (...needs: string[]): MailRule => ({
  needs,
  isSafety: true,
  isAwaited: false,
  whenUnsure: 'again',
});

export const MAIL_RULES: Readonly<Record<MailTemplate, MailRule>> = {
  reset: { needs: ['link'], isSafety: true, isAwaited: false, whenUnsure: 'once' },
  invite: { needs: ['link', 'by'], isSafety: false, isAwaited: true, whenUnsure: 'once' },
  /** Second factor by mail. */
  code: { needs: ['code'], isSafety: true, isAwaited: true, whenUnsure: 'once' },
  /** To the new address. */
  mail_confirm: { needs: ['link'], isSafety: true, isAwaited: true, whenUnsure: 'once' },
  /** To the old address; the way back. */
  mail_undo: notice('link', 'newMail'),
  password_changed: notice(),
  /** `agent`: browser and system as text; `at`: time as text; `link`: the user's sessions. */
  new_device: notice('agent', 'at', 'link'),
  /**
   * `what`: `totp_on`, `totp_off`, `mail_on`, `mail_off`, `passkey_added`, `passkey_removed`,
   * `codes_new`.
   */
  factor_changed: notice('what'),
  passkey_clone: notice('passkey'),
  /**
   * To the owner: a vendor employee received or requests access. `who`: role and name, `reason`,
   * `until`: end as text; `link`: page to answer it.
   */
  grant: notice('who', 'reason', 'until', 'link'),
  /** To the user who asked for help: there is an answer. Says nothing of its contents. */
  ticket: {
    needs: ['number', 'link'],
    isSafety: false,
    isAwaited: false,
    whenUnsure: 'again',
  },
  /** To the user who asked for help: it is solved, and can be rated. */
  ticketSolved: {
    needs: ['number', 'link'],
    isSafety: false,
    isAwaited: false,
    whenUnsure: 'again',
  },
  /** To the vendor's staff: a request came in, goes on, or was handed over. */
  ticketNews: {
    needs: ['number', 'link'],
    isSafety: false,
    isAwaited: false,
    whenUnsure: 'again',
  },
  /** To the owners: another account or card pays. `last4`: its last signs. */
  paymentChanged: notice('last4', 'link'),
  /**
   * To the owners: an invoice is open. `title`: the step; `amount`: what is owed; `note`: what
   * follows, may be empty; all as text.
   */
  paymentDue: notice('title', 'amount', 'note', 'link'),
  /**
   * To the owners: a debit is coming. `amount`, `day`, `creditor`, `mandate`, `last4`: what the
   * standard of SEPA asks for, as text.
   */
  paymentDebit: notice('amount', 'day', 'creditor', 'mandate', 'last4', 'link'),
  /** To the owners: name, mail or address for invoices changed. */
  paymentPayer: notice('link'),
  /**
   * To the owners: a change of payment waits. `change`: what it sets; `who`: who asked; `due`: when
   * it counts; `rule`: whose word it needs; `link`: stops it.
   */
  paymentHeld: notice('change', 'who', 'due', 'rule', 'link'),
  /** To the owners: such a change was stopped. */
  paymentStopped: notice('change', 'link'),
  /** To the owners: the vendor did something with the contract. `change`, `reason`: as text. */
  paymentActed: notice('change', 'reason', 'link'),
  /** To the owners: what the vendor announced cannot be done. `change`: as text. */
  paymentNotDone: notice('change', 'link'),
  /**
   * To the owners: the vendor asks for another account or card. `reason`: as text; `link`: opens the
   * provider's page.
   */
  paymentPage: { needs: ['reason', 'link'], isSafety: true, isAwaited: true, whenUnsure: 'once' },
  /** To the owners: open sums are paid from another account. `last4`: its last signs. */
  paymentOther: notice('last4', 'link'),
  /** To the owners: the guided start stands still. `step`: the next one, as text. */
  startWaits: { needs: ['step', 'link'], isSafety: false, isAwaited: false, whenUnsure: 'once' },
  /** To administrators: an approved request failed. `client`: name of the practice. */
  requestFailed: notice('client', 'link'),
  /** To who ordered, or to the owners: `title` of the state, `number`, `items` and `note` as text. */
  shopOrder: notice('title', 'number', 'items', 'note', 'link'),
  /** To a new address for invoices: its reader confirms it. */
  paymentReader: { needs: ['link'], isSafety: true, isAwaited: true, whenUnsure: 'once' },
  /**
   * To the owners: a version of the terms is waiting for acceptance. `version`: its number; `link`:
   * where to read it.
   */
  terms: { needs: ['version', 'link'], isSafety: false, isAwaited: false, whenUnsure: 'again' },
  /** To the owners: the contract on processing waits. `when`: until when, or what follows, as text. */
  processing: {
    needs: ['version', 'when', 'link'],
    isSafety: false,
    isAwaited: false,
    whenUnsure: 'again',
  },
  /**
   * To a patient, by staff: the link to a questionnaire; `until`: the last valid day as text.
   * Contains neither name nor form.
   */
  home: { needs: ['link', 'until'], isSafety: false, isAwaited: true, whenUnsure: 'again' },
  /**
   * To a patient, by staff: the link to a share, to read or to fill in; `until` as above. Never
   * contains the access code.
   */
  share: { needs: ['link', 'until'], isSafety: false, isAwaited: true, whenUnsure: 'again' },
  shareForm: { needs: ['link', 'until'], isSafety: false, isAwaited: true, whenUnsure: 'again' },
  /** To a patient who opens a share whose practice recorded why a code by mail suffices. */
  shareCode: { needs: ['code'], isSafety: true, isAwaited: false, whenUnsure: 'once' },
  /** To the patient: a share was opened. `at`: time as text; nothing about its content. */
  shareOpened: notice('at'),
  /**
   * To the owners: so many wrong answers at shares that each of them requires its code. `link`: the
   * list of shares.
   */
  shareAlarm: notice('link'),
  /** To the owners: many wrong passwords for the account of `name`. `link`: the audit log. */
  loginAlarm: notice('account', 'link'),
  /** To the owners: many requests for a new password of `account`. `link`: the audit log. */
  resetAlarm: notice('account', 'link'),
  /** To the owners: many wrong codes of tablets. `link`: the audit log. */
  tabletAlarm: notice('link'),
  /** To the owners: many wrong second factors for `account`. `link`: the audit log. */
  factorAlarm: notice('account', 'link'),
  /** To the owners: many wrong PINs at the locked workstation of `account`. `link`: the audit log. */
  pinAlarm: notice('account', 'link'),
  /** To the owners: many wrong staff PINs at a tablet. `link`: the audit log. */
  tabletPinAlarm: notice('link'),
  /**
   * To the owners: the emergency access of `who` of `day` was not reviewed for a week. `link`: where
   * it is reviewed.
   */
  grantUnreviewed: notice('who', 'day', 'link'),
  /** To the people who run the server: `what` fails, in words; `link`: where it is shown. */
  serverTrouble: notice('what', 'link'),
  /**
   * To the owners: the seal's certificate ends on `day` and could not be renewed; it ended; it was
   * renewed and holds until `day`. `link`: the page of seals.
   */
  sealEnds: notice('day', 'link'),
  sealOver: notice('link'),
  sealRenewed: notice('day', 'link'),
  /** To subscribers. `title`: the news in the recipient's language. */
  /**
   * To a patient, in the practice's own words: `betreff`, and `text` split into paragraphs. Can be
   * unsubscribed permanently.
   */
  letter: { needs: ['betreff', 'text'], isSafety: false, isAwaited: false, whenUnsure: 'once' },
  /**
   * To a user of the practice who may read it: `title`: the question of the report; `link`: where
   * to read it. Contains neither figures nor names.
   */
  report: { needs: ['title', 'link'], isSafety: false, isAwaited: false, whenUnsure: 'once' },
  news: { needs: ['title', 'link'], isSafety: false, isAwaited: false, whenUnsure: 'once' },
};
