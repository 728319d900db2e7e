// Appends an audit entry in every transaction, and an alarm when one person opened too many
// records.

import { OPENED_TYPES } from '../../../shared/operations/audit.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Schema } from '../db/schema.ts';
import type { ScopedWriter } from '../db/scope.ts';
import { reasonOf } from '../db/store.ts';
import type { AuditEntry } from '../work.ts';
import { OPENED_LIMIT, VIEW_MS } from './limits.ts';
import { appendAudit, countOpened, hasEntrySince } from './store.ts';

const opening: ReadonlySet<string> = new Set(OPENED_TYPES);
/** A person of the practice or the vendor, or a program on behalf of one, opened a record. */
const isOpening = ({ type, actor, patid }: AuditEntry): boolean =>
  patid !== undefined && opening.has(type) && /^(user|administrator|support|api):/.test(actor);

/**
 * Creates the function that appends to the audit log.
 * @throws AppError unavailable if the log cannot be written: then nothing is done and no data is
 * returned
 */
export function createAppend(): (tx: ScopedWriter, t: Schema, entry: AuditEntry) => Promise<void> {
  return async (tx, t, entry) => {
    try {
      await appendAudit(tx, t, entry);
      const count = isOpening(entry)
        ? await countOpened(tx, t, entry.actor, entry.at - VIEW_MS)
        : 0;
      if (
        count > OPENED_LIMIT &&
        !(await hasEntrySince(tx, t, 'access.bulk', entry.actor, entry.at - VIEW_MS))
      )
        await appendAudit(tx, t, {
          at: entry.at,
          type: 'access.bulk',
          actor: entry.actor,
          data: { count },
        });
    } catch (cause) {
      // Errors that a retry of the transaction can cure are rethrown unchanged; a permanent refusal
      // by the store counts as an unavailable log.
      throw reasonOf(cause) === 'other'
        ? new AppError('unavailable', { retryAfter: 30, cause })
        : cause;
    }
  };
}
