// Events of a share, stored in addition to the audit log for staff and for its patient.

export type EventWord =
  | 'made'
  | 'mailed'
  | 'opened'
  | 'wrong'
  | 'locked'
  | 'unlocked'
  | 'read'
  | 'downloaded'
  | 'filled'
  | 'signed'
  | 'question'
  | 'declined'
  | 'sent'
  | 'wished'
  | 'ended'
  | 'renewed'
  | 'reset'
  | 'alarm';
