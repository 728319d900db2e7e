/**
 * Regression seeds that once broke a rule, with their findings; run by name. A seed includes the
 * draw of its options: after a change there, find a seed with the same story.
 */
export const FOUND: readonly { seed: number; found: string }[] = [
  {
    seed: 1,
    found:
      '[F9] a response body that stopped half-way blocked token, heartbeat and push permanently',
  },
  {
    seed: 25,
    found: '[F13] a full disk could not record a corrupt row, and every other task was hidden',
  },
  { seed: 73, found: '[F26] a corrupt inbox row was deleted and never fetched again' },
  {
    seed: 287,
    found:
      '[F19] the end of an older revision deleted the newer one that staff had assigned meanwhile',
  },
  {
    seed: 900015,
    found:
      '[F4] a tablet whose heartbeats were all lost counted as in contact because it requested tokens',
  },
  {
    seed: 3241,
    found:
      '[F9] a token answered by a captive portal left the tablet without an epoch, and every later push was refused',
  },
  {
    seed: 3814,
    found:
      '[F15] tasks that staff had withdrawn while a tablet was offline were not reported with its lost storage',
  },
  {
    seed: 1786,
    found:
      '[F23] a disk that accepted writes again did not record an ending sent from memory, and its task was offered again after a restart',
  },
  {
    seed: 30581,
    found:
      '[F7] an ending sent from memory after a refused write was lost by a restore of the server',
  },
  {
    seed: 901455,
    found:
      '[F7] a tablet that had deleted its ops could not resend them to a server restored from an older copy',
  },
  {
    seed: 32889,
    found:
      '[F7] an ending sent from memory because of a full disk was lost by a restore of the server',
  },
  {
    seed: 202177,
    found:
      '[F7] after a restore one task was on the tablet that staff had moved it to, and the rest of its Mappe was on none',
  },
  {
    seed: 2132,
    found:
      '[F7] a pull request made during a failing pull was dropped, and the rows of a restored server arrived a minute late',
  },
  {
    seed: 5238,
    found:
      '[F1] the model waited endlessly for a page that died while opening, and no limit ended the story: a bug of the model',
  },
  {
    seed: 26898,
    found:
      '[F9] a draft counted as sent after the response of a captive portal, and the phone that took the task over began without it',
  },
  {
    seed: 900409,
    found:
      '[F14] a transaction that failed because its connection was lost was rolled back twice: a bug of the model',
  },
  {
    seed: 900941,
    found:
      '[S2] an ending that only the server held counted as lost while that server was down: a bug of the model',
  },
  {
    seed: 24745,
    found:
      '[F26] a corrupt ending of a task that staff had restarted stopped the task on its current tablet: that tablet was not notified, and kept the task when its Mappe moved to a phone',
  },
  {
    seed: 496,
    found:
      '[F18] a tablet that was signed out seconds after its last contact lost two endings, and the board did not report them',
  },
  {
    seed: 1310723,
    found:
      '[F3] heartbeats that were lost for less than a minute hid a stall of 154 s: the board did not add the time since the last one',
  },
  {
    seed: 844,
    found:
      '[S4] data of an abandoned task that was restarted on a disk with a lost connection stayed under its key until the page was reloaded',
  },
  {
    seed: 96,
    found:
      '[S4] the closed draft of a task that continued on another device stayed under its key until the page was reloaded',
  },
  {
    seed: 110246,
    found:
      "[F15] two blank forms that were submitted while the server was down were lost with their tablet's storage, and no report named them",
  },
  {
    seed: 8000781,
    found:
      '[F7] after a restore, tasks that a tablet had left together with a signed one were on no tablet, and the board waited for them',
  },
  {
    seed: 940147,
    found:
      '[F12] a response in transit at the end of the lease moved the cursor past the rows just deleted: a task assigned to the tablet was never sent again',
  },
  {
    seed: 9402319,
    found:
      '[R7] a late signature of one of two signers was parked, because the desk had moved the paper to a third device meanwhile: a bug of the model',
  },
  {
    seed: 3002407,
    found:
      '[F7] a tablet pushed to a restored server and was signed out a second later, before it had reported its contents: two blank forms that were filled in there before it learned of the sign-out appeared in no report',
  },
];
