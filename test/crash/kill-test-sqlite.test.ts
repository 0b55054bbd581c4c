import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'sqlite', rounds: 6, instances: 1 });
