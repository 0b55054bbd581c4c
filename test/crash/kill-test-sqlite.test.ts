import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'sqlite', rounds: 12, instances: 1 });
