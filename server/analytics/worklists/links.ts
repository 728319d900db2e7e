// Dependencies of the work lists on other slices, injected where the server is assembled.

import type { RecallCase } from '../../../shared/analytics/reports/worklist.ts';
import type { RecallWay } from '../../../shared/papers/consent.ts';
import type { MailOrder } from '../../../shared/accounts/mail.ts';
import type { ParCase } from '../../../shared/analytics/reports/par-list.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Look, Work } from '../../platform/work.ts';

export interface HkpLinks {
  /** Whether a patient may be reminded, and by which channels; null: by every channel. */
  mayRecall(
    s: Look | Work,
    patid: string,
  ): Promise<{ readonly may: boolean; readonly ways: readonly RecallWay[] | null }>;
  /** The same for many patients of a list. */
  mayRecallEach(s: Look | Work, patids: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  praxis(look: Look): Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  mail(w: Work, order: MailOrder): Promise<void>;
  renderer: Pick<Renderer, 'renderLetters' | 'renderReport'>;
  /** Files a letter with each patient. @returns the patients whose letter was filed */
  fileLetters(
    context: RequestContext,
    letters: readonly { fileId: string; patid: string; render: () => Promise<Uint8Array> }[],
  ): Promise<ReadonlySet<string>>;
  /**
   * Unfinished perio cases with completed steps: a single one by its id, or those of one person's
   * numbers.
   * @throws AppError `reports_loading` while the delivered data is being read
   */
  parfaelle(look: Look, only?: { id?: string; patids?: readonly string[] }): Promise<ParCase[]>;
  /**
   * Recalls without a kept appointment, of patients managed here, with whether an appointment is
   * booked.
   * @param patids numbers of one person; absent: everyone
   * @throws AppError `reports_loading`
   */
  recallfaelle(look: Look, patids?: readonly string[]): Promise<RecallCase[]>;
  /**
   * Ids of unfinished plans with a future appointment, as reports count them.
   * @throws AppError `reports_loading`
   */
  hkpTermine(look: Look): Promise<ReadonlySet<string>>;
  /** Names of the practice's users by id. */
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}
