// Wire format of the certificates and lists that the server rests on.

import { z } from 'zod';
import { EXPIRY_STATES } from '../../base/expiry.ts';
import { HELD_USES } from './held-certificate.ts';

export const heldCertificatesSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        use: z.enum(HELD_USES),
        name: z.string(),
        source: z.string(),
        from: z.number().nullable(),
        until: z.number().nullable(),
        sha256: z.string().nullable(),
        state: z.enum(EXPIRY_STATES),
        /** A newer one took its place; what it vouched for stays valid. */
        isFormer: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'HeldCertificates' });
export type HeldCertificates = z.output<typeof heldCertificatesSchema>;
