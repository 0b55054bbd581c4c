import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costPage } from './cost-table.ts';
import type { Cost } from './costs.ts';

test('says of a run where its processor time went, the dearest first', () => {
  const cost = (of: Cost['of'], name: string, cpuMs: number, childrenCpuMs = 0): Cost => ({
    ...{ of, name, cpuMs, childrenCpuMs },
    wallMs: 2 * cpuMs,
  });
  const page = costPage(
    [
      cost('file', 'src/accounts/persons/cheap.test.ts', 500),
      cost('file', 'test/crash/dear.test.ts', 1_000, 6_000),
      cost('file', 'src/accounts/team/other.test.ts', 2_500),
      cost('process', 'src/accounts', 4_000),
      cost('process', 'test/crash/1', 2_500, 6_000),
      cost('database server', 'PostgreSQL', 0, 1_500),
    ],
    { wallMs: 20_000, cpuMs: 16_000 },
  );
  assert.equal(
    page,
    `# Costs of a test run

20.0 s, and 16.0 s of processor time: 10.0 s in the files of tests, 2.5 s to start their processes and to load modules, 1.5 s in PostgreSQL, 2.0 s in the runner, the builds and the checks.

| Folder | Processor time, s | of it in child processes | Wall time, s |
|---|---|---|---|
| test/crash (1) | 7.0 | 6.0 | 2.0 |
| src/accounts (2) | 3.0 | 0.0 | 6.0 |

| File, the dearest 60 of 3 | Processor time, s | of it in child processes | Wall time, s |
|---|---|---|---|
| test/crash/dear.test.ts | 7.0 | 6.0 | 2.0 |
| src/accounts/team/other.test.ts | 2.5 | 0.0 | 5.0 |
| src/accounts/persons/cheap.test.ts | 0.5 | 0.0 | 1.0 |

| Process | Processor time, s | of it in child processes | Wall time, s |
|---|---|---|---|
| test/crash/1 | 8.5 | 6.0 | 5.0 |
| src/accounts | 4.0 | 0.0 | 8.0 |
`,
  );
});
