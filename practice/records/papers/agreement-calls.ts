// API calls of printed fee agreements.

import type {
  Agreements,
  NewAgreement,
  VoidAgreement,
} from '../../../shared/papers/agreement.schema.ts';
import { callR4c, fetchBlob } from '../../api.ts';

export const AGREEMENTS_KEY = ['fee-agreements'];
const at = (id: string, what: string): string =>
  `/papers/agreements/${encodeURIComponent(id)}/${what}`;
export const getAgreements = (): Promise<Agreements> => callR4c('/papers/agreements');
/** Creates an agreement. Idempotent: the same id with the same content may be sent again. */
export const makeAgreement = (order: NewAgreement): Promise<unknown> =>
  callR4c('/papers/agreements', order);
export const agreementSheet = (id: string): Promise<Blob> => fetchBlob(at(id, 'print'));
export const agreementBack = (id: string): Promise<unknown> => callR4c(at(id, 'back'), {});
export const withdrawAgreement = (id: string, note: string): Promise<unknown> =>
  callR4c(at(id, 'withdraw'), { note });
export const voidAgreement = (id: string, order: VoidAgreement): Promise<unknown> =>
  callR4c(at(id, 'void'), order);
