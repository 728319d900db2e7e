// Queries of signatures of papers that several people sign on separate devices; the one writer of
// their table.

import { eq } from 'drizzle-orm';
import type { SignerRole } from '../../../shared/desk/mappe.ts';
import { brokenCells } from '../../platform/db/cells/cells.ts';
import { oneOf } from '../../platform/db/query/one-of.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type PartRow = Row<Schema['signaturePart']>;
type Source = Look | Work;

export const partsOf = (s: Source, taskId: string): Promise<PartRow[]> =>
  readerOf(s).find(s.t.signaturePart, eq(s.t.signaturePart.taskId, taskId));
export const partsOfAll = (s: Source, taskIds: readonly string[]): Promise<PartRow[]> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.signaturePart, oneOf(s.t.signaturePart.taskId, taskIds));
export const hasParts = async (s: Source, taskId: string): Promise<boolean> =>
  (await readerOf(s).count(s.t.signaturePart, eq(s.t.signaturePart.taskId, taskId))) > 0;
/** Adds the signatures of one op. */
export const addParts = (
  w: Work,
  taskId: string,
  opId: string,
  roles: readonly SignerRole[],
): Promise<unknown> =>
  w.tx.insert(
    w.t.signaturePart,
    roles.map((role) => ({ taskId, role, opId, receivedAt: w.now })),
  );
/** Reads the documents of tasks, by their ids; damaged ones are missing. */
export const documentsOf = async (
  s: Source,
  taskIds: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    taskIds.length === 0
      ? []
      : (await readerOf(s).pick(s.t.task, ['taskId', 'data'], oneOf(s.t.task.taskId, taskIds)))
          .filter((row) => brokenCells(row).length === 0)
          .map((row) => [row.taskId, row.data]),
  );
