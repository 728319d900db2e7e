// Schemas of the directory: one request, one response.
import { z } from 'zod';

const word = (max: number): z.ZodString => z.string().min(1).max(max);
export const resolveSchema = z
  .union([
    z.strictObject({ registrationCode: word(40) }),
    z.strictObject({ tabletToken: word(200) }),
    z.strictObject({ cid: word(64) }),
    z.strictObject({ r4chost: word(253) }),
    z.strictObject({ shareId: word(200) }),
    z.strictObject({ questionnaireId: word(200) }),
  ])
  .meta({ id: 'Resolve' });
export type Resolve = z.output<typeof resolveSchema>;

/** `baseUrl` is the origin of the host, empty if it is the requested one. */
export const resolvedSchema = z
  .strictObject({ r4chost: z.string(), r4cUuid: z.string(), baseUrl: z.string() })
  .meta({ id: 'Resolved' });
export type Resolved = z.output<typeof resolvedSchema>;
