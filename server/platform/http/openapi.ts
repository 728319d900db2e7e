// The OpenAPI 3.1 document, generated from the same schemas that check every call.

import { OpenAPIHono, z } from '@hono/zod-openapi';
import { ERRORS } from '../../../shared/base/errors.ts';
import type { MountedRoute } from './frame.ts';
import { POLICIES } from './policy.ts';

const errorSchema = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(ERRORS) as [string, ...string[]]),
      message: z.string(),
      requestId: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .openapi('Error');

/** Builds the document for all mounted routes. */
export function openApiDocument(table: readonly MountedRoute[], version: string): object {
  const documents = new OpenAPIHono();
  const registry = documents.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'Access token of a person or a tablet, at most 15 minutes.',
  });
  for (const { method, path, route } of table) {
    const { spec } = route;
    const who = POLICIES[spec.policy].who as readonly string[];
    const type = spec.answerType,
      errors = [...(spec.errors ?? []), ...(spec.flag === undefined ? [] : ['switched_off'])];
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);
    const known =
      spec.params && 'shape' in spec.params ? Object.keys(spec.params.shape as object) : [];
    const rest = named.filter((n) => !known.includes(n));
    const restShape = z.object(Object.fromEntries(rest.map((n) => [n, z.string()])));
    const params =
      spec.params && 'shape' in spec.params
        ? restShape.extend(spec.params.shape as z.ZodRawShape)
        : restShape;
    registry.registerPath({
      method,
      path,
      summary: spec.summary,
      tags: [path.split('/').filter((p) => p && !p.startsWith('{') && p !== 'r4c')[0] ?? 'ui'],
      operationId: `${method}${path
        .replace(/\{(\w+)\}/g, '$1')
        .replace(/[^\w]+(\w)/g, (_m, c: string) => c.toUpperCase())
        .replace(/\W/g, '')}`,
      'x-policy': spec.policy,
      ...(who.includes('anonymous') ? {} : { security: [{ bearer: [] }] }),
      request: {
        ...(named.length > 0 && { params: params as z.ZodObject }),
        ...(spec.query && { query: spec.query as z.ZodObject }),
        ...(spec.body && {
          body: { required: true, content: { 'application/json': { schema: spec.body } } },
        }),
        ...(spec.raw && {
          body: {
            required: true,
            content: Object.fromEntries(
              spec.raw.types.map((t) => [
                t,
                { schema: { type: 'string' as const, format: 'binary' } },
              ]),
            ),
          },
        }),
      },
      responses: {
        ...(spec.answer
          ? {
              200: {
                description: 'Done',
                content: { 'application/json': { schema: spec.answer } },
              },
            }
          : type && type !== 'none'
            ? {
                200: {
                  description: 'Done',
                  content: { [type]: { schema: { type: 'string' as const, format: 'binary' } } },
                },
              }
            : { 204: { description: 'Done, nothing to say' } }),
        default: {
          description: `Error${errors.length > 0 ? `: ${errors.join(', ')}` : ''}`,
          content: { 'application/json': { schema: errorSchema } },
        },
      },
    } as Parameters<typeof registry.registerPath>[0]);
  }
  return documents.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Molar',
      version,
      description:
        'Every call of the server. Errors have one shape; `x-policy` names the row of the permission table.',
    },
    servers: [{ url: '/' }],
  });
}
