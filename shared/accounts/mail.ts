// What mails there are: their templates, what each needs to be written, and which of them may be refused by the person who gets them.

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
  | 'terms'
  | 'news'
  | 'home'
  | 'share'
  | 'shareForm'
  | 'shareCode'
  | 'shareOpened'
  | 'shareAlarm'
  | 'letter'
  | 'report';

/**
 * One mail. `key` names the fact it tells: the same key is sent once per practice, however often it is asked for.
 * `data.link` is a path of ours (`/practice/reset/…`); the public address is put before it when the mail is written, never a request's host.
 */
export interface MailOrder {
  key: string;
  to: string;
  template: MailTemplate;
  language: 'de' | 'en';
  data: Record<string, string>;
  /** ms; from then on the mail is not sent any more, and its link and code are forgotten. */
  expiresAt?: number;
}

export interface MailRule {
  /** Words of `data` that the template cannot do without. */
  needs: readonly string[];
  /** About the safety of an account: sent also to those who unsubscribed, without a link to unsubscribe. */
  isSafety: boolean;
  /** Somebody waits for it: an address that cannot be written to is told at once (X1). Otherwise the mail is only noted as not sent. */
  isAwaited: boolean;
  /** The process died between handing over and noting it. `once`: rather not again, its link can be asked for anew. `again`: rather twice than never, under the same Message-ID. */
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
  /** `agent`: browser and system in words; `at`: when, in words; `link`: the own sessions. */
  new_device: notice('agent', 'at', 'link'),
  /** `what`: `totp_on`, `totp_off`, `mail_on`, `mail_off`, `passkey_added`, `passkey_removed`, `codes_new`. */
  factor_changed: notice('what'),
  passkey_clone: notice('passkey'),
  /** To the owner: somebody of the vendor was given or asks for access. `who`: role and name, `reason`, `until`: when it ends, in words; `link`: where it is answered. */
  grant: notice('who', 'reason', 'until', 'link'),
  /** To the owners: a version of the terms waits for them. `version`: its number; `link`: where it is read. */
  terms: { needs: ['version', 'link'], isSafety: false, isAwaited: false, whenUnsure: 'again' },
  /** To a patient, by staff: the link to a questionnaire; `until`: the last day it is good, in words. Neither name nor form stands in it. */
  home: { needs: ['link', 'until'], isSafety: false, isAwaited: true, whenUnsure: 'again' },
  /** To a patient, by staff: the link to what is given home, to read or to fill in; `until` as above. The code that is asked never stands in it. */
  share: { needs: ['link', 'until'], isSafety: false, isAwaited: true, whenUnsure: 'again' },
  shareForm: { needs: ['link', 'until'], isSafety: false, isAwaited: true, whenUnsure: 'again' },
  /** To a patient who opens a share whose practice wrote down why a code by mail will do. */
  shareCode: { needs: ['code'], isSafety: true, isAwaited: false, whenUnsure: 'once' },
  /** To the patient: something that was shared was opened. `at`: when, in words; nothing of what it is. */
  shareOpened: notice('at'),
  /** To the owners: so many wrong answers at shares that each of them asks for its code now. `link`: the list of shares. */
  shareAlarm: notice('link'),
  /** To those who wished for it. `title`: what is new, in the person's language. */
  /** To a patient, in the practice's own words: `betreff`, and `text` with its paragraphs apart. It may be refused for good. */
  letter: { needs: ['betreff', 'text'], isSafety: false, isAwaited: false, whenUnsure: 'once' },
  /** To somebody of the practice who may read it: `title`: the question of the report; `link`: where it is read. Neither figures nor names stand in it. */
  report: { needs: ['title', 'link'], isSafety: false, isAwaited: false, whenUnsure: 'once' },
  news: { needs: ['title', 'link'], isSafety: false, isAwaited: false, whenUnsure: 'once' },
};
