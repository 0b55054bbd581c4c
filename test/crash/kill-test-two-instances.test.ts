import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'postgres', rounds: 10, instances: 2 });
