// Scopes of tokens of a practice's own programs: what such a program may read.

export const TOKEN_SCOPES = ['patients', 'answers', 'papers', 'figures', 'practice'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
