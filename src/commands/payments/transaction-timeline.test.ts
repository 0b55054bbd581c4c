import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLine } from './transaction-timeline.ts';

test('the events of a transaction are written in Portuguese, with the names of its statuses', () => {
  const text = timeLine(
    [
      {
        id: '1',
        transactionId: 't',
        at: 1_000,
        kind: 'answered',
        origin: { kind: 'merchant', requestId: 'r' },
        details: { subject: 'M', outcome: 'done', movement: 'capture', from: 5, status: 6, amount: 6 },
      },
      {
        id: '2',
        transactionId: 't',
        at: 2_000,
        kind: 'postback',
        origin: { kind: 'delivery' },
        details: { version: 5, state: 'waiting', tries: 1, httpStatus: 500 },
      },
    ],
    () => 'NOW',
  );
  assert.match(
    text,
    /resultado=feito movimento=captura antes=5 AUTORIZADA status=6 CONFIRMADA valor=R\$\s0,06 +r$/m,
  );
  assert.match(text, /versão=5 situação=aguardando tentativas=1 http=500 *$/m);
});
