// The codes of the error table without its texts: the tablet knows a code when it sees one and carries no texts it never shows.

import type { ErrorCode } from './errors.ts';

const CODES = {
  bad_request: 1, validation: 1, comment_too_long: 1, birthdate_invalid: 1, unauthenticated: 1, login_failed: 1, step_up: 1,
  tablet_revoked: 1, forbidden: 1, terms_open: 1, xsrf: 1, https_required: 1, not_found: 1, method_not_allowed: 1, conflict: 1,
  state_conflict: 1, record_changed: 1, confirm_needed: 1, paper_required: 1, sync_gap: 1, sync_fork: 1, sync_epoch: 1, too_large: 1,
  unsupported_media: 1, active_content: 1, unreadable_file: 1, client_too_old: 1, header_too_large: 1, rate_limited: 1, registration_invalid: 1,
  registration_failed: 1, grant_code_wrong: 1, session_locked: 1, login_step_over: 1, code_wrong: 1, passkey_failed: 1, unlock_pin_wrong: 1, unlock_pin_blocked: 1, pin_wrong: 1, first_user_token_invalid: 1, password_weak: 1, inactive_recipient: 1, link_invalid: 1, address_elsewhere: 1, last_owner: 1, pdf_failed: 1,
  unavailable: 1, internal: 1, factor_due: 1, of_age: 1, takeover_over: 1, share_unknown: 1, share_wrong: 1, share_code_wrong: 1, share_locked: 1, share_over: 1,
} as const satisfies Record<ErrorCode, 1>;

/** True for a code of the table, and for nothing else. */
export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.prototype.hasOwnProperty.call(CODES, code);
