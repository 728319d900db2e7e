// Read access to reports: the filter a caller may use, and the parts of an answer that are
// withheld.

import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import {
  isPaidReport,
  readableFilter,
  readerOf,
  seesPractitioners,
  type Reader,
} from '../../../../shared/analytics/reports/read-right.ts';
import { allows, isOpenToReaders, type PolicyName } from '../../../platform/http/policy.ts';
import type { RequestContext } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';

/**
 * Returns the reader of a request: API tokens read with the rights of their creator acting as an
 * owner; other callers never reach this point.
 */
export const readerFrom = ({ actor }: RequestContext): Reader | null =>
  actor.kind === 'user'
    ? readerOf({
        role: actor.role,
        reportGrant: actor.reportGrant ?? null,
        behandlerId: actor.behandlerId ?? null,
      })
    : actor.kind === 'machine' && actor.role === 'owner'
      ? { readRight: 'alle', behandlerId: null }
      : null;

/** Checks whether a user may read a report by its policy: by role, or by the owner's grant. */
export function mayRead(context: RequestContext, policy: PolicyName): boolean {
  const { actor } = context,
    role = actor.kind === 'user' || actor.kind === 'machine' ? actor.role : 'anonymous';
  return allows(policy, role) || (isOpenToReaders(policy) && readerFrom(context) !== null);
}
/** Checks whether the practice's plan contains the larger reports. */
export type HasReports = (look: Look) => Promise<boolean>;
/** @throws AppError licence_refused for a report that the practice's plan does not contain */
export async function requireInPlan(
  hasReports: HasReports,
  { look }: Pick<RequestContext, 'look'>,
  path: string,
): Promise<void> {
  if (isPaidReport(path) && !(await hasReports(look())))
    throw new AppError('licence_refused', { fields: { licence: 'module' } });
}
const PATIENT_SUMMARY = 'patient/{patid}';
/** Returns whose revenue a summary of a patient may contain; absent: everybody's. */
const revenueOf = (reader: Reader | null): Readonly<Record<string, string>> =>
  reader === null
    ? { umsatzVon: '' }
    : reader.readRight === 'eigene'
      ? { umsatzVon: reader.behandlerId ?? '' }
      : {};
export interface ReadAccess {
  filter: PracticeReportFilter;
  /** Returns the permitted part of the answer. */
  zeige: (found: PracticeReport) => PracticeReport;
  /** Query words that request a report without names. */
  extra: Readonly<Record<string, string>>;
}
/**
 * Checks the right to read.
 * @throws AppError forbidden, recorded in the audit log, for a report or a practitioner that the
 * user may not read
 */
export async function authorizeRead(
  context: RequestContext,
  policy: PolicyName,
  path: string,
  filter: PracticeReportFilter,
): Promise<ReadAccess> {
  const all = { filter, zeige: (found: PracticeReport) => found, extra: {} };
  const reader = readerFrom(context);
  // A patient's revenue is a figure: it follows the right to read figures, unlike the rest of the
  // record.
  if (path === PATIENT_SUMMARY) return { ...all, extra: revenueOf(reader) };
  // Lists of the day and of patients are for users who work with them, whatever figures they may
  // read.
  if (policy !== 'report.read') return all;
  const mine = reader && readableFilter(reader, path, filter);
  if (!reader || !mine) return context.deny();
  if (seesPractitioners(reader, mine)) return { ...all, filter: mine };
  return {
    filter: mine,
    extra: { ohneBehandler: 'ja' },
    zeige(found) {
      const names = new Set(
        found.zeilen.flatMap((row) => (row['art'] === 'BEHANDLER' ? [String(row['name'])] : [])),
      );
      return {
        ...found,
        spalten: found.spalten.filter((one) => one.key !== 'behandler'),
        zeilen: found.zeilen
          .filter((row) => row['art'] !== 'BEHANDLER')
          .map(({ behandler: _who, ...row }) => row),
        // A line or a bar may reveal the same as the rows.
        serien: found.serien.map((one) => ({
          ...one,
          punkte: one.punkte.filter((point) => !names.has(point.x)),
        })),
      };
    },
  };
}

const NAMES = ['name', 'vorname', 'nachname', 'geburtsdatum', 'telefon'];
/**
 * Removes names of locked records: the numbers stay correct, and a patient with a locked record is
 * not named (Art. 18 GDPR) and has no patient page.
 * @throws AppError not_found
 */
export function withoutLocked(
  closed: readonly string[],
  params: Readonly<Record<string, unknown>> | undefined,
  found: PracticeReport,
): PracticeReport {
  if (closed.length === 0) return found;
  if (typeof params?.patid === 'string' && closed.includes(params.patid))
    throw new AppError('not_found');
  return {
    ...found,
    zeilen: found.zeilen.map((row) =>
      typeof row.patid === 'string' && closed.includes(row.patid)
        ? {
            ...row,
            patid: null,
            ...Object.fromEntries(
              NAMES.filter((name) => name in row).map((name) => [
                name,
                name === 'geburtsdatum' || name === 'telefon' ? null : '–',
              ]),
            ),
          }
        : row,
    ),
  };
}
