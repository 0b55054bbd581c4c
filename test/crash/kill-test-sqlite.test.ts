import { byDayAndAtNight } from '../support/day-and-night.ts';
import { declareKillTest } from './kill-test/in-ci.ts';

for (const rounds of byDayAndAtNight([2], [6])) declareKillTest({ engine: 'sqlite', rounds, instances: 1 });
