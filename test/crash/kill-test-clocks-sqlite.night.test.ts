import { declareKillTest } from './kill-test/in-ci.ts';

declareKillTest({ engine: 'sqlite', rounds: 3, instances: 1, wrongClocks: true });
