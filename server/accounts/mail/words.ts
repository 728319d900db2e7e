// Texts of every mail in German and English: short, polite, without a patient's name.

import type { MailTemplate } from '../../../shared/accounts/mail.ts';
import { PAYMENT_WORDS } from './payment-words.ts';

/**
 * Text of a template; `{word}` is replaced from the order's data, `{praxis}` is the practice's
 * name.
 */
export interface MailWords {
  subject: string;
  paragraphs: readonly string[];
  action?: string;
  /** Text after the link. */
  afterwards?: readonly string[];
}

const IGNORE = {
  de: 'Haben Sie das nicht veranlasst? Dann brauchen Sie nichts zu tun; es ändert sich nichts.',
  en: 'Was this not you? Then there is nothing to do; nothing changes.',
};
const TELL = {
  de: 'Waren Sie das nicht? Dann sagen Sie bitte sofort der Inhaberin oder dem Inhaber der Praxis Bescheid und ändern Sie Ihr Passwort.',
  en: 'Was this not you? Then please tell the owner of the practice at once and change your password.',
};

export const MAIL_WORDS: Readonly<Record<MailTemplate, { de: MailWords; en: MailWords }>> = {
  reset: {
    de: {
      subject: 'Neues Passwort für Molar',
      paragraphs: [
        'für Ihren Zugang zu „{praxis}“ wurde ein neues Passwort angefordert.',
        'Der Link gilt 30 Minuten und nur einmal.',
      ],
      action: 'Neues Passwort wählen',
      afterwards: [IGNORE.de],
    },
    en: {
      subject: 'New password for Molar',
      paragraphs: [
        'a new password was asked for, for your account at “{praxis}”.',
        'The link works once, for 30 minutes.',
      ],
      action: 'Choose a new password',
      afterwards: [IGNORE.en],
    },
  },
  invite: {
    de: {
      subject: 'Ihr Zugang zu Molar',
      paragraphs: [
        '{by} hat für Sie einen Zugang zu „{praxis}“ angelegt.',
        'Wählen Sie Ihr eigenes Passwort, dann können Sie sich anmelden. Der Link gilt 7 Tage und nur einmal.',
      ],
      action: 'Zugang einrichten',
      afterwards: ['Erwarten Sie keine Einladung? Dann löschen Sie diese E-Mail einfach.'],
    },
    en: {
      subject: 'Your account for Molar',
      paragraphs: [
        '{by} has made an account for you at “{praxis}”.',
        'Choose your own password and you can sign in. The link works once, for 7 days.',
      ],
      action: 'Set up the account',
      afterwards: ['You did not expect an invitation? Then simply delete this e-mail.'],
    },
  },
  code: {
    de: {
      subject: 'Ihr Code für die Anmeldung',
      paragraphs: ['Ihr Code für die Anmeldung bei „{praxis}“:'],
      afterwards: [
        'Er gilt wenige Minuten. Geben Sie ihn niemandem weiter; die Praxis und wir fragen nie danach.',
        TELL.de,
      ],
    },
    en: {
      subject: 'Your sign-in code',
      paragraphs: ['Your code to sign in at “{praxis}”:'],
      afterwards: [
        'It works for a few minutes. Give it to nobody; neither the practice nor we will ever ask for it.',
        TELL.en,
      ],
    },
  },
  mail_confirm: {
    de: {
      subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
      paragraphs: [
        'diese Adresse soll künftig zu Ihrem Zugang bei „{praxis}“ gehören.',
        'Bis Sie bestätigen, gilt die bisherige Adresse. Der Link gilt 24 Stunden und nur einmal.',
      ],
      action: 'Adresse bestätigen',
      afterwards: [IGNORE.de],
    },
    en: {
      subject: 'Please confirm your new e-mail address',
      paragraphs: [
        'this address is to belong to your account at “{praxis}” from now on.',
        'Until you confirm, the address so far counts. The link works once, for 24 hours.',
      ],
      action: 'Confirm the address',
      afterwards: [IGNORE.en],
    },
  },
  mail_undo: {
    de: {
      subject: 'Ihre E-Mail-Adresse bei Molar soll geändert werden',
      paragraphs: [
        'die E-Mail-Adresse Ihres Zugangs zu „{praxis}“ soll geändert werden auf: {newMail}',
        'Waren Sie das, brauchen Sie nichts zu tun.',
        'Waren Sie es nicht, nehmen Sie die Änderung 24 Stunden lang mit diesem Link zurück. Alle Anmeldungen werden dann beendet.',
      ],
      action: 'Änderung zurücknehmen',
      afterwards: ['Sagen Sie dann bitte auch der Inhaberin oder dem Inhaber der Praxis Bescheid.'],
    },
    en: {
      subject: 'Your e-mail address at Molar is to be changed',
      paragraphs: [
        'the e-mail address of your account at “{praxis}” is to be changed to: {newMail}',
        'If this was you, there is nothing to do.',
        'If not, take the change back with this link, for 24 hours. Every sign-in then ends.',
      ],
      action: 'Take the change back',
      afterwards: ['Please also tell the owner of the practice.'],
    },
  },
  password_changed: {
    de: {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [
        'das Passwort Ihres Zugangs zu „{praxis}“ wurde geändert. Alle anderen Anmeldungen wurden beendet.',
        TELL.de,
      ],
    },
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        'the password of your account at “{praxis}” was changed. Every other sign-in has ended.',
        TELL.en,
      ],
    },
  },
  new_device: {
    de: {
      subject: 'Anmeldung von einem neuen Gerät',
      paragraphs: [
        'mit Ihrem Zugang zu „{praxis}“ hat sich jemand an einem Gerät angemeldet, das wir noch nicht kannten: {agent}, {at}.',
        'Waren Sie das, brauchen Sie nichts zu tun.',
      ],
      action: 'Meine Anmeldungen ansehen',
      afterwards: [TELL.de],
    },
    en: {
      subject: 'Sign-in from a new device',
      paragraphs: [
        'somebody signed in to your account at “{praxis}” on a device we did not know: {agent}, {at}.',
        'If this was you, there is nothing to do.',
      ],
      action: 'See my sign-ins',
      afterwards: [TELL.en],
    },
  },
  factor_changed: {
    de: {
      subject: 'Ihre Anmeldung wurde geändert',
      paragraphs: ['an Ihrem Zugang zu „{praxis}“ wurde etwas geändert: {what}.', TELL.de],
    },
    en: {
      subject: 'Your sign-in was changed',
      paragraphs: ['something was changed in your account at “{praxis}”: {what}.', TELL.en],
    },
  },
  passkey_clone: {
    de: {
      subject: 'Ein Passkey wurde gesperrt',
      paragraphs: [
        'Ihr Passkey „{passkey}“ bei „{praxis}“ hat sich so gemeldet, als gäbe es ihn zweimal. Zum Schutz wurde er gesperrt.',
        'Bitte melden Sie sich auf einem anderen Weg an, entfernen Sie ihn und legen Sie einen neuen an.',
        TELL.de,
      ],
    },
    en: {
      subject: 'A passkey was locked',
      paragraphs: [
        'your passkey “{passkey}” at “{praxis}” answered as if there were two of it. It was locked for your protection.',
        'Please sign in another way, remove it and add a new one.',
        TELL.en,
      ],
    },
  },
  grant: {
    de: {
      subject: 'Zugriff auf Ihre Praxis durch den Anbieter',
      paragraphs: [
        '{who} möchte auf „{praxis}“ zugreifen oder darf es jetzt.',
        'Grund: {reason}',
        'Ende: {until}',
        'Jeder Zugriff steht im Protokoll. Sie können ihn jederzeit beenden.',
      ],
      action: 'Zugriffe ansehen',
    },
    en: {
      subject: 'Access to your practice by the vendor',
      paragraphs: [
        '{who} asks for access to “{praxis}” or has it now.',
        'Reason: {reason}',
        'Ends: {until}',
        'Every access is in the audit log. You can end it at any time.',
      ],
      action: 'See accesses',
    },
  },
  ...PAYMENT_WORDS,
  ticket: {
    de: {
      subject: 'Re: Ihre Anfrage {number}',
      paragraphs: [
        '{marker}',
        'auf Ihre Anfrage {number} aus „{praxis}“ gibt es eine Antwort.',
        'Zu Ihrem Schutz steht sie nicht in dieser E-Mail. Sie lesen und beantworten sie in Molar.',
        '{byMail}',
      ],
      action: 'Antwort lesen',
    },
    en: {
      subject: 'Re: Your request {number}',
      paragraphs: [
        '{marker}',
        'there is an answer to your request {number} from “{praxis}”.',
        'For your protection it is not part of this e-mail. You can read and answer it in Molar.',
        '{byMail}',
      ],
      action: 'Read the answer',
    },
  },
  ticketSolved: {
    de: {
      subject: 'Re: Ihre Anfrage {number}',
      paragraphs: [
        '{marker}',
        'Ihre Anfrage {number} aus „{praxis}“ ist beantwortet und als gelöst markiert.',
        'Sie lesen die Antwort in Molar und sagen dort mit einem Klick, ob die Hilfe gut war.',
        '{byMail}',
      ],
      action: 'Antwort lesen und bewerten',
    },
    en: {
      subject: 'Re: Your request {number}',
      paragraphs: [
        '{marker}',
        'your request {number} from “{praxis}” was answered and marked as solved.',
        'You can read the answer in Molar and rate the help there with one click.',
        '{byMail}',
      ],
      action: 'Read and rate the answer',
    },
  },
  ticketNews: {
    de: {
      subject: 'Anfrage {number}',
      paragraphs: ['die Anfrage {number} wartet auf eine Antwort.'],
      action: 'Anfrage öffnen',
    },
    en: {
      subject: 'Request {number}',
      paragraphs: ['the request {number} waits for an answer.'],
      action: 'Open the request',
    },
  },
  terms: {
    de: {
      subject: 'Bedingungen für Molar: Ihre Zustimmung fehlt',
      paragraphs: [
        'für „{praxis}“ gibt es eine Fassung der Bedingungen (Nr. {version}), der noch niemand zugestimmt hat. Bitte lesen Sie sie; es genügt, wenn eine Inhaberin oder ein Inhaber einmal für die Praxis zustimmt.',
      ],
      action: 'Bedingungen lesen',
    },
    en: {
      subject: 'Terms for Molar: your acceptance is missing',
      paragraphs: [
        'there is a version of the terms for “{praxis}” (no. {version}) that nobody has accepted yet. Please read it; it is enough when one owner accepts it once for the practice.',
      ],
      action: 'Read the terms',
    },
  },
  processing: {
    de: {
      subject: 'Vertrag zur Auftragsverarbeitung: Ihre Zustimmung fehlt',
      paragraphs: [
        'für „{praxis}“ liegt der Vertrag zur Auftragsverarbeitung nach Art. 28 DSGVO bereit (Fassung {version}). Es genügt, wenn eine Inhaberin oder ein Inhaber ihn einmal für die Praxis annimmt.',
        '{when}',
      ],
      action: 'Vertrag lesen',
    },
    en: {
      subject: 'Contract on processing: your acceptance is missing',
      paragraphs: [
        'the contract on processing under Art. 28 GDPR is ready for “{praxis}” (version {version}). It is enough when one owner accepts it once for the practice.',
        '{when}',
      ],
      action: 'Read the contract',
    },
  },
  home: {
    de: {
      subject: 'Ein Fragebogen vor Ihrem Besuch',
      paragraphs: [
        '„{praxis}“ bittet Sie, vor Ihrem Besuch einen Fragebogen auszufüllen. Das geht am Handy oder am Computer; Sie können unterbrechen und später weitermachen.',
        'Der Link gilt bis {until}. Bitte geben Sie ihn nicht weiter.',
      ],
      action: 'Fragebogen öffnen',
      afterwards: ['Möchten Sie lieber in der Praxis ausfüllen? Dann brauchen Sie nichts zu tun.'],
    },
    en: {
      subject: 'A questionnaire before your visit',
      paragraphs: [
        '“{praxis}” asks you to fill in a questionnaire before your visit. It works on a phone or a computer; you can pause and go on later.',
        'The link works until {until}. Please do not pass it on.',
      ],
      action: 'Open the questionnaire',
      afterwards: ['Would you rather fill it in at the practice? Then there is nothing to do.'],
    },
  },
  share: {
    de: {
      subject: 'Unterlagen von Ihrer Zahnarztpraxis',
      paragraphs: [
        '„{praxis}“ hat Unterlagen für Sie freigegeben. Beim Öffnen geben Sie Vornamen und Geburtsdatum an und, wenn danach gefragt wird, einen Code: den Zugangscode, den Sie von der Praxis bekommen haben, oder Ziffern, die Ihnen dann geschickt werden.',
        'Der Link gilt bis {until}. Bitte geben Sie ihn nicht weiter.',
      ],
      action: 'Unterlagen öffnen',
      afterwards: ['Haben Sie keinen Code? Rufen Sie bitte in der Praxis an.'],
    },
    en: {
      subject: 'Documents from your dental practice',
      paragraphs: [
        '“{praxis}” has shared documents with you. To open them, enter your first name and your date of birth and, where it is asked, a code: the access code that the practice gave you, or digits that are sent to you then.',
        'The link works until {until}. Please do not pass it on.',
      ],
      action: 'Open the documents',
      afterwards: ['You have no code? Please call the practice.'],
    },
  },
  shareForm: {
    de: {
      subject: 'Ein Fragebogen von Ihrer Zahnarztpraxis',
      paragraphs: [
        '„{praxis}“ bittet Sie, zu Hause einen Fragebogen auszufüllen. Beim Öffnen geben Sie Vornamen und Geburtsdatum an.',
        'Der Link gilt bis {until}. Bitte geben Sie ihn nicht weiter.',
      ],
      action: 'Fragebogen öffnen',
      afterwards: ['Möchten Sie lieber in der Praxis ausfüllen? Dann brauchen Sie nichts zu tun.'],
    },
    en: {
      subject: 'A questionnaire from your dental practice',
      paragraphs: [
        '“{praxis}” asks you to fill in a questionnaire at home. To open it, enter your first name and your date of birth.',
        'The link works until {until}. Please do not pass it on.',
      ],
      action: 'Open the questionnaire',
      afterwards: ['Would you rather fill it in at the practice? Then there is nothing to do.'],
    },
  },
  shareCode: {
    de: {
      subject: 'Ihr Code',
      paragraphs: ['Ihr Code zum Öffnen der Unterlagen von „{praxis}“:'],
      afterwards: [
        'Er gilt zehn Minuten. Bitte geben Sie ihn niemandem weiter.',
        'Haben Sie ihn nicht angefordert? Rufen Sie bitte in der Praxis an.',
      ],
    },
    en: {
      subject: 'Your code',
      paragraphs: ['Your code to open the documents from “{praxis}”:'],
      afterwards: [
        'It works for ten minutes. Please do not share it.',
        'You did not ask for it? Please call the practice.',
      ],
    },
  },
  shareOpened: {
    de: {
      subject: 'Ihre Unterlagen wurden geöffnet',
      paragraphs: [
        'Ihre Unterlagen von „{praxis}“ wurden geöffnet: {at}.',
        'Waren Sie das, brauchen Sie nichts zu tun.',
      ],
      afterwards: [
        'Waren Sie es nicht? Rufen Sie bitte in der Praxis an; sie beendet den Link sofort.',
      ],
    },
    en: {
      subject: 'Your documents were opened',
      paragraphs: [
        'your documents from “{praxis}” were opened: {at}.',
        'If this was you, there is nothing to do.',
      ],
      afterwards: ['Was it not you? Please call the practice; it ends the link at once.'],
    },
  },
  shareAlarm: {
    de: {
      subject: 'Viele falsche Angaben bei Freigaben',
      paragraphs: [
        'bei den Freigaben von „{praxis}“ gab es in der letzten Stunde ungewöhnlich viele falsche Angaben. Zum Schutz wird jetzt bei jeder Freigabe nach dem Zugangscode gefragt, auch bei leeren Fragebögen.',
        'Nach einer ruhigen Stunde gilt wieder, was für jede Freigabe eingestellt war.',
      ],
      action: 'Freigaben ansehen',
    },
    en: {
      subject: 'Many wrong details at shares',
      paragraphs: [
        'there were unusually many wrong details at the shares of “{praxis}” within the last hour. For protection every share now asks for its access code, blank questionnaires too.',
        'After a quiet hour each share works as it was made.',
      ],
      action: 'See the shares',
    },
  },
  loginAlarm: {
    de: {
      subject: 'Viele falsche Anmeldungen',
      paragraphs: [
        'für den Zugang von {account} bei „{praxis}“ wurde auffällig oft ein falsches Passwort eingegeben. Niemand hat sich damit angemeldet. Weitere Versuche müssen bei diesem Zugang jetzt warten; andere Geräte, die dort schon angemeldet waren, arbeiten weiter.',
        'Fragen Sie {account}, ob das eigene Versuche waren. Wenn nicht, wählen Sie für den Zugang ein neues, langes Passwort und schalten Sie den zweiten Faktor ein.',
      ],
      action: 'Protokoll ansehen',
    },
    en: {
      subject: 'Many wrong sign-ins',
      paragraphs: [
        'a wrong password was entered unusually often for the account of {account} at “{praxis}”. No sign-in succeeded with it. Further tries for this account now have to wait; other devices that were signed in there before keep working.',
        'Ask {account} whether these were own tries. If not, choose a new, long password for the account and turn the second factor on.',
      ],
      action: 'See the log',
    },
  },
  resetAlarm: {
    de: {
      subject: 'Viele Anfragen nach einem neuen Passwort',
      paragraphs: [
        'für den Zugang von {account} bei „{praxis}“ wurde auffällig oft ein neues Passwort angefordert. Die Links gingen nur an die E-Mail-Adresse dieses Zugangs; für eine Stunde wird kein weiterer verschickt.',
        'Fragen Sie {account}, ob das eigene Anfragen waren. Wenn nicht, prüfen Sie, dass nur {account} dieses Postfach öffnen kann. Das Passwort bleibt gültig, solange kein Link benutzt wird.',
      ],
      action: 'Protokoll ansehen',
    },
    en: {
      subject: 'Many requests for a new password',
      paragraphs: [
        'a new password was requested unusually often for the account of {account} at “{praxis}”. The links went to the e-mail address of this account only; no further one is sent for an hour.',
        'Ask {account} whether these were own requests. If not, check that only {account} can open this mailbox. The password stays valid as long as no link is used.',
      ],
      action: 'See the log',
    },
  },
  tabletAlarm: {
    de: {
      subject: 'Viele falsche Tablet-Codes',
      paragraphs: [
        'bei „{praxis}“ wurden auffällig oft falsche Codes eingegeben, mit denen ein Tablet angemeldet wird. Kein Tablet wurde damit angemeldet, und jedes neue Tablet muss weiterhin am Empfang bestätigt werden.',
        'Wenn in der Praxis gerade niemand ein Tablet einrichtet, bestätigen Sie heute kein Tablet, das Sie nicht vor sich haben, und melden Sie sich bei Ihrem technischen Dienst.',
      ],
      action: 'Protokoll ansehen',
    },
    en: {
      subject: 'Many wrong tablet codes',
      paragraphs: [
        'wrong codes for registering a tablet were entered unusually often at “{praxis}”. No tablet was registered with them, and each new tablet still has to be confirmed at reception.',
        'If no one at the practice is setting up a tablet, confirm no tablet today that is not in front of you, and contact your technical service.',
      ],
      action: 'See the log',
    },
  },
  factorAlarm: {
    de: {
      subject: 'Viele falsche Codes bei der Anmeldung',
      paragraphs: [
        'für den Zugang von {account} bei „{praxis}“ wurde auffällig oft ein falscher zweiter Faktor eingegeben. Wer das versucht, kennt das Passwort. Niemand hat sich damit angemeldet; weitere Versuche müssen jetzt warten.',
        'Fragen Sie {account}, ob das eigene Versuche waren. Wenn nicht, lassen Sie das Passwort dieses Zugangs sofort ändern.',
      ],
      action: 'Protokoll ansehen',
    },
    en: {
      subject: 'Many wrong codes at a sign-in',
      paragraphs: [
        'a wrong second factor was entered unusually often for the account of {account} at “{praxis}”. This takes the right password. No sign-in succeeded with it; further tries now have to wait.',
        'Ask {account} whether these were own tries. If not, have the password of this account changed at once.',
      ],
      action: 'See the log',
    },
  },
  pinAlarm: {
    de: {
      subject: 'Viele falsche PINs an einem Arbeitsplatz',
      paragraphs: [
        'an einem gesperrten Arbeitsplatz von „{praxis}“ wurde die PIN von {account} mehrmals falsch eingegeben. Der Arbeitsplatz blieb gesperrt; er öffnet sich jetzt nur noch mit Passwort oder Passkey.',
        'Fragen Sie {account}, ob das eigene Versuche waren. Wenn nicht, wählen Sie eine neue PIN, und sehen Sie nach, wer an diesem Arbeitsplatz war.',
      ],
      action: 'Protokoll ansehen',
    },
    en: {
      subject: 'Many wrong PINs at a workstation',
      paragraphs: [
        'at a locked workstation of “{praxis}” the PIN of {account} was entered wrong several times. The workstation stayed locked; it now opens by password or passkey only.',
        'Ask {account} whether these were own tries. If not, choose a new PIN, and find out who was at this workstation.',
      ],
      action: 'See the log',
    },
  },
  tabletPinAlarm: {
    de: {
      subject: 'Viele falsche PINs an einem Tablet',
      paragraphs: [
        'an einem Tablet von „{praxis}“ wurde die PIN für das Personal mehrmals falsch eingegeben. Das Menü blieb geschlossen; weitere Versuche müssen jetzt warten.',
        'Waren das keine Kolleginnen oder Kollegen, wählen Sie unter Einstellungen eine neue PIN für die Tablets.',
      ],
      action: 'Protokoll ansehen',
    },
    en: {
      subject: 'Many wrong PINs at a tablet',
      paragraphs: [
        'at a tablet of “{praxis}” the PIN for staff was entered wrong several times. The menu stayed closed; further tries now have to wait.',
        'If these were no colleagues, choose a new PIN for the tablets in the settings.',
      ],
      action: 'See the log',
    },
  },
  grantUnreviewed: {
    de: {
      subject: 'Notfallzugriff noch nicht durchgesehen',
      paragraphs: [
        'der Notfallzugriff von {who} auf „{praxis}“ vom {day} ist seit mehr als einer Woche von niemandem durchgesehen. Auch der Hersteller sieht, dass das offen ist.',
        'Bitte prüfen Sie, was dabei geöffnet wurde, und vermerken Sie die Durchsicht.',
      ],
      action: 'Zugriff durchsehen',
    },
    en: {
      subject: 'Emergency access not reviewed yet',
      paragraphs: [
        'the emergency access of {who} to “{praxis}” of {day} has not been reviewed by anyone for more than a week. The vendor sees that this is open, too.',
        'Please check what was opened, and note the review.',
      ],
      action: 'Review the access',
    },
  },
  serverTrouble: {
    de: {
      subject: 'Molar braucht Hilfe',
      paragraphs: [
        'auf dem Server von „{praxis}“ stimmt etwas nicht. {what}',
        'Sobald es behoben ist, verschwindet der Hinweis in der Praxis-App von selbst.',
      ],
      action: 'Praxis-App öffnen',
    },
    en: {
      subject: 'Molar needs help',
      paragraphs: [
        'something is wrong on the server of “{praxis}”. {what}',
        'Once it is fixed, the note in the practice app disappears.',
      ],
      action: 'Open the practice app',
    },
  },
  // The practice writes in its own language; the surrounding template follows it.
  letter: {
    de: { subject: '{betreff}', paragraphs: ['{text}'] },
    en: { subject: '{betreff}', paragraphs: ['{text}'] },
  },
  report: {
    de: {
      subject: 'Ihr Bericht: {title}',
      paragraphs: [
        'der Bericht „{title}“ von „{praxis}“ steht für Sie bereit.',
        'Die Zahlen selbst stehen nicht in dieser E-Mail. Sie öffnen den Bericht mit Ihrer Anmeldung.',
      ],
      action: 'Bericht öffnen',
    },
    en: {
      subject: 'Your report: {title}',
      paragraphs: [
        'the report “{title}” of “{praxis}” is ready for you.',
        'The figures themselves are not in this e-mail. You open the report with your sign-in.',
      ],
      action: 'Open the report',
    },
  },
  news: {
    de: {
      subject: 'Neu in Molar',
      paragraphs: [
        'in Molar gibt es Neues: {title}',
        'Mehr dazu steht in der App unter „Neues“.',
        'Sie bekommen diese E-Mail, weil Sie es sich in Ihrem Profil gewünscht haben. Dort stellen Sie sie auch wieder ab.',
      ],
      action: 'Molar öffnen',
    },
    en: {
      subject: 'New in Molar',
      paragraphs: [
        'there is something new in Molar: {title}',
        'More about it is in the app under “News”.',
        'You get this e-mail because you wished for it in your profile. You can turn it off there as well.',
      ],
      action: 'Open Molar',
    },
  },
  sealEnds: {
    de: {
      subject: 'Das Praxissiegel endet am {day}',
      paragraphs: [
        'das Siegel von „{praxis}“ gilt bis zum {day} und ließ sich bisher nicht erneuern.',
        'Bis dahin geht alles wie gewohnt. Danach können Patienten weiter unterschreiben, die Dokumente warten aber auf ihr Siegel.',
        'Bitte sagen Sie Ihrer Technik Bescheid. Der Grund steht im Protokoll des Servers (job.renew-seal).',
      ],
      action: 'Siegel ansehen',
    },
    en: {
      subject: 'The practice’s seal ends on {day}',
      paragraphs: [
        'the seal of “{praxis}” holds until {day} and could not be renewed so far.',
        'Until then everything works as usual. After that patients can go on signing, but the papers wait for their seal.',
        'Please tell your technical support. The server’s log names the reason (job.renew-seal).',
      ],
      action: 'See the seal',
    },
  },
  sealOver: {
    de: {
      subject: 'Das Praxissiegel ist abgelaufen',
      paragraphs: [
        'das Siegel von „{praxis}“ ist abgelaufen und ließ sich bisher nicht erneuern.',
        'Patienten können weiter unterschreiben, nichts geht verloren: Die Dokumente sind gespeichert und werden versiegelt, sobald das Siegel erneuert ist.',
        'Bitte sagen Sie Ihrer Technik Bescheid. Der Grund steht im Protokoll des Servers (job.renew-seal).',
      ],
      action: 'Siegel ansehen',
    },
    en: {
      subject: 'The practice’s seal has ended',
      paragraphs: [
        'the seal of “{praxis}” has ended and could not be renewed so far.',
        'Patients can go on signing, and nothing is lost: the papers are stored and will be sealed as soon as the seal is renewed.',
        'Please tell your technical support. The server’s log names the reason (job.renew-seal).',
      ],
      action: 'See the seal',
    },
  },
  sealRenewed: {
    de: {
      subject: 'Das Praxissiegel wurde erneuert',
      paragraphs: [
        'das Siegel von „{praxis}“ wurde erneuert und gilt jetzt bis zum {day}.',
        'Ältere Dokumente bleiben gültig. Sie müssen nichts tun.',
      ],
      action: 'Siegel ansehen',
    },
    en: {
      subject: 'The practice’s seal was renewed',
      paragraphs: [
        'the seal of “{praxis}” was renewed and now holds until {day}.',
        'Older papers stay valid. You need to do nothing.',
      ],
      action: 'See the seal',
    },
  },
};

