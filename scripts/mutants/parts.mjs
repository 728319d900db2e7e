/**
 * Parts of the mutation test: rules of rights, sessions, shares, sync, seals and the audit, each with
 * the quick tests that must notice a change of them.
 * @type {Readonly<Record<string, { mutate: readonly string[], tests: readonly string[] }>>}
 */
export const PARTS = {
  policy: {
    mutate: [
      'server/platform/http/policy.ts',
      'server/platform/http/scope-of.ts',
      'server/platform/http/admit.ts',
      'server/platform/http/origin.ts',
      'shared/vendor/grants.ts',
    ],
    tests: [
      'scripts/rights.test.ts',
      'server/platform/http/admit.test.ts',
      'server/platform/http/origin.test.ts',
      'shared/vendor/grants.test.ts',
    ],
  },
  session: {
    mutate: ['server/accounts/sign-in/attempts.ts', 'shared/base/clock-bounds.ts'],
    tests: ['server/accounts/sign-in/attempts.test.ts', 'shared/base/clock-bounds.test.ts'],
  },
  share: {
    mutate: ['shared/exchange/share.ts', 'server/desk/share/secrets.ts'],
    tests: ['shared/exchange/share.test.ts', 'server/desk/share/secrets.test.ts'],
  },
  sync: {
    mutate: [
      'server/desk/sync/read-frame.ts',
      'server/desk/signature/accept-submission.ts',
      'shared/exchange/sync.ts',
      'shared/exchange/sealing.ts',
      'shared/exchange/opening.ts',
    ],
    tests: [
      'server/desk/sync/read-frame.test.ts',
      'server/desk/signature/accept-submission.test.ts',
      'shared/exchange/sealing.test.ts',
      'shared/exchange/sync.test.ts',
    ],
  },
  seal: {
    mutate: ['server/paper/seal/canonical.ts', 'server/platform/keys/node-seal.ts'],
    tests: ['server/paper/seal/canonical.test.ts', 'server/platform/keys/node-seal.test.ts'],
  },
  audit: {
    mutate: ['server/paper/seal/chain.ts'],
    tests: ['server/paper/seal/chain.test.ts'],
  },
};
