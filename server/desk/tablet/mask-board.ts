// The reception board without identities, for support staff who help with the machine, not with the
// patients.

import type { Board } from '../../../shared/exchange/board.ts';

/**
 * Replaces names by numbers of this reading; birth dates, patient ids and staff names are removed;
 * states, times and tablets stay.
 */
export function withoutIdentities(board: Board): Board {
  const numbers = new Map<string, string>();
  const masked = (patid: string): string => {
    const known = numbers.get(patid) ?? `P${numbers.size + 1}`;
    numbers.set(patid, known);
    return known;
  };
  return {
    ...board,
    mappen: board.mappen.map((m) => ({
      ...m,
      patients: m.patients.map((p) => ({
        patid: masked(p.patid),
        name: masked(p.patid),
        geburtsdatum: '',
      })),
      signers: m.signers.map(({ role }) => ({ role, name: '' })),
      identifiedBy: m.identifiedBy && { ...m.identifiedBy, by: '' },
      tasks: m.tasks.map(
        ({
          talk: { needed, doneAt },
          fileId: _fileId,
          answersId: _answersId,
          declinedBy: _by,
          signers,
          ...task
        }) => ({
          ...task,
          ...(signers && {
            signers: signers.map(({ capacity: _as, ...one }) => ({ ...one, name: '' })),
          }),
          patid: masked(task.patid),
          talk: { needed, ...(doneAt !== undefined && { doneAt }) },
        }),
      ),
    })),
    expected: board.expected.map((t) => ({
      ...t,
      patid: masked(t.patid),
      name: masked(t.patid),
      geburtsdatum: '',
      behandler: '',
      proposed: [],
      isFirst: false,
    })),
    rooms: board.rooms.map((r) => ({
      ...r,
      patid: masked(r.patid),
      name: masked(r.patid),
      geburtsdatum: '',
    })),
    arrivals: board.arrivals.map((a) => ({
      ...a,
      patid: masked(a.patid),
      name: masked(a.patid),
      geburtsdatum: '',
    })),
  };
}
