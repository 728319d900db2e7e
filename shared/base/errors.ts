// Every error code of the wire: HTTP status, whether a retry may help, and the German and English
// text; one table for server and screens.

export interface ErrorRow {
  status: number;
  /** `later`: the same call may succeed when retried; `never`: it will not. */
  retry: 'later' | 'never';
  de: string;
  en: string;
}

const row = (
  status: number,
  de: string,
  en: string,
  retry: ErrorRow['retry'] = 'never',
): ErrorRow => ({ status, retry, de, en });

export const ERRORS = {
  bad_request: row(400, 'Die Anfrage ist nicht lesbar.', 'The request cannot be read.'),
  validation: row(
    400,
    'Bitte prüfen Sie die markierten Angaben.',
    'Please check the marked entries.',
  ),
  comment_too_long: row(
    400,
    'Kommentar darf nicht länger als 250 Zeichen sein.',
    'A comment may not exceed 250 characters.',
  ),
  birthdate_invalid: row(
    400,
    'Das Geburtsdatum ist ungültig. Eine Einwilligung (EWE) ist so nicht möglich.',
    'Invalid date of birth. No EWE possible.',
  ),
  unauthenticated: row(401, 'Bitte melden Sie sich an.', 'Please sign in.'),
  login_failed: row(
    401,
    'E-Mail-Adresse oder Passwort stimmt nicht.',
    'E-mail address or password is not right.',
  ),
  step_up: row(401, 'Bitte bestätigen Sie das noch einmal.', 'Please confirm this once more.'),
  step_up_factor: row(
    401,
    'Bitte bestätigen Sie das mit einem Code (App, E-Mail), mit Ihrem Passkey oder mit einem Wiederherstellungscode.',
    'Please confirm this with a code (app, e-mail), your passkey or a recovery code.',
  ),
  tablet_revoked: row(401, 'Dieses Tablet wurde abgemeldet.', 'This tablet has been signed out.'),
  forbidden: row(403, 'Dafür fehlt Ihnen die Berechtigung.', 'You are not allowed to do this.'),
  terms_open: row(
    403,
    'Zuerst müssen die Nutzungsbedingungen (AGB) und der Vertrag zur Auftragsverarbeitung angenommen werden.',
    'The terms of use and the contract on processing must be accepted first.',
  ),
  xsrf: row(
    403,
    'Die Anfrage kam nicht von dieser Seite. Bitte laden Sie die Seite neu.',
    'The request did not come from this page. Please reload it.',
  ),
  https_required: row(
    403,
    'Anmelden geht nur über eine sichere Verbindung (https). Bitte richten Sie https ein: npm run tls.',
    'Signing in needs a secure connection (https). Please set it up: npm run tls.',
  ),
  not_found: row(404, 'Das wurde nicht gefunden.', 'This was not found.'),
  switched_off: row(
    404,
    'Diese Funktion ist im Moment abgeschaltet. Alles andere arbeitet weiter. Fragen beantwortet die Hilfe.',
    'This feature is switched off at the moment. Everything else continues to work. Help answers questions.',
  ),
  payment_off: row(
    404,
    'Zahlung ist auf diesem Server nicht eingerichtet. Bitte wenden Sie sich an den Kundendienst.',
    'Payment is not set up on this server. Please contact support.',
  ),
  licence_refused: row(
    403,
    'Lizenz oder Tarif der Praxis lassen das gerade nicht zu. Vorhandenes arbeitet weiter. Mehr steht unter Einstellungen, Vertrag und Zahlung.',
    'Licence or plan of the practice do not allow this now. What exists continues to work. See Settings, Contract and payment.',
  ),
  payment_away: row(
    503,
    'Der Zahlungsdienst antwortet gerade nicht. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    'The payment service does not answer right now. Please try again in a few minutes.',
    'later',
  ),
  method_not_allowed: row(
    405,
    'Diese Methode gibt es hier nicht.',
    'This method does not exist here.',
  ),
  conflict: row(
    409,
    'Das wurde inzwischen geändert. Bitte laden Sie neu.',
    'This has changed meanwhile. Please reload.',
  ),
  record_changed: row(
    409,
    'Die Akte oder die Angabe hat sich inzwischen geändert. Bitte sehen Sie den neuen Stand an und entscheiden Sie noch einmal.',
    'The record or the entry has changed meanwhile. Please look at the new state and decide again.',
  ),
  /** `extra`: state, count, time and user (an id) of the decision. */
  vorschlag_decided: row(
    409,
    'Über diesen Vorschlag hat inzwischen jemand entschieden. Bitte sehen Sie sich die Entscheidung an.',
    'Someone has decided about this proposal in the meantime. Please look at the decision.',
  ),
  state_conflict: row(
    409,
    'Das ist in diesem Zustand nicht möglich.',
    'This is not possible in this state.',
  ),
  confirm_needed: row(
    409,
    'Bitte prüfen und bestätigen Sie diese Angaben.',
    'Please check and confirm these entries.',
  ),
  paper_required: row(
    409,
    'Dieses Papier muss von Hand unterschrieben werden.',
    'This paper must be signed by hand.',
  ),
  sync_gap: row(409, 'Es fehlen frühere Vorgänge.', 'Earlier operations are missing.', 'later'),
  sync_fork: row(
    409,
    'Derselbe Vorgang kam mit anderem Inhalt.',
    'The same operation came with other content.',
  ),
  sync_epoch: row(410, 'Der Server wurde wiederhergestellt.', 'The server was restored.', 'later'),
  too_large: row(413, 'Die Daten sind zu groß.', 'The data is too large.'),
  unsupported_media: row(
    415,
    'Dieses Format wird nicht angenommen.',
    'This format is not accepted.',
  ),
  storage_full: row(
    409,
    'Der Speicher, den die Praxis für Dateien festgelegt hat, ist voll. Die Inhaberin oder der Inhaber kann ihn in den Einstellungen erweitern.',
    'The room that the practice set aside for files is full. The owner can extend it in the settings.',
  ),
  active_content: row(
    422,
    'Diese Datei enthält etwas, das beim Öffnen von selbst handeln kann, und wird deshalb nicht angenommen. Drucken Sie sie in ein neues PDF und laden Sie dieses hoch.',
    'This file contains something that can run when it is opened, so it is not accepted. Print it into a new PDF and upload that one.',
  ),
  unreadable_file: row(422, 'Diese Datei lässt sich nicht lesen.', 'This file cannot be read.'),
  client_too_old: row(
    426,
    'Bitte laden Sie die neue Fassung.',
    'Please load the new version.',
    'later',
  ),
  header_too_large: row(431, 'Die Kopfzeilen sind zu groß.', 'The header fields are too large.'),
  rate_limited: row(
    429,
    'Zu viele Versuche. Bitte warten Sie einen Moment.',
    'Too many attempts. Please wait a moment.',
    'later',
  ),
  registration_invalid: row(
    400,
    'Die Anmeldung des Tablets konnte nicht bestätigt werden',
    'Tablet registration could not be validated',
  ),
  registration_failed: row(
    409,
    'Das Tablet konnte nicht angemeldet werden',
    'The tablet could not be registered',
  ),
  factor_due: row(
    403,
    'Ihr Zugang braucht zuerst einen zweiten Faktor: Mein Konto, Sicherheit.',
    'Your account needs a second factor first: My account, Security.',
  ),
  takeover_over: row(
    410,
    'Dieser Code gilt nicht mehr. Bitte lassen Sie sich einen neuen zeigen.',
    'This code is over. Please ask for a new one.',
  ),
  of_age: row(
    409,
    'Jemand in dieser Mappe ist inzwischen 18 und unterschreibt selbst. Bitte ziehen Sie die Mappe zurück und stellen Sie sie neu zusammen.',
    'Someone in this folder is now 18 and signs in person. Please withdraw the folder and put it together again.',
  ),
  grant_code_wrong: row(
    400,
    'Dieser Code stimmt nicht oder gilt nicht mehr. Bitte lassen Sie sich einen neuen sagen.',
    'This code is not right or is over. Please ask for a new one.',
  ),
  session_locked: row(423, 'Dieser Arbeitsplatz ist gesperrt.', 'This workstation is locked.'),
  login_step_over: row(
    401,
    'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie noch einmal.',
    'This sign-in is over. Please start again.',
  ),
  code_wrong: row(
    401,
    'Dieser Code stimmt nicht oder wurde schon benutzt.',
    'This code is not right or has been used.',
  ),
  passkey_failed: row(401, 'Der Passkey wurde nicht angenommen.', 'The passkey was not accepted.'),
  unlock_pin_wrong: row(401, 'Diese PIN stimmt nicht.', 'This PIN is not right.'),
  unlock_pin_blocked: row(
    429,
    'Die PIN wurde zu oft falsch eingegeben. Bitte nehmen Sie Ihr Passwort.',
    'The PIN was wrong too often. Please use your password.',
  ),
  pin_wrong: row(403, 'Diese PIN stimmt nicht.', 'This PIN is not right.'),
  first_user_token_invalid: row(
    400,
    'Dieser Link ist nicht gültig oder wurde schon benutzt.',
    'This link is not valid or has been used.',
  ),
  link_invalid: row(
    400,
    'Dieser Link ist nicht gültig, abgelaufen oder wurde schon benutzt.',
    'This link is not valid, has run out or has been used.',
  ),
  address_elsewhere: row(
    409,
    'Diese E-Mail-Adresse gehört schon zu einem Zugang in einer anderen Praxis. Bitten Sie um eine Einladung an eine andere Adresse.',
    'This e-mail address already belongs to an account in another practice. Please ask for an invitation to another address.',
  ),
  last_owner: row(
    409,
    'Eine Praxis braucht mindestens eine Inhaberin oder einen Inhaber mit Zugang.',
    'A practice needs at least one owner who can sign in.',
  ),
  password_weak: row(
    400,
    'Dieses Passwort ist zu kurz oder zu leicht zu erraten.',
    'This password is too short or too easy to guess.',
  ),
  /** X3: the same code for unknown, expired, ended and used links and those of another practice. */
  share_unknown: row(
    404,
    'Unter diesem Link ist nichts freigegeben. Der Link ist falsch oder abgelaufen.',
    'Nothing has been shared under this link. Either the link is wrong or it has expired.',
  ),
  share_wrong: row(
    401,
    'Diese Angaben passen nicht zu diesem Link.',
    'These details do not fit this link.',
  ),
  share_code_wrong: row(
    401,
    'Dieser Code stimmt nicht oder gilt nicht mehr.',
    'This code is not right or is over.',
  ),
  /** X4; the caller inserts telephone and mail of the practice. */
  share_locked: row(
    423,
    'Zu viele Versuche. Zu Ihrem Schutz ist der Zugang gesperrt. Bitte wenden Sie sich an die Praxis: {telefon} oder {mail}.',
    'Too many attempts. Access is locked for your protection. Please contact the practice: {telefon} or {mail}.',
  ),
  name_not_latin: row(
    409,
    'Der Vorname steht nicht in lateinischen Buchstaben in der Kartei; danach fragt der Link. Bitte tragen Sie ihn ein, wie er auf der Gesundheitskarte steht.',
    'The first name is not recorded in Latin letters, and the link asks for them. Please enter it as it is written on the health card.',
  ),
  share_over: row(
    401,
    'Sie waren eine Weile nicht hier. Bitte melden Sie sich noch einmal an.',
    'You were away for a while. Please sign in again.',
  ),
  /** X1; the caller inserts the address. */
  inactive_recipient: row(
    409,
    'Die E-Mail-Adresse {email} wurde gesperrt (möglicherweise vom Patienten). Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    'The email address {email} was blocked (possibly by the patient). Please enter a valid email address.',
  ),
  seal_over: row(
    503,
    'Das Praxissiegel ist abgelaufen. Was unterschrieben wurde, ist sicher gespeichert und wird versiegelt, sobald das Siegel erneuert ist.',
    'The seal of the practice has ended. What was signed is stored safely and will be sealed as soon as the seal is renewed.',
    'later',
  ),
  pdf_failed: row(
    503,
    'Das Dokument konnte nicht erzeugt werden.',
    'The document could not be made.',
    'later',
  ),
  reports_loading: row(
    503,
    'Die Daten der Praxis werden gerade geladen. Einen Moment bitte.',
    'The practice data are being loaded. One moment, please.',
    'later',
  ),
  entry_damaged: row(
    500,
    'Dieser Eintrag ist beschädigt und lässt sich nicht lesen. Alles andere funktioniert. Bitte rufen Sie Ihre Technik: Nur eine frühere Sicherung enthält ihn noch.',
    'This entry is damaged and cannot be read. Everything else works. Please call your technician: only an earlier backup still contains it.',
  ),
  database_damaged: row(
    503,
    'Die Datenbank ist beschädigt. Bitte arbeiten Sie nicht weiter und rufen Sie Ihre Technik: Die letzte Sicherung muss zurückgespielt werden.',
    'The database is damaged. Please stop working and call your technician: the last backup has to be restored.',
  ),
  unavailable: row(
    503,
    'Der Dienst ist gerade nicht bereit.',
    'The service is not ready right now.',
    'later',
  ),
  internal: row(
    500,
    'Das hat nicht geklappt. Es ist nichts verloren; bitte versuchen Sie es noch einmal.',
    'This did not work. Nothing is lost; please try again.',
    'later',
  ),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** X2: precedes the reason wherever user input could not be saved. */
export const SAVE_FAILED = { de: 'Fehler beim Speichern:', en: 'Error while saving:' } as const;

/** The shape of every error response. `fields` names the invalid fields by dotted path. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; requestId: string; fields?: Record<string, string> };
}

/** Thrown anywhere with a code of the table; converted to a response in one place. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Seconds for a Retry-After header, if a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** Facts for a machine client in addition to the shape (e.g. ackN); never personal data. */
  readonly extra: Record<string, unknown> | undefined;
  constructor(
    code: ErrorCode,
    options: {
      fields?: Record<string, string>;
      retryAfter?: number;
      extra?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.extra = options.extra;
  }
}

/**
 * Returns the text of a code in a language; anything but `de` gets English (fallback of product.md
 * 2 U6).
 */
export function errorText(code: ErrorCode, language: string): string {
  return language.startsWith('de') ? ERRORS[code].de : ERRORS[code].en;
}
