import { byDayAndAtNight } from '../support/day-and-night.ts';
import { declareKillTest } from './kill-test/in-ci.ts';

for (const rounds of byDayAndAtNight([2], [6])) declareKillTest({ engine: 'postgres', rounds, instances: 1 });
