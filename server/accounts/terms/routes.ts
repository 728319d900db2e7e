// Routes of the terms of use and of the contract on processing below /api: read the current version,
// accept it.

import { AppError } from '../../../shared/base/errors.ts';
import {
  acceptTermsSchema,
  processingViewSchema,
  termsViewSchema,
} from '../../../shared/accounts/terms.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { acceptProcessing, readProcessing, type ProcessingDeps } from './processing.ts';
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

/** Lists the routes of the contract on processing. */
export const processingRoutes = (deps: ProcessingDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/avv',
      policy: 'terms.read',
      summary: 'Contract on processing: the current version, who accepted which, and services',
      answer: processingViewSchema,
    },
    (_input, context) => readProcessing(deps, context.look()),
  ),
  route(
    {
      method: 'post',
      path: '/avv',
      policy: 'terms.accept',
      summary: 'Accept the current contract on processing for the practice',
      body: acceptTermsSchema,
      answer: processingViewSchema,
      errors: ['conflict'],
    },
    async ({ body }, context) => {
      const { actor } = context;
      if (actor.kind !== 'user') throw new AppError('forbidden');
      await context.write((w) =>
        acceptProcessing(w, { userId: actor.userId, name: actor.name }, body, deps.versions),
      );
      return readProcessing(deps, context.look());
    },
  ),
];
