// Database access for users who decide about records: includes closed ones, otherwise they could
// not be opened again.

import type { RequestContext } from '../../platform/http/route.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { RetentionDeps } from './links.ts';
import { seeingClosed } from './restrictions.ts';

type By = Pick<RetentionDeps, 'workshop'>;
export const overall = ({ workshop }: By, context: RequestContext): Look =>
  workshop.look(context.cid, seeingClosed(context.actor));
export const whole = <T>(
  { workshop }: By,
  context: RequestContext,
  work: (w: Work) => Promise<T>,
): Promise<T> => workshop.write(context.cid, seeingClosed(context.actor), work, context.requestId);
