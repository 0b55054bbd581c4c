import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isTestCard } from '../../gateway/providers/index.ts';
import { OUTCOME_GROUPS } from './outcomes.ts';
import { TEST_BRANDS, testCard } from './test-card.ts';

const DOCUMENTED = readFileSync(new URL('../../../docs/simulator.md', import.meta.url), 'utf8');

test('every outcome has a card of every brand, known to the simulator and listed in its documentation', () => {
  for (const { outcomes } of OUTCOME_GROUPS) {
    for (const { scenario } of outcomes) {
      for (const brand of TEST_BRANDS) {
        const number = testCard(brand, scenario);
        assert.ok(isTestCard(number), number);
        assert.ok(DOCUMENTED.includes(number), `${scenario} ${brand}: ${number}`);
      }
    }
  }
});
