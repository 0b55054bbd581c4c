import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { runGuiche } from '../support/command-line.ts';
import type { DatabasePlace } from '../support/databases.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { createClient } from '../support/http-client.ts';
import { sellThrough } from '../support/sale-calls.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

const LISTED = 50;
const WAITING = LISTED + 3;
const LIST = ['transaction', 'list', '--needs-attention'];

describe('more sales that need a person than a list holds', () => {
  let place: DatabasePlace;
  before(async () => {
    place = await newStartedPlace('sqlite');
  });
  after(async () => {
    killStarted();
    await place.remove();
  });

  test('are counted beside the list, which programs read as before', async () => {
    const service = await startService(place);
    const client = createClient(service.address);
    for (let count = 0; count < WAITING; count += 1) await sellThrough(client);
    client.close();
    await service.end('SIGTERM');
    nobodyKnows();

    const listed = await runGuiche(place, LIST);
    assert.equal(listed.code, 0);
    assert.equal(listed.out.match(/ninguém sabe/g)?.length, LISTED - 1);
    assert.equal(listed.error, 'E mais 4: estas são as mais antigas.\n');
    const asJson = await runGuiche(place, [...LIST, '--json']);
    const { transactions, more } = JSON.parse(asJson.out) as { transactions: Fields[]; more: number };
    assert.deepEqual([transactions.length, more], [LISTED - 1, 4]);
    assert.equal(asJson.error, listed.error);
    const ofOther = await runGuiche(place, [...LIST, '--person', '99']);
    assert.match(ofOther.out, /Nenhuma transação/);
    assert.equal(ofOther.error, '');
  });

  /** Each sale has a question that recovery gave up, the oldest has two: the list holds so many questions. */
  function nobodyKnows(): void {
    const file = new DatabaseSync(join(place.dataDir, 'guiche.sqlite'));
    for (const [kind, sales] of [
      ['attempt', WAITING],
      ['recheck', 1],
    ]) {
      file.exec(
        `insert into recovery_cases
           (subject, transaction_id, account_id, kind, state, opened_at, next_at, tries, not_found, target, reason)
         select '${kind}-' || id, id, 1, '${kind}', 'manual', created_at, created_at, 1, 0, null, 'ninguém sabe'
         from transactions order by created_at limit ${sales}`,
      );
    }
    file.close();
  }
});