/** Codes in `data` that are replaced by words. */
export const WHAT: Readonly<Record<string, { de: string; en: string }>> = {
  totp_on: {
    de: 'die Authenticator-App wurde eingerichtet',
    en: 'the authenticator app was set up',
  },
  totp_off: { de: 'die Authenticator-App wurde entfernt', en: 'the authenticator app was removed' },
  mail_on: { de: 'Codes per E-Mail wurden eingeschaltet', en: 'codes by e-mail were switched on' },
  mail_off: {
    de: 'Codes per E-Mail wurden ausgeschaltet',
    en: 'codes by e-mail were switched off',
  },
  passkey_added: { de: 'ein Passkey wurde hinzugefügt', en: 'a passkey was added' },
  passkey_removed: { de: 'ein Passkey wurde entfernt', en: 'a passkey was removed' },
  codes_new: { de: 'neue Notfallcodes wurden erstellt', en: 'new recovery codes were made' },
};

export const FRAME_WORDS = {
  de: {
    hello: 'Guten Tag {name},',
    helloPlain: 'Guten Tag,',
    bye: 'Freundliche Grüße',
    bare: 'Falls der Knopf nicht geht, öffnen Sie diese Adresse:',
    automatic: 'Diese E-Mail wurde automatisch verschickt.',
    unsubscribe: 'Keine solchen E-Mails mehr erhalten',
  },
  en: {
    hello: 'Hello {name},',
    helloPlain: 'Hello,',
    bye: 'Kind regards',
    bare: 'If the button does not work, open this address:',
    automatic: 'This e-mail was sent automatically.',
    unsubscribe: 'Get no more such e-mails',
  },
} as const;
