import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'postgres', rounds: 5, instances: 2 });
