import { countOpenDifferences, READING_STATES, readingState } from '../../gateway/money/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { daysAfter } from '../../platform/time/local-days.ts';
import type { RoomParts } from '../room.ts';
import { METRICS } from './metric-catalogue.ts';

/** What is older was looked at, or nobody will. */
const LOOKED_AT_DAYS = 90;

/** Whether statements are read, and what they differ in. */
export function measureStatements({
  metrics,
  config,
  rooms,
}: Pick<RoomParts, 'metrics' | 'config' | 'rooms'>): void {
  const { database, money, clock } = rooms;
  const time = localTime(config.timeZone);
  const today = () => time.day(clock.now());
  metrics.gauges(METRICS.statementAccounts, async () => {
    const readings = await money.statements.readings.list();
    const states = readings.map((reading) => readingState(reading, today()));
    return READING_STATES.map((state) => ({
      labels: { state },
      value: states.filter((one) => one === state).length,
    }));
  });
  metrics.gauges(METRICS.statementDifferences, async () => {
    const found = await countOpenDifferences(database, daysAfter(today(), -LOOKED_AT_DAYS));
    return [
      { labels: { class: 'missing' }, value: found.missing },
      { labels: { class: 'fee_differs' }, value: found.feeDiffers },
      { labels: { class: 'amount_differs' }, value: found.amountDiffers },
    ];
  });
}
