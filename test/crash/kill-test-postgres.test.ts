import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'postgres', rounds: 12, instances: 1 });
