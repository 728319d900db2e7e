// The codes of the error table without its texts: the tablet recognizes codes without loading texts
// it never shows.

import type { ErrorCode } from './errors.ts';

/**
 * A literal list, since the size of the tablet's first load is limited; a test compares it with the
 * error table.
 */
const CODES: readonly string[] = (
  'bad_request validation comment_too_long birthdate_invalid unauthenticated login_failed step_up step_up_factor tablet_revoked forbidden terms_open xsrf https_required ' +
  'not_found payment_off licence_refused payment_away method_not_allowed conflict vorschlag_decided state_conflict record_changed confirm_needed paper_required sync_gap sync_fork sync_epoch too_large ' +
  'unsupported_media active_content unreadable_file client_too_old header_too_large rate_limited registration_invalid registration_failed grant_code_wrong ' +
  'session_locked login_step_over code_wrong passkey_failed unlock_pin_wrong unlock_pin_blocked pin_wrong first_user_token_invalid password_weak ' +
  'inactive_recipient link_invalid address_elsewhere last_owner pdf_failed unavailable internal factor_due of_age takeover_over share_unknown share_wrong ' +
  'share_code_wrong share_locked share_over reports_loading storage_full database_damaged entry_damaged seal_over name_not_latin switched_off'
).split(' ');

/** Checks whether a string is a code of the table. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && CODES.includes(code);
