// Tables of the vendor's care for practices: notes about the guided start (writer:
// server/vendor/onboarding), the health of each practice (server/vendor/fleet), and feedback
// (server/vendor/feedback).

import type { FeedbackRating, LayoutPicture } from '../../../../shared/vendor/feedback.ts';
import type { FleetFacts, FleetLight, FleetReason } from '../../../../shared/vendor/fleet.ts';
import type { OnboardingNote, OnboardingStep } from '../../../../shared/vendor/onboarding.ts';
import type { Kit } from '../kit.ts';

export const careTables = (k: Kit) => ({
  /** Notes about the guided start of a practice; rows are only added. */
  onboardingNote: k.table(
    'onboarding_note',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      at: k.big().notNull(),
      kind: k.text().$type<OnboardingNote>().notNull(),
      /** Null: a call. */
      step: k.text().$type<OnboardingStep>(),
      text: k.text().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] }), k.index('onboarding_note_at').on(t.cid, t.at)],
  ),
  /** Last look at each practice. */
  fleetState: k.table(
    'fleet_state',
    {
      cid: k.text().primaryKey(),
      checkedAt: k.big().notNull(),
      light: k.text().$type<FleetLight>().notNull(),
      /** Place of the light in the list, the worst first. */
      rank: k.int().notNull(),
      /** Since when the light has been so. */
      since: k.big().notNull(),
      reasons: k.json<FleetReason[]>().notNull(),
      facts: k.json<FleetFacts>().notNull(),
      /** The practice's name in small letters: a database knows no small letter of every language. */
      search: k.text().notNull(),
    },
    (t) => [k.index('fleet_state_rank').on(t.rank, t.since)],
  ),
  /** Looks at which the reasons differed from those before. */
  fleetChange: k.table(
    'fleet_change',
    {
      cid: k.text().notNull(),
      at: k.big().notNull(),
      light: k.text().$type<FleetLight>().notNull(),
      reasons: k.json<FleetReason[]>().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.at] }), k.index('fleet_change_at').on(t.at)],
  ),
  feedback: k.table(
    'feedback',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      at: k.big().notNull(),
      rating: k.text().$type<FeedbackRating>().notNull(),
      text: k.text().notNull(),
      /** First part of the page's address. */
      page: k.text().notNull(),
      /** Rectangles without words. */
      picture: k.json<LayoutPicture>(),
      version: k.text().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
      role: k.text().notNull(),
      seenAt: k.big(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('feedback_at').on(t.at),
      k.index('feedback_user').on(t.cid, t.userId, t.at),
    ],
  ),
});
