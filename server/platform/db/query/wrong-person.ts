// Answers that were signed by the wrong person: kept with their document, used for no patient.

import { eq, sql, type SQL } from 'drizzle-orm';
import type { Schema } from '../schema.ts';

/** Condition on `answers`: their signed document was not declared to be of the wrong person. */
export const isOfRightPerson = ({ answers, envelope }: Schema): SQL =>
  sql`not exists (
    select 1 from ${envelope}
    where ${envelope.cid} = ${answers.cid} and ${envelope.taskId} = ${answers.taskId}
      and ${eq(envelope.voidReason, 'wrong_person')})`;
