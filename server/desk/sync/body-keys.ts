/** Dependencies for building the body of a task for a tablet. */

import type { Look } from '../../platform/work.ts';
import type { FormRef } from '../../../shared/forms/task/form-task.ts';

export type Unseal = (cid: string, bytes: Uint8Array, aad: string) => Promise<Uint8Array>;

export interface BodyKeys {
  openOp: Unseal;
  originKey: (cid: string) => Promise<Uint8Array>;
  /** Returns the form named in a questionnaire's data, as JSON. */
  formText(look: Look, form: FormRef): Promise<string | undefined>;
}
