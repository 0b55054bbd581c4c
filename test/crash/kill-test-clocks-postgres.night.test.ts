import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'postgres', rounds: 3, instances: 2, wrongClocks: true });
