// What a caller may read of reports: the filter with which they may, and what of an answer is not told to them.

import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import {
  readableFilter,
  readerOf,
  seesPractitioners,
  type Reader,
} from '../../../../shared/analytics/reports/read-right.ts';
import { allows, isOpenToReaders, type PolicyName } from '../../../platform/http/policy.ts';
import type { RequestContext } from '../../../platform/http/route.ts';

/** Programs read as the person who made their token would as an owner; nobody else gets as far as this. */
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

/** Whether somebody may read a report by its policy: by role, or by what the owner granted. */
export function darf(context: RequestContext, policy: PolicyName): boolean {
  const { actor } = context,
    role = actor.kind === 'user' || actor.kind === 'machine' ? actor.role : 'anonymous';
  return allows(policy, role) || (isOpenToReaders(policy) && readerFrom(context) !== null);
}
export interface ReadAccess {
  filter: PracticeReportFilter;
  /** What of the answer is told. */ zeige: (found: PracticeReport) => PracticeReport;
  /** Words that the report is asked so that nobody is named. */ extra: Readonly<
    Record<string, string>
  >;
}
/** @throws AppError forbidden, noted, for a report or a practitioner that somebody may not read */
export async function authorizeRead(
  context: RequestContext,
  policy: PolicyName,
  pfad: string,
  filter: PracticeReportFilter,
): Promise<ReadAccess> {
  const all = { filter, zeige: (found: PracticeReport) => found, extra: {} };
  // Lists of the day and of patients belong to who works with them, whatever figures they may read.
  if (policy !== 'report.read') return all;
  const reader = readerFrom(context),
    mine = reader && readableFilter(reader, pfad, filter);
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
        // A line or a bar may say the same as the rows do.
        serien: found.serien.map((one) => ({
          ...one,
          punkte: one.punkte.filter((point) => !names.has(point.x)),
        })),
      };
    },
  };
}

const NAMES = ['name', 'vorname', 'nachname', 'geburtsdatum'];
/** The numbers stay true; whose record is closed is not named (Art. 18 GDPR), and has no page of their own. @throws AppError not_found */
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
                name === 'geburtsdatum' ? null : '–',
              ]),
            ),
          }
        : row,
    ),
  };
}
