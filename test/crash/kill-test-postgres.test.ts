import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'postgres', rounds: 50, instances: 1 });
