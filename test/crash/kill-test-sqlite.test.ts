import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'sqlite', rounds: 50, instances: 1 });
