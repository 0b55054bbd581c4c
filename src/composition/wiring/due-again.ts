import { waitingPostbacks } from '../../gateway/postbacks/index.ts';
import { waitingCards } from '../../gateway/stored-cards/index.ts';
import { createRecoverySchedule, waitingCases } from '../../gateway/transactions/index.ts';
import { WAITING_CHARGES } from '../../operations/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { dueAgainJob } from '../../platform/jobs/index.ts';
import type { RoomParts } from '../room.ts';

/** Of all that waits for a time by a schedule. What is due on a date, as a recurrence, waits for that date. */
export function dueAgain({ config, rooms: { database, clock } }: RoomParts): Job {
  const { timeScale } = config.simulator;
  return dueAgainJob({
    database,
    clock,
    kinds: [
      waitingCases(createRecoverySchedule(timeScale)),
      ...waitingPostbacks(timeScale),
      ...waitingCards(timeScale),
      WAITING_CHARGES,
    ],
  });
}
