// Words for the roles of signers, as printed and sealed.

import type { DocumentsKey } from './documents-texts.ts';

export const ROLES: Readonly<Record<string, DocumentsKey>> = {
  patient: 'role.patient',
  parent1: 'role.parent1',
  parent2: 'role.parent2',
  guardian: 'role.guardian',
  proxy: 'role.proxy',
  dentist: 'role.dentist',
  witness: 'role.witness',
  interpreter: 'role.interpreter',
};
