// Routes of the terms of use below /api: read the current version, accept it.

import { AppError } from '../../../shared/base/errors.ts';
import { acceptTermsSchema, termsViewSchema } from '../../../shared/accounts/terms.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { acceptTerms, readTerms, type TermsDeps } from './terms.ts';

export const termsRoutes = (deps: TermsDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/agb',
      policy: 'terms.read',
      summary: 'Terms of use: the current version, what was accepted, and what changed',
      answer: termsViewSchema,
    },
    (_input, context) => readTerms(deps, context.look()),
  ),
  route(
    {
      method: 'post',
      path: '/agb',
      policy: 'terms.accept',
      summary: 'Accept the current terms for the practice',
      body: acceptTermsSchema,
      answer: termsViewSchema,
      errors: ['conflict'],
    },
    async ({ body }, context) => {
      const { actor } = context;
      if (actor.kind !== 'user') throw new AppError('forbidden');
      await context.write((w) =>
        acceptTerms(deps, w, { userId: actor.userId, name: actor.name }, body),
      );
      return readTerms(deps, context.look());
    },
  ),
];
