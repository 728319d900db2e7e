// What the work lists need of other slices, handed in where the server is put together.

import type { RecallCase } from '../../../shared/analytics/reports/worklist.ts';
import type { RecallWay } from '../../../shared/papers/consent.ts';
import type { MailOrder } from '../../../shared/accounts/mail.ts';
import type { ParCase } from '../../../shared/analytics/reports/par-list.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Look, Work } from '../../platform/work.ts';

export interface HkpLinks {
  /** Whether somebody may be reminded, and in which ways; null: in every way. */
  mayRecall(
    s: Look | Work,
    patid: string,
  ): Promise<{ readonly may: boolean; readonly ways: readonly RecallWay[] | null }>;
  /** The same of many for a list. */
  mayRecallEach(s: Look | Work, patids: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  praxis(look: Look): Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  mail(w: Work, order: MailOrder): Promise<void>;
  renderer: Pick<Renderer, 'renderLetters' | 'renderReport'>;
  /** Files a letter with each person. @returns whose letter lies in their documents */
  fileLetters(
    context: RequestContext,
    letters: readonly { fileId: string; patid: string; render: () => Promise<Uint8Array> }[],
  ): Promise<ReadonlySet<string>>;
  /** Perio cases that are not ended, with what was done; one alone by its id. @throws AppError `reports_loading` while the delivered data are read in */
  parfaelle(look: Look, id?: string): Promise<ParCase[]>;
  /** Recalls that were not kept, of people who are led here, with whether an appointment is in the book. @throws AppError `reports_loading` */
  recallfaelle(look: Look): Promise<RecallCase[]>;
  /** Ids of plans that are not ended and have an appointment to come, as reports count them. @throws AppError `reports_loading` */
  hkpTermine(look: Look): Promise<ReadonlySet<string>>;
  /** Names of the people who work here, by id. */
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}
